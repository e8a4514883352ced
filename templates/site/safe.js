// Texts of questions come as HTML that was escaped when the site was built. What goes into the page is copied from it,
// element by element: only those that questions are made of, with attributes that can do nothing.

const ELEMENTS = new Set(`article section h2 h3 h4 p div span strong em code pre ul ol li br table caption thead tbody tr
th td a img figure figcaption form fieldset legend label input textarea button details summary math mrow mi mn mo mtext mspace
mfrac msqrt mroot mstyle menclose mphantom mpadded msub msup msubsup munder mover munderover mtable mtr mtd`.split(/\s+/));
const ATTRIBUTES = new Set(`class id dir lang hidden type name value for role tabindex alt rel scope start rows cols maxlength
inputmode autocomplete autocapitalize spellcheck checked readonly open colspan rowspan accent accentunder columnalign
columnlines columnspacing depth display displaystyle fence form height linebreak linethickness lspace mathvariant maxsize
minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy symmetric width
voffset`.split(/\s+/));
const NAMESPACES = new Set(["http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"]);

const trusted = (() => {
  const rules = {
    createHTML: (text) => text, // read into a document of its own, in which nothing runs or loads
    createScriptURL: (address) => {
      if (!/^data\/[a-z]+(-[0-9a-f]+)?\.js$/.test(address)) throw new TypeError("only data of this site is loaded");
      return address;
    },
  };
  return window.trustedTypes ? window.trustedTypes.createPolicy("qbank", rules) : rules;
})();

function isSafe(name, value, element) {
  if (name.startsWith("data-") || name.startsWith("aria-")) return true;
  if (name === "href") return /^(https?:\/\/|#)/i.test(value);
  if (name === "src") return element === "img" && /^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]*$/.test(value);
  return ATTRIBUTES.has(name);
}

function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const name = node.localName;
  if (!ELEMENTS.has(name) || !NAMESPACES.has(node.namespaceURI)) return null;
  const made = document.createElementNS(node.namespaceURI, name);
  for (const { name: attribute, value } of node.attributes) {
    if (isSafe(attribute, value, name)) made.setAttribute(attribute, value);
  }
  for (const child of node.childNodes) {
    const inner = copied(child);
    if (inner) made.append(inner);
  }
  return made;
}

// Returns the elements of a text that the build has printed.
function fragment(text) {
  const read = new DOMParser().parseFromString(trusted.createHTML(text), "text/html");
  const made = document.createDocumentFragment();
  for (const child of read.body.childNodes) {
    const inner = copied(child);
    if (inner) made.append(inner);
  }
  return made;
}
