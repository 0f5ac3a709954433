/** A TCP connection that sends arbitrary text, for requests that no HTTP client sends. */
import { connect } from 'node:net'

export type RawConnection = {
  write(text: string): void
  /** Returns everything received so far. */
  received(): string
  /** Resolves to everything received when the connection is closed. */
  closed: Promise<string>
  end(): void
}

export async function openRawConnection(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  const closed = new Promise<string>((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return { write: (data) => socket.write(data), received: () => text, closed, end: () => socket.destroy() }
}
