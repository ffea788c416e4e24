"""Holds the calls between layers to what src/CMakeLists.txt allows.

usage: check.py NM LIST

LIST has a line for each layer, from the lowest to the highest: its name, folder, USES and objects, with
tabs between them and semicolons within.  Prints what is forbidden, and then ends with status 1.
"""
import subprocess
import sys
from collections import namedtuple

Layer = namedtuple("Layer", "name folder uses objects")

# Kinds of engine, of which none may use another.
KINDS = ["engine/cpu", "engine/cuda", "engine/cuda_stub"]


# Layers within the first folder know nothing of the second, wherever it stands: Cuba's routines are what
# the native methods are made of, and have no line about them.
STRANGERS = [("cuba", "algorithm")]


def read_layers(path):
    def items(text):
        return [item for item in text.split(";") if item]

    with open(path, encoding="utf-8") as lines:
        fields = [line.rstrip("\n").split("\t") for line in lines]
    return [Layer(name, folder, items(uses), items(objects))
            for name, folder, uses, objects in fields]


def is_within(folder, parent):
    return folder == parent or folder.startswith(parent + "/")


def kind_of(folder):
    return next((kind for kind in KINDS if is_within(folder, kind)), None)


def wrong_uses(layers):
    """What a layer names though it does not stand below it."""
    for place, layer in enumerate(layers):
        for used in layer.uses:
            if kind_of(layer.folder) and kind_of(used) not in (None, kind_of(layer.folder)):
                yield f"{layer.folder} uses {used}, another kind of engine"
            if any(is_within(layer.folder, one) and is_within(used, other)
                   for one, other in STRANGERS):
                yield f"{layer.folder} uses {used}, of which it knows nothing"
            # Folders within this one's are its parts.
            if any(is_within(above.folder, used) and not is_within(above.folder, layer.folder)
                   for above in layers[place + 1:]):
                yield f"{layer.folder} uses {used}, which stands above it"


def symbols_of(nm, objects):
    """The symbols that objects define, and those that they need from elsewhere."""
    listing = subprocess.run([nm, "-P", *objects], check=True, capture_output=True, text=True)
    defined, undefined = set(), set()
    for line in listing.stdout.splitlines():
        fields = line.split()
        if len(fields) < 2 or len(fields[1]) != 1:
            continue  # the name of an object
        symbol, letter = fields[:2]
        if letter in "Uwv":
            undefined.add(symbol)
        elif letter not in "tdbrsn":  # those stay within their object
            defined.add(symbol)
    return defined, undefined - defined


def wrong_calls(nm, layers):
    """Symbols that a layer needs and that are defined in others than it may use."""
    symbols = {layer.name: symbols_of(nm, layer.objects) for layer in layers}
    if not any(defined for defined, _ in symbols.values()):
        yield "the objects define no symbol at all"
    for layer in layers:
        for symbol in sorted(symbols[layer.name][1]):
            homes = [home for home in layers if symbol in symbols[home.name][0]]
            allowed = [layer.folder, *layer.uses]
            if homes and not any(is_within(home.folder, path) for home in homes for path in allowed):
                yield (f"{layer.folder} calls {symbol} of {homes[0].folder}, "
                       "which it may not use")


def main():
    nm, path = sys.argv[1:]
    layers = read_layers(path)
    forbidden = [*wrong_uses(layers), *wrong_calls(nm, layers)]
    print("\n".join(forbidden))
    return 1 if forbidden else 0


if __name__ == "__main__":
    sys.exit(main())
