# SPDX-License-Identifier: Apache-2.0
import sys

from etude_launcher import main

sys.exit(main())
