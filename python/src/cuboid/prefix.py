"""python -m cuboid.prefix: prints the folder with the headers and libraries for programs in C.

    PREFIX=$(python -m cuboid.prefix)
    cc program.c -I$PREFIX/include -L$PREFIX/lib -Wl,-rpath,$PREFIX/lib -lcuba -lm
"""

import os

PREFIX = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prefix")

if __name__ == "__main__":
    print(PREFIX)
