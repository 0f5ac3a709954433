import type { Database } from './database.ts'
import { getDialect } from './dialects/dialects.ts'

/** The tables that lists and searches of products read; analyzing all of them takes a second. */
const TABLES = ['products', 'product_facts', 'facts', 'fact_values', 'search_texts', 'search_grams'] as const

/** Updates the planner's statistics of the product tables after a bulk change. */
export const collectStatistics = ({ read }: Pick<Database, 'read'>): Promise<void> =>
  getDialect(read).updateStatistics(read, TABLES)
