"""Where the built program begins: as main.py does, or with `-m MODULE` as one of its own modules."""

import runpy
import sys

import main

if __name__ == "__main__":
    if sys.argv[1:2] == ["-m"] and sys.argv[2:3] and sys.argv[2].startswith("game."):
        del sys.argv[:2]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.exit(main.main())
