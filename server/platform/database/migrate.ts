import { type Kysely, Migrator } from 'kysely'
import { migrations } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/** Brings a database to the newest form; several nodes may start at once. Throws what the failed step threw. */
export async function migrate(db: Kysely<Tables>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
