"""What runs: one thin click command per stage of dvc.yaml."""

import signal
import sys

if sys.argv[:1] == ["-m"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Until the imports of a stage are done, Ctrl-C ends it without a traceback; then project/stage.py takes over.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
