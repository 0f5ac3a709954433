import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { type Method, MethodSchema, type MethodSummary, type MethodVersion } from '#contracts/evaluation/method.ts'
import { describeMethodChanges, getMethod } from '#contracts/rules/evaluation/method.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { findMethod, findNewestMethod, insertMethod, listMethods, type MethodRow } from './store.ts'

export type MethodService = ReturnType<typeof createMethodService>

/** The change feed's topic for the versions of the method. */
export const METHODS_TOPIC = 'evaluation-methods'

/**
 * Creates the service for the versions of the evaluation method. `readDocument` returns the evaluation document as it
 * is stored now.
 */
export function createMethodService({
  database,
  clock,
  readDocument,
}: {
  database: Database
  clock: Clock
  readDocument: () => Promise<unknown>
}) {
  /** Records the method of a document as the next version, if it differs from the newest one. */
  async function record(write: Write, document: unknown): Promise<MethodVersion> {
    await write.lock(METHODS_TOPIC)
    const method = getMethod(EvaluationSchema.parse(document))
    const newest = await findNewestMethod(write.tx)
    const before = newest && toMethodVersion(newest)
    if (before && isSame(before.method, method)) return before
    const next: MethodVersion = {
      version: (before?.version ?? 0) + 1,
      createdAt: timestamp(clock),
      method,
      changes: before ? describeMethodChanges(before.method, method) : [],
    }
    await insertMethod(write.tx, {
      version: next.version,
      createdAt: next.createdAt,
      methodJson: JSON.stringify(method),
      changesJson: JSON.stringify(next.changes),
    })
    write.touch(METHODS_TOPIC)
    return next
  }

  /** Returns the version that is valid now; records it if no save has yet. */
  async function getCurrent(): Promise<MethodVersion> {
    const newest = await findNewestMethod(database.read)
    if (newest) return toMethodVersion(newest)
    const document = await readDocument()
    return database.write((write) => record(write, document))
  }

  return {
    record,
    getCurrent,

    /** Lists the newest first; there is one at least, by which the next project would begin. */
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

/** Compares methods as they are stored: both come from one function, so their properties have one order. */
const isSame = (a: Method, b: Method) => JSON.stringify(MethodSchema.parse(a)) === JSON.stringify(MethodSchema.parse(b))

const toMethodVersion = (row: MethodRow): MethodVersion => ({
  version: row.version,
  createdAt: row.createdAt,
  method: MethodSchema.parse(row.methodJson),
  changes: Array.isArray(row.changesJson) ? row.changesJson.map(String) : [],
})
