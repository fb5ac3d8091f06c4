from gardez.chess import *
from gardez.chess import __author__ as __author__, __email__ as __email__, __version__ as __version__
