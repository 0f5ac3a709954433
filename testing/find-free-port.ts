/** Finds the port of a server that a test starts as a process of its own. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Above 10080, to which `fetch` refuses to connect, and below the ports that Linux gives to outgoing connections and to
 * servers on port 0: one of those could be taken between the search and the start of the program.
 */
const PORTS = { min: 10_081, max: 32_767 }
const MAX_ATTEMPTS = 100

/** Returns a random port of the loopback interface that no program listens on. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.min, PORTS.max + 1)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
