"""Rules about what a text says of hardware, beside what data sheets say."""
