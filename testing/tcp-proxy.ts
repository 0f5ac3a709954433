/** A TCP proxy whose network fails: it resets connections, or drops what they carry without a word. */
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof createTcpProxy>>

/** Starts a proxy in front of a PostgreSQL address. */
export async function createTcpProxy(target: string) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isStalled = false
  let dropped = 0

  const server = createServer({ allowHalfOpen: false }, (inner) => {
    // Packets that were dropped never come again: such a connection stays silent when the network is back.
    let isBlackHole = isStalled
    const outer = connect(Number(port), hostname)
    const pass = (to: Socket) => (chunk: Buffer) => {
      isBlackHole ||= isStalled
      if (isBlackHole) dropped += 1
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

  return {
    url: url.href,
    /** Resets every connection, as a failover or a restarted firewall does. */
    cut() {
      for (const socket of open) socket.resetAndDestroy()
    },
    /** Drops what every connection carries, and those that are opened meanwhile. */
    stall() {
      isStalled = true
    },
    /** Returns how many packets were dropped. */
    countDropped: () => dropped,
    /** Serves new connections again; those that lost something stay silent. */
    resume() {
      isStalled = false
    },
    /** Takes no new connection and ends those there are: the server is away. */
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
