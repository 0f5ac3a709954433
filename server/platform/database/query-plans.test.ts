/** Asserts that the statements on which large catalogues and runs depend use their indexes, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listClaims } from '#server/modules/evaluation-runs/claims/store.ts'
import { countByOutcome } from '#server/modules/evaluation-runs/trials/store.ts'
import { countStaleFacts } from '#server/modules/facts/review/store.ts'
import { getLastChange, listChangedFacts } from '#server/modules/facts/store.ts'
import {
  getLastChangeNumber,
  listChangedRows,
  listReviewedVersions,
} from '#server/modules/products/catalogue-index/store.ts'
import { listProductsByNumber } from '#server/modules/products/numbers/store.ts'
import { findProduct, listNamesakes } from '#server/modules/products/store.ts'
import { listSubmissionContacts } from '#server/modules/vendors/store.ts'
import { explain } from '#testing/databases/explain.ts'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import { type Database, openSqliteDatabase, type Queryable } from './database.ts'

const NOW = '2026-11-22T02:00:00.000Z'
const STALE = { today: '2026-11-22', order: 'age', grade: 'claimed' } as const

/** The statements, each with the index it must use, or one of equal cost on an empty table. */
const STATEMENTS: Readonly<Record<string, { index: string | RegExp; run: (db: Queryable) => Promise<unknown> }>> = {
  'the changed rows of a catalogue': {
    index: 'products_changed',
    run: (db) => listChangedRows(db, 'agent', { after: { change: 5, number: 7 }, until: 9, limit: 200 }),
  },
  'the last change of a catalogue': {
    index: /products_(changed|updated)/,
    run: (db) => getLastChangeNumber(db, 'agent'),
  },
  'changed facts': {
    index: 'product_facts_changed',
    run: (db) => listChangedFacts(db, { after: { change: 5, productId: 'a' }, until: 9, limit: 200 }),
  },
  'the last change of facts': { index: 'product_facts_changed', run: getLastChange },
  'products with a name': { index: 'products_folded_name', run: (db) => listNamesakes(db, 'agent', ['甲', '乙']) },
  'products with reviews': { index: 'products_reviewed', run: (db) => listReviewedVersions(db, 'agent') },
  'the products of a page': { index: 'products_number', run: (db) => listProductsByNumber(db, [1, 2, 3]) },
  'the contacts of products': { index: 'submissions_by_product', run: (db) => listSubmissionContacts(db, ['a', 'b']) },
  'the stale facts of a grade': { index: 'facts_stale_by_grade', run: (db) => countStaleFacts(db, STALE, 10_000) },
  'the trials that are being asked': {
    index: 'evaluation_run_trials_open',
    run: (db) => listClaims(db, { runId: 'r', candidate: 'a' }, NOW),
  },
  'the outcomes of a run': { index: 'evaluation_run_trials_outcome', run: (db) => countByOutcome(db, 'r') },
}

describe.each(TEST_DATABASES)('statements ($name)', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it.each(Object.entries(STATEMENTS))('uses an index for %s', async (_, { index, run }) => {
    const plan = (await explain(database, ({ read }) => run(read))).join('\n')
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(/"SCAN (?:products|facts|product_facts)"|Seq Scan on/)
  })
})

/** Not on PostgreSQL, which would combine bitmaps of both indexes: `explain` disables bitmap scans. */
it('reads a product by an index of ids and one of names on SQLite', async () => {
  const database = await openSqliteDatabase(':memory:')
  const plan = (await explain(database, ({ read }) => findProduct(read, 'agent', 'a'))).join('\n')
  expect(plan).toContain('MULTI-INDEX OR')
  expect(plan).toContain('products_name (catalogue=? AND name=?)')
  await database.close()
})
