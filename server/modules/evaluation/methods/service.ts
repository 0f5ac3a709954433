import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { type Method, MethodSchema, type MethodSummary, type MethodVersion } from '#contracts/evaluation/method.ts'
import { describeMethodChanges, getMethod } from '#contracts/rules/evaluation/method.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { findMethod, findNewestMethod, insertMethod, listMethods, type MethodRow } from './store.ts'

export type MethodService = ReturnType<typeof createMethodService>

/** The change feed's topic for versions of the method. */
export const EVALUATION_METHODS_TOPIC = 'evaluation-methods'

/** Creates the service for versions of the evaluation method. `getDocument` returns the stored evaluation document. */
export function createMethodService({
  database,
  clock,
  getDocument,
}: {
  database: Database
  clock: Clock
  getDocument: () => Promise<unknown>
}) {
  /**
   * Records a document's method as the next version if it differs from the newest one, inside the caller's transaction.
   * Returns the newest version.
   */
  async function record(transaction: Transaction, document: unknown): Promise<MethodVersion> {
    await transaction.lock(EVALUATION_METHODS_TOPIC)
    const method = getMethod(EvaluationSchema.parse(document))
    const newest = await findNewestMethod(transaction.db)
    const before = newest && toMethodVersion(newest)
    if (before && isSameMethod(before.method, method)) return before
    const next: MethodVersion = {
      version: (before?.version ?? 0) + 1,
      createdAt: timestamp(clock),
      method,
      changes: before ? describeMethodChanges(before.method, method) : [],
    }
    await insertMethod(transaction.db, {
      version: next.version,
      createdAt: next.createdAt,
      methodJson: JSON.stringify(method),
      changesJson: JSON.stringify(next.changes),
    })
    transaction.publish(EVALUATION_METHODS_TOPIC)
    return next
  }

  /** Returns the newest version. If none has been recorded yet, records the method of the stored document first. */
  async function getCurrent(): Promise<MethodVersion> {
    const newest = await findNewestMethod(database.read)
    if (newest) return toMethodVersion(newest)
    const document = await getDocument()
    return database.write((transaction) => record(transaction, document))
  }

  return {
    record,
    getCurrent,

    /** Lists all versions, newest first, without their methods. Records the first version if there is none. */
    async list(): Promise<MethodSummary[]> {
      await getCurrent()
      const rows = await listMethods(database.read)
      return rows.map(toMethodVersion).map(({ version, createdAt, changes }) => ({ version, createdAt, changes }))
    },

    /** Returns a version. Throws `notFound`. */
    async get(version: number): Promise<MethodVersion> {
      const row = await findMethod(database.read, version)
      if (!row) throw notFound()
      return toMethodVersion(row)
    },
  }
}

/** Compares methods as JSON. Since the schema normalizes both, their properties are in the same order. */
const isSameMethod = (a: Method, b: Method): boolean =>
  JSON.stringify(MethodSchema.parse(a)) === JSON.stringify(MethodSchema.parse(b))

const toMethodVersion = (row: MethodRow): MethodVersion => ({
  version: row.version,
  createdAt: row.createdAt,
  method: MethodSchema.parse(row.methodJson),
  changes: Array.isArray(row.changesJson) ? row.changesJson.map(String) : [],
})
