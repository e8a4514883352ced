"""The rules: one small class a check, a module a family, with explanation and examples in the class.

This room knows questions (`model`), files (`bank`) and verified claims (`napkin`). It must not know how an
audit is planned, what a configuration file looks like, or how a finding is shown.
"""
