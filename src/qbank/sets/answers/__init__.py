"""Keys of answers: amounts, intervals, options and wrong answers to choose from."""
