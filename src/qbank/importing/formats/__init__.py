"""The formats that can be imported, a module each."""
