"""Runs Swift's servers in one process, on ports that the system chooses. Prints the port of the proxy."""

import sys

import eventlet
from eventlet import wsgi
from swift.common.ring import RingBuilder
from swift.common.utils import NullLogger, eventlet_monkey_patch, set_swift_dir
from swift.common.wsgi import SwiftHttpProtocol, loadapp

PART_POWER = 4


def save_ring(folder, name, port):
    """One replica on one device of this machine."""
    builder = RingBuilder(PART_POWER, 1, 0)
    builder.add_dev({
        "id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk",
        "ip": "127.0.0.1", "port": port,
        "replication_ip": "127.0.0.1", "replication_port": port,
    })
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{name}.ring.gz")


def listen():
    return eventlet.listen(("127.0.0.1", 0))


def serve(folder, name, listener):
    app = loadapp(f"{folder}/{name}.conf", global_conf={"log_name": name})
    # As Swift starts it: S3 clients need the names of headers as they are.
    return eventlet.spawn(wsgi.server, listener, app, NullLogger(),
                          protocol=SwiftHttpProtocol, capitalize_response_headers=False)


folder, *services = sys.argv[1:]
eventlet_monkey_patch()
set_swift_dir(folder)
listeners = {name: listen() for name in services}
for name, listener in listeners.items():
    save_ring(folder, name, listener.getsockname()[1])
for name, listener in listeners.items():
    serve(folder, name, listener)
proxy = listen()
server = serve(folder, "proxy", proxy)
print(proxy.getsockname()[1], flush=True)
server.wait()
