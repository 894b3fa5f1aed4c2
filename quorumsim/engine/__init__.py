"""What the kernels of all games share: chance, deciding, the loop over blocks, search."""
