"""C expressions of integrands as NumPy, and as Python for one point.

The grammar is that of the table: numbers, names, indices, calls, + - * / and signs, comparisons, && || and ?:.
NumPy text has x of shape (ndim, points), so that x[0] are the first coordinates of all of them.
"""

import re

TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\|\||&&|[<>=!]=|[-+*/<>?:()\[\],!]))"
)
# Lists of operators from the weakest on; in NumPy && and || work element by element, and bind tighter.
LEVELS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/"))
NUMPY = {"fabs": "abs", "fmin": "minimum", "fmax": "maximum", "pow": "power", "asin": "arcsin", "acos": "arccos"}
NUMPY |= {"atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh"}
CONSTANTS = {"M_PI": "np.pi", "INFINITY": "np.inf"}


class Parser:
    """Recursive descent; the methods return Python text, in brackets wherever C's order may differ."""

    def __init__(self, text, arrays):
        self.arrays, self.tokens, at = arrays, [], 0
        text = text.strip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                raise ValueError(f"cannot read {text[at : at + 20]!r} in {text!r}")
            self.tokens.append(found.group().strip())
            at = found.end()
        self.tokens.append("")

    def take(self, wanted=None):
        if wanted and self.tokens[0] != wanted:
            raise ValueError(f"{wanted!r} expected, not {self.tokens[0]!r}")
        return self.tokens.pop(0)

    def choice(self):
        condition = self.binary(0)
        if self.tokens[0] != "?":
            return condition
        self.take()
        yes = self.choice()
        self.take(":")
        no = self.choice()
        return f"np.where({condition}, {yes}, {no})" if self.arrays else f"({yes} if {condition} else {no})"

    def binary(self, level):
        if level == len(LEVELS):
            return self.sign()
        left = self.binary(level + 1)
        while self.tokens[0] in LEVELS[level]:
            operator = self.take()
            if self.arrays:
                operator = {"||": "|", "&&": "&"}.get(operator, operator)
            else:
                operator = {"||": "or", "&&": "and"}.get(operator, operator)
            left = f"{left} {operator} {self.binary(level + 1)}"
            if level < 4:
                left = f"({left})"
        return left

    def sign(self):
        if self.tokens[0] in ("-", "+"):
            sign = self.take()
            operand = self.sign()
            return f"(-{operand})" if sign == "-" else operand
        return self.primary()

    def primary(self):
        token = self.take()
        if token == "(" and self.tokens[0] in ("int", "double") and self.tokens[1] == ")":
            cast = {"int": "int", "double": ""}[self.take()]
            self.take(")")
            return f"{cast}({self.primary()})"
        if token == "(":
            inner = self.choice()
            self.take(")")
            return f"({inner})"
        if token[:1].isdigit() or token[:1] == ".":
            return token
        if not re.match(r"[A-Za-z_]", token or "?"):
            raise ValueError(f"an operand expected, not {token!r}")
        if self.tokens[0] == "(":
            self.take()
            arguments = [self.choice()]
            while self.tokens[0] == ",":
                self.take()
                arguments.append(self.choice())
            self.take(")")
            return f"{self.function(token)}({', '.join(arguments)})"
        text = CONSTANTS.get(token, token) if self.arrays else token
        while self.tokens[0] == "[":
            self.take()
            text += f"[{self.choice()}]"
            self.take("]")
        return text

    def function(self, name):
        if name.startswith("ref_") or not self.arrays:
            return name
        return "math.gamma" if name == "tgamma" else f"np.{NUMPY.get(name, name)}"


def translated(text, arrays=True):
    """NumPy of a C expression, or Python for one point with C's names, as of math or mpmath."""
    parser = Parser(text, arrays)
    result = parser.choice()
    if parser.tokens[0]:
        raise ValueError(f"the end expected, not {parser.tokens[0]!r}")
    return result
