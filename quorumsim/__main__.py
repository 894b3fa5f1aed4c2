"""`python -m quorumsim` is the same as `quorumsim`."""

from quorumsim.cli.main import main

if __name__ == "__main__":
    main()
