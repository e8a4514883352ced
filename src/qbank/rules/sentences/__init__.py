"""What one sentence of prose says of its own values."""
