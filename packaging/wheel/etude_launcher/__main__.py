import sys

from etude_launcher import main

sys.exit(main())
