/** The statements that a large catalogue depends on use their indexes, on both databases. */
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAuditEntries } from '#server/modules/audit/store.ts'
import { countStaleFacts } from '#server/modules/facts/review/store.ts'
import { findLastChange, listChangedFacts } from '#server/modules/facts/store.ts'
import {
  countLiveProducts,
  findLastChangeNumber,
  listChangedRows,
  listProductsByNumber,
  listReviewedVersions,
} from '#server/modules/products/store.ts'
import { listSnapshotParts } from '#server/modules/search/store.ts'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import type { Database, Queryable } from './database.ts'

const PAGE = { limit: 20, offset: 0 }
const STALE = { today: '2026-11-22', order: 'age', grade: 'claimed' } as const
const BY_AUTHOR = { user: '张', action: undefined, from: undefined, before: undefined }

/** Each with the index that it is to use. */
const STATEMENTS: Readonly<Record<string, { index: string; run: (db: Queryable) => Promise<unknown> }>> = {
  'rows of a catalogue that changed': {
    index: 'products_changed',
    run: (db) => listChangedRows(db, 'agent', { after: { change: 5, number: 7 }, until: 9, limit: 200 }),
  },
  'the last change of a catalogue': { index: 'products_changed', run: (db) => findLastChangeNumber(db, 'agent') },
  'facts that changed': {
    index: 'product_facts_changed',
    run: (db) => listChangedFacts(db, { after: { change: 5, productId: 'a' }, until: 9, limit: 200 }),
  },
  'the last change of facts': { index: 'product_facts_changed', run: findLastChange },
  'how many products are in no recycle bin': { index: 'products_name', run: (db) => countLiveProducts(db, 'agent') },
  'products that have reviews': { index: 'products_reviewed', run: (db) => listReviewedVersions(db, 'agent') },
  'products of a page': { index: 'products_number', run: (db) => listProductsByNumber(db, [1, 2, 3]) },
  'parts of a stored index': {
    index: 'catalogue_snapshots',
    run: (db) => listSnapshotParts(db, 'agent', { from: 0, count: 20 }),
  },
  'stale facts of a grade': { index: 'facts_stale_by_grade', run: (db) => countStaleFacts(db, STALE, 10_000) },
  'entries of an author': { index: 'audit_entries_author', run: (db) => listAuditEntries(db, BY_AUTHOR, PAGE) },
}

describe.each(TEST_DATABASES)('statements ($name)', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  /** Returns the plans of what is executed; without rows, PostgreSQL has to be kept from reading tables as a whole. */
  async function explain(run: (db: Queryable) => Promise<unknown>): Promise<string> {
    const executor = database.read.getExecutor()
    const execute = vi.spyOn(executor, 'executeQuery')
    await run(database.read)
    const queries = execute.mock.calls.map(([query]) => query)
    execute.mockRestore()
    const explanations: string[] = []
    await database.write(async ({ tx }) => {
      const isSqlite = database.kind === 'sqlite'
      if (!isSqlite) await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
      for (const { sql, parameters } of queries) {
        const statement = `explain ${isSqlite ? 'query plan ' : ''}${sql}`
        const { rows } = await tx.executeQuery(CompiledQuery.raw(statement, [...parameters]))
        explanations.push(JSON.stringify(rows))
      }
    })
    return explanations.join('\n')
  }

  it.each(Object.entries(STATEMENTS))('uses an index for %s', async (_, { index, run }) => {
    const plan = await explain(run)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/"SCAN (?:products|facts|product_facts|audit_entries)"|Seq Scan on/)
  })
})
