/** The outcome of a fault, and functions for several faults. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'

/** One line of the report. `isMet` is whether the fault met its requirements. */
export type Outcome = { label: string; figure: string; isMet: boolean }

/** Injects a fault into its own servers. Throws if the service fails in an unexpected manner. */
export type Fault = () => Promise<Outcome[]>

/** Runs a task in a temporary folder. */
export async function withFolder<Result>(task: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-faults-'))
  try {
    return await task(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a task on a new PostgreSQL database with durable commits; returns `undefined` if no server is reachable. */
export async function withPostgres<Result>(task: (url: string) => Promise<Result>): Promise<Result | undefined> {
  if (!postgresServer) return undefined
  const { url, drop } = await createServerDatabase()
  try {
    return await task(url)
  } finally {
    await drop()
  }
}

/** Creates a database as in production, without the settings that speed up tests. Throws without a server. */
export async function createServerDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  if (!postgresServer) throw new Error('No PostgreSQL server is reachable.')
  const created = await createPostgresDatabase(postgresServer)
  const url = new URL(created.url)
  url.searchParams.delete('options')
  return { url: url.href, drop: created.drop }
}

export const QUIET_SETTINGS = { DEMO: 'off', LOG_LEVEL: 'silent' } as const
export const postgresSettings = (url: string) => ({
  ...QUIET_SETTINGS,
  DATABASE_URL: url,
  APP_SECRET: 'faults'.repeat(6),
})

export const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`
