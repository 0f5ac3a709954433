/** Writes as fast as it can, and notes in a ledger what the server has answered for: none of that may be missing later. */
import { setTimeout } from 'node:timers/promises'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Program } from '#testing/bench/production-server.ts'

const WRITERS = 8
const LONGEST_WAIT_MS = 60_000

export type Ledger = {
  acknowledged: Set<string>
  /** By status; 0 is a connection that broke. */
  refused: Map<number, number>
}

export const createLedger = (): Ledger => ({ acknowledged: new Set(), refused: new Map() })

let written = 0

/** Sends one consultation and notes what came of it. Returns the status; 0 if the connection broke. */
export async function writeOnce(origin: string, ledger: Ledger): Promise<number> {
  written += 1
  const companyName = `示例集团${written}`
  const lead = {
    companyName,
    contactName: '陈工',
    phone: '010-12345678',
    email: 'cio@example.com',
    requirements: '为客服中心选择可私有化部署的智能体平台。'.repeat(20),
  }
  const status = await fetch(origin + leadRequestCalls.requestConsultation.path, {
    method: 'POST',
    // Each from another address, for servers that limit an address and believe their proxy.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${(written >> 8) & 255}.${written & 255}`,
    },
    body: JSON.stringify(lead),
    signal: AbortSignal.timeout(40_000),
  }).then(
    async (reply) => (await reply.text()) && reply.status,
    () => 0,
  )
  if (status === 200) ledger.acknowledged.add(companyName)
  else ledger.refused.set(Number(status), (ledger.refused.get(Number(status)) ?? 0) + 1)
  return Number(status)
}

/** Writes until `isOver`, eight at a time. */
export async function write(origin: string, ledger: Ledger, isOver: () => boolean): Promise<void> {
  const writer = async () => {
    while (!isOver()) await writeOnce(origin, ledger)
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

/** Returns the time until a write succeeds and the server says that it is ready; infinite if that takes a minute. */
export async function timeRecovery({ origin }: Pick<Program, 'origin'>, ledger: Ledger): Promise<number> {
  const from = performance.now()
  while ((await writeOnce(origin, ledger)) !== 200 || !(await fetch(`${origin}/readyz`)).ok) {
    if (performance.now() - from > LONGEST_WAIT_MS) return Number.POSITIVE_INFINITY
    await setTimeout(100)
  }
  return performance.now() - from
}

/** Counts what was acknowledged and isn't in the database. */
export async function countLost({ read }: Database, { acknowledged }: Ledger): Promise<number> {
  const rows = await read.selectFrom('leads').select('companyName').execute()
  return acknowledged.difference(new Set(rows.map(({ companyName }) => companyName))).size
}

export const listRefused = ({ refused }: Ledger): string =>
  refused.size === 0
    ? 'none rejected'
    : [...refused].map(([status, count]) => `${count} × ${status || 'cut'}`).join(', ')
