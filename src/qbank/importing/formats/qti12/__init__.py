"""QTI 1.2, as Canvas, Blackboard, Respondus and we write it."""
