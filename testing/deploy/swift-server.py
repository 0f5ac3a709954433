"""What Swift needs its own code for: its rings, and its servers in the foreground."""

import os
import sys

from swift.common.ring import RingBuilder
from swift.common.utils import set_swift_dir
from swift.common.wsgi import run_wsgi

PART_POWER = 4


def save_ring(folder, name, port):
    """One replica on one device of this machine."""
    builder = RingBuilder(PART_POWER, 1, 0)
    builder.add_dev({
        "id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk",
        "ip": "127.0.0.1", "port": int(port),
        "replication_ip": "127.0.0.1", "replication_port": int(port),
    })
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{name}.ring.gz")


if sys.argv[1] == "rings":
    for pair in sys.argv[3:]:
        save_ring(sys.argv[2], *pair.split("="))
else:
    set_swift_dir(os.path.dirname(sys.argv[2]))
    sys.exit(run_wsgi(sys.argv[2], f"{sys.argv[1]}-server"))
