"""Whether there is enough of something: what is needed, what there is of it, and what excuses too little.

A need is what calculations add or multiply up (`needs`). What there is is told (`givens`, `rooms`), known of
a device (`memories`) or worked out (`supplies`). The two are paired by what words say of them (`limits`), or
as the only two that can belong together (`held_against`). Over these pairs stand the constraints: a need is
more than there is (`excess`), or, with others or as a part of that is kept back, more than what counts
(`held`, by what `withheld` reads); a time is more than its share (`ceilings`), something is said to fit
(`fits`), or not to (`in_vain`). What is told again of it, or is of another case, is no mistake (`answers`,
`excuses`).
"""
