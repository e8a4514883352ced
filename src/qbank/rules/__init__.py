"""The rules: one small class a check, a module a family, with explanation and examples in the class.

A class with a `code` in one of the modules of `registry.FAMILIES` is a rule; nothing else has to be told
of it. `core` has what rules are made of: the kinds of rules (`base`: about files, fields, questions,
labs, the bank), what they look at (`question_file`, `summary`), views of it that are worked out once
(`QuestionFile.cached_view`: `claims`, `default_variant`), and how a fix is made (`fixing`). `registry`
finds and chooses rules and runs a `RuleSet` over files, many questions or a bank; `docs` makes the page
`docs/rules.md`.

The families: `schema` (files, fields, taxonomy, places), `prose` (titles, sections, options, characters),
`numeric` (answers, parameters, napkin math), `bank` (ids, references, chains, sets), `labs`, `audit_own`;
and those about what a text means, which read the ledger of facts: `formulas`, `hardware`, `physics`,
`capacity` (what has to lie, pass or be paid, and what there is for it), `coherence`.

This room knows questions (`model`), files (`bank`) and verified claims (`napkin`). It must not know how
an audit is planned, what a configuration file looks like, or how a finding is shown.
"""
