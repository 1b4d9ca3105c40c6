"""Runs the cells of a notebook without Jupyter.

    python notebook.py quickstart.ipynb           # compares the results with those in the file
    python notebook.py quickstart.ipynb --write   # writes them into the file

Cells are Python without magics. Of each cell, the value of its last line is the result, and its `_repr_html_` and `_repr_svg_` are
called as Jupyter would. The results of cells with the tag `varies` depend on the machine: they are neither stored nor compared.
"""

import argparse
import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

#: How Jupyter asks a value for what it shows.
SHOWN = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}


def run(cell: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Runs a cell with these names and returns its outputs as a notebook stores them."""
    body, last = ast.parse(cell).body, None
    if body and isinstance(body[-1], ast.Expr):
        last = compile(ast.Expression(body.pop().value), "<cell>", "eval")
    printed, outputs = io.StringIO(), []
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        value = None if last is None else eval(last, names)
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(True)})
    if value is not None:
        data = {kind: getattr(value, method)() for kind, method in SHOWN.items() if hasattr(value, method)}
        lines = {kind: text.splitlines(True) for kind, text in (data | {"text/plain": repr(value)}).items()}
        outputs.append({"data": lines, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def results(notebook: dict[str, Any]) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Runs all cells one after another; each with what it gave."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    found = [(cell, run("".join(cell["source"]), names)) for cell in cells]
    return [(cell, [] if "varies" in cell["metadata"].get("tags", []) else outputs) for cell, outputs in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebook", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    notebook = json.loads(options.notebook.read_text())
    different = 0
    for cell, outputs in results(notebook):
        different += cell["outputs"] != outputs
        cell["outputs"] = outputs
    if options.write:
        options.notebook.write_text(json.dumps(notebook, indent=1) + "\n")
    elif different:
        raise SystemExit(f"{different} cells give other results than {options.notebook} says")


if __name__ == "__main__":
    main()
