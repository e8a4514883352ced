"""Finding the values of a formula's variables for which it is a given expression.

The expression's operands are names with a size and a dimension. A variable stands for an operand of its
dimension, the same one wherever it occurs. Authors fold what they can do in their heads: `7/8` is `(n - 1)/n`
with n = 8, and `0.1` the `1 - p` of p = 0.9; so an operand may stand for a part of the formula whose value is
known, or that has one unknown. Operands that stand for no variable must multiply to the formula's constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct

from qbank.algebra.arithmetic import NoValueError
from qbank.algebra.exact import FUNCTIONS, Real, power
from qbank.formulas.matching.shape import ONE, Atom, Function, Product, Sum
from qbank.units import physical
from qbank.units.dimension import COUNT_BASES, NONE, Dimension, exponents

MAX_STEPS: Final = 1_500
"""What may be tried for one expression before it is given up: nobody writes one that needs so much."""
_MOST_FOUND: Final = 64
_THOUSANDS: Final = frozenset(1000**power for power in range(5))


class Budget:
    """How much may still be tried."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self._left = steps

    def spend(self) -> None:
        """Take a step.

        Raises:
            OutOfStepsError: there is none left.
        """
        if not self._left:
            raise OutOfStepsError
        self._left -= 1


class OutOfStepsError(Exception):
    """A search took too long."""


class Operand(Struct, frozen=True):
    """An operand of an expression.

    Attributes:
        value: its size in base units.
        dimension: what it measures, counted things included.
        macs: whether it counts multiply-accumulates, of which each is two operations.
    """

    value: Fraction
    dimension: Dimension = NONE
    macs: bool = False

    def __hash__(self) -> int:
        # Fractions take long to hash.
        return hash((self.value.numerator, self.value.denominator, self.dimension))


class Slot(Struct, frozen=True, dict=True):
    """What a variable takes.

    Attributes:
        dimension: what it measures, counted things included.
        admits: whether a size in base units is within its bounds.
        called: words for what a pure number counts; any if there are none.
        macs: whether it counts multiply-accumulates.
    """

    dimension: Dimension
    admits: Callable[[Fraction], bool]
    called: tuple[str, ...] = ()
    macs: bool = False

    @cached_property
    def physical(self) -> Dimension:
        """What it measures, counted things left out."""
        return physical(self.dimension)

    def measures(self, operand: Operand) -> bool:
        """Whether an operand measures the same, whatever it counts besides operations."""
        return _measures(self.dimension, self.macs, operand.dimension, operand.macs)

    def takes(self, operand: Operand) -> bool:
        """Whether an operand is of its kind: people leave out what they count, but name nothing else."""
        return _measures(self.dimension, self.macs, operand.dimension, operand.macs) and _counts(
            self.dimension, self.called, operand.dimension
        )


@lru_cache(maxsize=4096)  # there are few dimensions, and each is asked for again and again
def _measures(own: Dimension, own_macs: bool, its: Dimension, its_macs: bool) -> bool:
    if physical(its) != physical(own):
        return False
    wanted, there = exponents(own), exponents(its)
    if wanted.get("operation", 0) != there.get("operation", 0):
        return its == NONE
    return "operation" not in wanted or its_macs == own_macs


@lru_cache(maxsize=4096)
def _counts(own: Dimension, called: tuple[str, ...], its: Dimension) -> bool:
    """Whether what is counted fits, of dimensions that measure the same."""
    wanted, there = exponents(own), exponents(its)
    if "operation" in wanted:
        return True
    counted = {name for name in COUNT_BASES if name in there}
    if not counted or any(name in wanted for name in COUNT_BASES):
        return not counted or wanted == there
    return not called or not counted.isdisjoint(called)


class Binding(Struct, frozen=True):
    """What a variable stands for: a size in base units, and the operand; None if it was folded."""

    value: Fraction
    operand: str | None


Bindings = Mapping[str, Binding]
Admits = Callable[[str, Fraction], bool]
"""Whether a variable may have a size in base units."""
_Unused = tuple[tuple[Atom, int], ...]


def matches(
    pattern: Product,
    expression: Product,
    slots: Mapping[str, Slot],
    operands: Mapping[str, Operand],
    budget: Budget,
    *,
    admits: Admits | None = None,
) -> Iterator[Bindings]:
    """Yield what the variables of `pattern` may stand for so that it is `expression`.

    Args:
        pattern: the shape of a formula; its names are variables.
        expression: the shape of what somebody wrote; its names are operands.
        slots: what each variable takes.
        operands: what each operand is.
        budget: how much may be tried.
        admits: tells of a size within a variable's bounds whether the variable may have it; any if None.

    Raises:
        OutOfStepsError: it took too long.
    """
    found = _Matcher(slots, operands, budget, admits).products(pattern, expression, {})
    yield from islice((one for one in found if one.keys() == slots.keys()), _MOST_FOUND)


