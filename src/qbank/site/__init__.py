"""The bank in a browser: a web site of static files, made of what the other rooms know."""
