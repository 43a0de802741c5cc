"""How long everybody has to answer: deadlines, the moments they are made of, clocks that pages start."""
