import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { type Method, MethodSchema, type MethodSummary, type MethodVersion } from '#contracts/evaluation/method.ts'
import { describeMethodChanges, getMethod } from '#contracts/rules/evaluation/method.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { findMethod, findNewestMethod, insertMethod, listMethods, type MethodRow } from './store.ts'

export type MethodService = ReturnType<typeof createMethodService>

/** The change feed's topic for versions of the method. */
export const METHODS_TOPIC = 'evaluation-methods'

/** Creates the service for versions of the evaluation method. `readDocument` returns the stored evaluation document. */
export function createMethodService({
  database,
  clock,
  readDocument,
}: {
  database: Database
  clock: Clock
  readDocument: () => Promise<unknown>
}) {
  /** Records a document's method as the next version if it differs from the newest one. Returns the newest version. */
  async function record(transaction: Transaction, document: unknown): Promise<MethodVersion> {
    await transaction.lock(METHODS_TOPIC)
    const method = getMethod(EvaluationSchema.parse(document))
    const newest = await findNewestMethod(transaction.db)
    const before = newest && toMethodVersion(newest)
    if (before && areEqual(before.method, method)) return before
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
    transaction.publish(METHODS_TOPIC)
    return next
  }

  /** Returns the current version; records it first if no save has done so yet. */
  async function getCurrent(): Promise<MethodVersion> {
    const newest = await findNewestMethod(database.read)
    if (newest) return toMethodVersion(newest)
    const document = await readDocument()
    return database.write((transaction) => record(transaction, document))
  }

  return {
    record,
    getCurrent,

    /** Lists versions, newest first. There is always at least one, which the next project would use. */
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

/** Both have been normalized by the same schema, so their properties are in the same order. */
const areEqual = (a: Method, b: Method) =>
  JSON.stringify(MethodSchema.parse(a)) === JSON.stringify(MethodSchema.parse(b))

const toMethodVersion = (row: MethodRow): MethodVersion => ({
  version: row.version,
  createdAt: row.createdAt,
  method: MethodSchema.parse(row.methodJson),
  changes: Array.isArray(row.changesJson) ? row.changesJson.map(String) : [],
})
