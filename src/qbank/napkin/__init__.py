"""The napkin-math verifier: text to claims, claims to trees, trees to quantities, quantities to verdicts.

Read it in this order: `lexing.tokens` (the words), `parsing` (`phrases`, `quantities` and `grammar`, each
upon the one before), `tree`, `evaluate` (exact values), `forms` (how claims are said), `judging` (`relation`:
how near is true; `interpretations`: which readings to try; `judge`; `second_opinion`: sympy, before anybody
is accused), `context` (a text under verification), `verifier`. The verifier reads text. It must know nothing
of files, YAML or questions.
"""
