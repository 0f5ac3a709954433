import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '#contracts/call.ts'

const CONTRACTS = join(import.meta.dirname, '../contracts')

/** Returns all calls that the contracts declare, whether or not a route answers them. */
export async function loadDeclaredCalls(): Promise<Call[]> {
  const files = globSync('*/*calls.ts', { cwd: CONTRACTS })
  const areas = await Promise.all(files.map((file) => loadArea(join(CONTRACTS, file))))
  return areas.flat()
}

async function loadArea(file: string): Promise<Call[]> {
  const groups: Record<string, Record<string, Call>> = await import(file)
  return Object.values(groups).flatMap((calls) => Object.values(calls))
}
