"""What holds for all tests."""

import signal

# A shell that starts the tests in the background lets them ignore Control-C, which some tests send to themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)
