"""`python -m penneech` is the same command as `penneech`."""

from penneech.cli import main

if __name__ == "__main__":
    main()
