/** Complete installations for tests of backups and copies: a database of either kind, uploads and a secret. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Installation } from '#server/modules/backups/installation.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Database, openPostgresDatabase, openSqliteDatabase } from '#server/platform/database/database.ts'
import { createLocalFiles } from '#server/platform/files/local-files.ts'
import { createServices, type Services } from '#server/services.ts'
import { LOW_COST } from '../test-app.ts'
import { createPostgresDatabase, postgresServer } from './test-databases.ts'

/** PostgreSQL requires a real server, since the tested code opens its own connections. */
export const INSTALLATION_KINDS = postgresServer ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)
type Kind = (typeof INSTALLATION_KINDS)[number]

/** Returns the other kind if it is available, otherwise the same. */
export const getOtherKind = (kind: Kind): Kind => INSTALLATION_KINDS.find((other) => other !== kind) ?? kind

/** Provides installations in a temporary folder that is removed after the last test of the file. */
export function setUpInstallations() {
  let folder = ''
  let count = 0
  const drops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhijian-installations-'))
  })
  afterAll(async () => {
    for (const drop of drops) await drop()
    await rm(folder, { recursive: true })
  })
  return {
    getPath: (name: string): string => join(folder, name),

    /** Creates an empty installation. */
    async create(kind: Kind): Promise<Installation> {
      count += 1
      const data = join(folder, `data-${count}`)
      const commonParts = { s3: undefined, uploadsFolder: join(data, 'uploads'), secretFile: join(data, 'secret') }
      if (kind === 'sqlite') return { location: { kind, file: join(data, 'zhijian.sqlite') }, ...commonParts }
      const { url, drop } = await createPostgresDatabase(postgresServer ?? '')
      drops.push(drop)
      return { location: { kind, url }, ...commonParts }
    },
  }
}

/** Opens an installation's database and creates the services. */
export async function openInstallation(
  { location, uploadsFolder }: Pick<Installation, 'location' | 'uploadsFolder'>,
  clock: Clock,
): Promise<{ database: Database; services: Services }> {
  const database =
    location.kind === 'postgres' ? await openPostgresDatabase(location.url) : await openSqliteDatabase(location.file)
  const fileStore = createLocalFiles(uploadsFolder)
  return { database, services: createServices({ database, fileStore, clock, passwordCost: LOW_COST }) }
}
