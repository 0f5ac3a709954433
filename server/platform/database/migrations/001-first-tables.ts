import type { Kysely } from 'kysely'
import { createAccountTables } from './001-first-tables/accounts.ts'
import { createDocumentTables } from './001-first-tables/documents.ts'
import { createMailTables } from './001-first-tables/mails.ts'
import { createNodeTables } from './001-first-tables/nodes.ts'
import { createProductTables } from './001-first-tables/products.ts'
import { createRequestTables } from './001-first-tables/requests.ts'
import { createSiteTables } from './001-first-tables/site.ts'
import { createVisitTables } from './001-first-tables/visits.ts'
import type { DatabaseKind } from './columns.ts'

/** Creates every table, grouped as in `tables/`. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createDocumentTables(db)
  await createProductTables(db, kind)
  await createRequestTables(db, kind)
  await createSiteTables(db, kind)
  await createAccountTables(db, kind)
  await createMailTables(db)
  await createVisitTables(db)
  await createNodeTables(db)
}
