/** What a fault came to, and what several of them need. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'

/** One line of the report. `isMet` is whether nothing was lost, ended or left dead. */
export type Outcome = { label: string; figure: string; isMet: boolean }

/** Inflicts a fault on servers of its own. Throws if something happens that it has no words for. */
export type Fault = () => Promise<Outcome[]>

/** Runs a task in a folder that is removed after it. */
export async function withFolder<Result>(task: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-faults-'))
  try {
    return await task(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a task on a PostgreSQL database of its own, which commits durably; `undefined` if no server answers. */
export async function withPostgres<Result>(task: (url: string) => Promise<Result>): Promise<Result | undefined> {
  if (!postgresServer) return undefined
  const { url, drop } = await createServerDatabase()
  try {
    return await task(url)
  } finally {
    await drop()
  }
}

/** Creates a database as operators have it, without what makes tests fast. Throws if no PostgreSQL server answers. */
export async function createServerDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  if (!postgresServer) throw new Error('No PostgreSQL server answers.')
  const created = await createPostgresDatabase(postgresServer)
  const url = new URL(created.url)
  url.searchParams.delete('options')
  return { url: url.href, drop: created.drop }
}

export const QUIET = { DEMO: 'off', LOG_LEVEL: 'silent' } as const
export const postgresSettings = (url: string) => ({ ...QUIET, DATABASE_URL: url, APP_SECRET: 'faults'.repeat(6) })

export const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`
