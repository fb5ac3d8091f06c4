"""Runs the examples of a guide up to the end of its second section, as a reader does who has only the package.

    python first_page.py GUIDE
"""

import doctest
import sys
from pathlib import Path


def main() -> int:
    path = Path(sys.argv[1])
    first_page = "\n## ".join(path.read_text(encoding="utf-8").split("\n## ")[:3])
    test = doctest.DocTestParser().get_doctest(first_page, {}, path.name, str(path), 0)
    results = doctest.DocTestRunner().run(test)
    print(f"{results.attempted - results.failed} of {results.attempted} examples give what the guide says")
    return 1 if results.failed or not results.attempted else 0


if __name__ == "__main__":
    sys.exit(main())
