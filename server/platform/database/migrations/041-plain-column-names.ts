import { type Kysely, sql } from 'kysely'

const COLUMNS: readonly { table: string; from: string; to: string }[] = [
  { table: 'shortlists', from: 'musts_json', to: 'required_json' },
  { table: 'shortlists', from: 'wants_json', to: 'preferred_json' },
  { table: 'shortlists', from: 'known_json', to: 'notified_result_json' },
  { table: 'submissions', from: 'search_open', to: 'search_text_without_contacts' },
  { table: 'leads', from: 'search_open', to: 'search_text_without_contacts' },
]

const STATUSES: Readonly<Record<string, string>> = { meets: 'matching', may: 'uncertain', fails: 'failing' }

type NotifiedRow = { id: string; result: string }

/** Names columns by what they contain, and the statuses in stored results of shortlists as in replies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, from, to } of COLUMNS) await db.schema.alterTable(table).renameColumn(from, to).execute()
  const { rows } = await sql<NotifiedRow>`select id, notified_result_json as result from shortlists
    where notified_result_json is not null`.execute(db)
  for (const { id, result } of rows)
    await sql`update shortlists set notified_result_json = ${renameStatuses(result)} where id = ${id}`.execute(db)
}

/** Renames the status of each product's result; other values stay unchanged. */
function renameStatuses(result: string): string {
  const products: Record<string, unknown> = JSON.parse(result)
  const renamed = Object.entries(products).map(([id, product]) => [id, renameStatus(product)])
  return JSON.stringify(Object.fromEntries(renamed))
}

function renameStatus(product: unknown): unknown {
  if (typeof product !== 'object' || product === null || !('status' in product)) return product
  const { status } = product
  return typeof status === 'string' ? { ...product, status: STATUSES[status] ?? status } : product
}
