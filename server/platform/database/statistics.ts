import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What lists and searches of products read; all together they are sampled in a second. */
const TABLES = [
  'products',
  'product_facts',
  'facts',
  'fact_values',
  'search_texts',
  'search_grams',
  'search_letter_grams',
] as const

/**
 * Has PostgreSQL count what its tables of products hold, after so many changes that its plans would go by nothing: its
 * own counting comes a minute later, or never, and until then each few rows are looked for in all. Where it may not,
 * reading takes longer.
 */
export async function collectStatistics({ kind, read }: Pick<Database, 'kind' | 'read'>): Promise<void> {
  if (kind === 'sqlite') return
  await sql`analyze ${sql.join(TABLES.map((name) => sql.table(name)))}`.execute(read).catch(() => {})
}
