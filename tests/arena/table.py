"""The table of problems."""

import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def table(path=os.path.join(HERE, "problems.json")):
    with open(path) as file:
        return json.load(file)
