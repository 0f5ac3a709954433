/** A TCP proxy that simulates network faults: it resets connections or silently drops their packets. */
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof createTcpProxy>>

/** Starts a proxy in front of a PostgreSQL server. */
export async function createTcpProxy(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isStalled = false
  let isOffline = false
  let droppedPackets = 0

  const server = createServer({ allowHalfOpen: false }, (inner) => {
    if (isOffline) {
      inner.resetAndDestroy()
      return
    }
    // Dropped packets are never resent, so the connection stays unusable when the network recovers.
    let isBlackHole = isStalled
    const outer = connect(Number(port), hostname)
    const pass = (to: Socket) => (chunk: Buffer) => {
      isBlackHole ||= isStalled
      if (isBlackHole) droppedPackets += 1
      else to.write(chunk)
    }
    inner.on('data', pass(outer))
    outer.on('data', pass(inner))
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        if (!(isBlackHole || isStalled)) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' && address ? address.port : 0)

  const resetAll = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    url: url.href,
    /** Resets every connection, as a failover or a restarted firewall does. */
    resetAll,
    /** Resets every connection, including new ones, until `resume`. */
    goOffline() {
      isOffline = true
      resetAll()
    },
    /** Drops the packets of every connection, including new ones, until `resume`. */
    stall() {
      isStalled = true
    },
    /** Returns the number of dropped packets. */
    countDropped: () => droppedPackets,
    /** Serves new connections again; connections that lost packets stay unusable. */
    resume() {
      isStalled = false
      isOffline = false
    },
    /** Closes the proxy and all connections. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
