import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The tables that lists and searches of products read; analyzing all of them takes a second. */
const TABLES = ['products', 'product_facts', 'facts', 'fact_values', 'search_texts', 'search_grams'] as const

/**
 * Updates PostgreSQL's planner statistics of the product tables after a bulk change. Autovacuum runs a minute later or
 * never, and until then queries for a few rows scan entire tables. Failures, such as missing permission, are ignored:
 * queries are only slower.
 */
export async function collectStatistics({ kind, read }: Pick<Database, 'kind' | 'read'>): Promise<void> {
  if (kind === 'sqlite') return
  await sql`analyze ${sql.join(TABLES.map((name) => sql.table(name)))}`.execute(read).catch(() => {})
}
