/** Writes as fast as possible, and records the writes that the server acknowledges, none of which may be lost. */
import { setTimeout } from 'node:timers/promises'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ServerProcess } from '#testing/bench/production-server.ts'

const WRITERS = 8
const MAX_WAIT_MS = 60_000

export type Ledger = {
  acknowledged: Set<string>
  /** The number of failed writes by status; 0 is a broken connection. */
  rejected: Map<number, number>
}

export const createLedger = (): Ledger => ({ acknowledged: new Set(), rejected: new Map() })

let writeCount = 0

/** Sends one consultation and records the result. Returns the status; 0 if the connection broke. */
export async function writeOnce(origin: string, ledger: Ledger): Promise<number> {
  writeCount += 1
  const companyName = `示例集团${writeCount}`
  const lead = {
    companyName,
    contactName: '陈工',
    phone: '010-12345678',
    email: 'cio@example.com',
    requirements: '为客服中心选择可私有化部署的智能体平台。'.repeat(20),
  }
  const status = await sendLead(origin, lead)
  if (status === 200) ledger.acknowledged.add(companyName)
  else ledger.rejected.set(status, (ledger.rejected.get(status) ?? 0) + 1)
  return status
}

async function sendLead(origin: string, lead: object): Promise<number> {
  try {
    const reply = await fetch(origin + leadRequestCalls.requestConsultation.path, {
      method: 'POST',
      // A different IP address for each, for servers with rate limits that trust their proxy.
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.18.${(writeCount >> 8) & 255}.${writeCount & 255}`,
      },
      body: JSON.stringify(lead),
      signal: AbortSignal.timeout(40_000),
    })
    await reply.text()
    return reply.status
  } catch {
    return 0
  }
}

/** Writes with eight concurrent requests until `isOver` returns true. */
export async function writeUntil(origin: string, ledger: Ledger, isOver: () => boolean): Promise<void> {
  const writer = async () => {
    while (!isOver()) await writeOnce(origin, ledger)
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

/** Returns the time until a write succeeds and the server is ready; infinite after a minute. */
export async function measureRecovery({ origin }: Pick<ServerProcess, 'origin'>, ledger: Ledger): Promise<number> {
  const startedAt = performance.now()
  while ((await writeOnce(origin, ledger)) !== 200 || !(await fetch(`${origin}/readyz`)).ok) {
    if (performance.now() - startedAt > MAX_WAIT_MS) return Number.POSITIVE_INFINITY
    await setTimeout(100)
  }
  return performance.now() - startedAt
}

/** Counts the acknowledged writes that the database doesn't contain. */
export async function countLostWrites({ read }: Database, { acknowledged }: Ledger): Promise<number> {
  const rows = await read.selectFrom('leads').select('companyName').execute()
  return acknowledged.difference(new Set(rows.map(({ companyName }) => companyName))).size
}

export const describeRejections = ({ rejected }: Ledger): string =>
  rejected.size === 0
    ? 'none rejected'
    : [...rejected].map(([status, count]) => `${count} × ${status || 'no reply'}`).join(', ')
