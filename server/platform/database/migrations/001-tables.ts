import type { Kysely } from 'kysely'
import { createAccountTables } from './001-tables/accounts.ts'
import { createDocumentTables } from './001-tables/documents.ts'
import { createEvaluationTables } from './001-tables/evaluations.ts'
import { createEventTables } from './001-tables/events.ts'
import { createFactTables } from './001-tables/facts.ts'
import { createImportTables } from './001-tables/imports.ts'
import { createMailTables } from './001-tables/mails.ts'
import { createNodeTables } from './001-tables/nodes.ts'
import { createProductTables } from './001-tables/products.ts'
import { createRequestTables } from './001-tables/requests.ts'
import { createReviewTables } from './001-tables/reviews.ts'
import { createSearchTables } from './001-tables/search.ts'
import { createShortlistTables } from './001-tables/shortlists.ts'
import { createSiteTables } from './001-tables/site.ts'
import { createVisitTables } from './001-tables/visits.ts'
import type { DatabaseKind } from './columns.ts'

/** Creates every table of release 0.2.0, grouped as in `tables/`. A table follows those that it references. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createAccountTables(db, kind)
  await createDocumentTables(db)
  await createProductTables(db, kind)
  await createFactTables(db, kind)
  await createImportTables(db, kind)
  await createRequestTables(db)
  await createReviewTables(db, kind)
  await createEvaluationTables(db, kind)
  await createShortlistTables(db, kind)
  await createEventTables(db, kind)
  await createSiteTables(db, kind)
  await createMailTables(db)
  await createVisitTables(db, kind)
  await createNodeTables(db, kind)
  await createSearchTables(db, kind)
}