class _Matcher:
    def __init__(
        self,
        slots: Mapping[str, Slot],
        operands: Mapping[str, Operand],
        budget: Budget,
        admits: Admits | None,
    ) -> None:
        self._slots = slots
        self._operands = operands
        self._budget = budget
        self._admits = admits

    def products(self, pattern: Product, written: Product, known: Bindings) -> Iterator[Bindings]:
        if len(pattern.factors) > len(written.factors):
            return
        wanted = sorted(pattern.factors, key=lambda factor: self._order(factor[0]))
        yield from self._factors(pattern.coefficient, wanted, written.coefficient, written.factors, known)

    def _order(self, atom: Atom) -> int:
        """Put first what leaves the least choice; what may be folded comes when its variables are known."""
        if not isinstance(atom, str):
            return 2
        return 0 if self._slots[atom].physical != NONE else 1

    def _factors(
        self,
        constant: Fraction,
        wanted: Sequence[tuple[Atom, int]],
        own: Fraction,
        unused: _Unused,
        known: Bindings,
    ) -> Iterator[Bindings]:
        if not wanted:
            if self._is_constant(constant, own, unused):
                yield known
            return
        (atom, side), *others = wanted
        tried: set[Operand] = set()
        for place, (factor, its_side) in enumerate(unused):
            if its_side != side or len(unused) - 1 < len(others):
                continue
            if isinstance(factor, str):
                operand = self._operands[factor]
                if operand in tried:
                    continue
                tried.add(operand)
            rest = unused[:place] + unused[place + 1 :]
            for bound in self._atom(atom, factor, known):
                yield from self._factors(constant, others, own, rest, bound)

    def _is_plain(self, written: str) -> bool:
        return physical(self._operands[written].dimension) == NONE

    def _is_constant(self, constant: Fraction, own: Fraction, unused: _Unused) -> bool:
        quotient, (above, below) = self._plain_quotient(own, unused), constant.as_integer_ratio()
        return quotient is not None and _is_one_but_for_thousands(quotient[0] * below, quotient[1] * above)

    def _plain_quotient(
        self, coefficient: Fraction, factors: Iterable[tuple[Atom, int]]
    ) -> tuple[int, int] | None:
        """Return a product of plain numbers as numerator and denominator; None if a factor is none."""
        above, below = coefficient.as_integer_ratio()  # asked of every way to share out the operands
        for factor, side in factors:
            if not isinstance(factor, str) or not self._is_plain(factor):
                return None
            top, bottom = self._operands[factor].value.as_integer_ratio()
            above, below = (above * top, below * bottom) if side == 1 else (above * bottom, below * top)
        return (above, below) if below else None

    def _atom(self, atom: Atom, written: Atom, known: Bindings) -> Iterator[Bindings]:
        self._budget.spend()
        if isinstance(atom, str):
            if isinstance(written, str):
                yield from self._bind(atom, self._operands[written], written, known)
        elif isinstance(written, str):
            yield from self._folded(Product(ONE, ((atom, 1),)), written, known)
        elif isinstance(atom, Sum) and isinstance(written, Sum):
            yield from self._sums(atom, written, known)
        elif isinstance(atom, Function) and isinstance(written, Function) and atom.name == written.name:
            yield from self._arguments(atom.arguments, written.arguments, known)

    def _bind(self, name: str, operand: Operand, written: str | None, known: Bindings) -> Iterator[Bindings]:
        slot, bound = self._slots[name], known.get(name)
        if not slot.takes(operand):
            return
        if bound is not None:
            if bound.value == operand.value:
                yield known if bound.operand is not None else {**known, name: Binding(bound.value, written)}
        elif slot.admits(operand.value) and (self._admits is None or self._admits(name, operand.value)):
            yield {**known, name: Binding(operand.value, written)}

    def _folded(self, pattern: Product, written: str, known: Bindings) -> Iterator[Bindings]:
        """Take an operand for a whole part of the formula: one with known values, or `n - 1` with one not."""
        if not self._is_plain(written):
            return
        operand = self._operands[written]
        try:
            if self._value(pattern, known) == operand.value:
                yield known
        except KeyError:
            yield from self._solved(pattern, operand.value, known)
        except NoValueError:
            return

    def _solved(self, pattern: Product, value: Fraction, known: Bindings) -> Iterator[Bindings]:
        atom = pattern.factors[0][0]
        if not isinstance(atom, Sum) or len(atom.terms) != 2:
            return
        numbers = [term for term in atom.terms if not term.factors]
        others = [term for term in atom.terms if term.factors]
        if len(numbers) == 1 and (name := _lone_name(others[0])) is not None:
            solved = (value - numbers[0].coefficient) / others[0].coefficient
            yield from self._bind(name, Operand(solved), None, known)

    def _arguments(
        self, wanted: Sequence[Product], written: Sequence[Product], known: Bindings
    ) -> Iterator[Bindings]:
        if len(wanted) != len(written):
            return
        if not wanted:
            yield known
            return
        for bound in self.products(wanted[0], written[0], known):
            yield from self._arguments(wanted[1:], written[1:], bound)

    # -- sums ------------------------------------------------------------------------------------------------

    def _sums(self, pattern: Sum, written: Sum, known: Bindings) -> Iterator[Bindings]:
        constant = sum((term.coefficient for term in pattern.terms if not term.factors), start=Fraction(0))
        wanted = [term for term in pattern.terms if term.factors]
        if len(wanted) > len(written.terms):
            return
        wanted.sort(key=lambda term: len(term.factors) == 1)
        yield from self._terms(constant, wanted, written.terms, known)

    def _terms(
        self, constant: Fraction, wanted: Sequence[Product], unused: tuple[Product, ...], known: Bindings
    ) -> Iterator[Bindings]:
        if not wanted:
            if self._total(unused) == constant:
                yield known
            return
        term, others = wanted[0], wanted[1:]
        for place, written in enumerate(unused):
            rest = unused[:place] + unused[place + 1 :]
            for bound in self.products(term, written, known):
                yield from self._terms(constant, others, rest, bound)
            if constant:  # `m + p - 1` with the 3 of p = 4
                for bound in self._with_constant(term, constant, written, known):
                    yield from self._terms(Fraction(0), others, rest, bound)

    def _with_constant(
        self, term: Product, constant: Fraction, written: Product, known: Bindings
    ) -> Iterator[Bindings]:
        name, operand = _lone_name(term), _lone_name(written)
        if name is None or operand is None or not self._is_plain(operand):
            return
        value = (written.coefficient * self._operands[operand].value - constant) / term.coefficient
        yield from self._bind(name, Operand(value), None, known)

    def _total(self, terms: Sequence[Product]) -> Fraction | None:
        """Return the sum of terms that are plain numbers; None if one is not."""
        total = Fraction(0)
        for term in terms:
            quotient = self._plain_quotient(term.coefficient, term.factors)
            if quotient is None:
                return None
            total += Fraction(*quotient)
        return total

    # -- values ----------------------------------------------------------------------------------------------

    def _value(self, pattern: Product, known: Bindings) -> Fraction:
        """Compute a part of the formula.

        Raises:
            KeyError: the value of a variable is not known yet.
            NoValueError: it has no exact value.
        """
        value = pattern.coefficient
        for atom, side in pattern.factors:
            factor = self._atom_value(atom, known)
            if side == -1 and not factor:
                raise NoValueError("division by zero")
            value = value * factor if side == 1 else value / factor
        return value

    def _atom_value(self, atom: Atom, known: Bindings) -> Fraction:
        if isinstance(atom, str):
            return known[atom].value
        if isinstance(atom, Sum):
            return sum((self._value(term, known) for term in atom.terms), start=Fraction(0))
        arguments: list[Real] = [self._value(argument, known) for argument in atom.arguments]
        value = power(*arguments) if atom.name == "**" else FUNCTIONS[atom.name](*arguments)
        if not isinstance(value, Fraction):
            raise NoValueError("no fraction")
        return value


def _is_one_but_for_thousands(above: int, below: int) -> bool:
    """Whether a quotient is 1, or that with a prefix such as kilo or micro left out."""
    if not above or not below or (above < 0) != (below < 0):
        return False
    large, small = max(abs(above), abs(below)), min(abs(above), abs(below))
    return large % small == 0 and large // small in _THOUSANDS


def _lone_name(product: Product) -> str | None:
    """Return the name if a product is one name above the line and a number that does not matter."""
    if len(product.factors) == 1:
        atom, side = product.factors[0]
        if isinstance(atom, str) and side == 1:
            return atom
    return None
