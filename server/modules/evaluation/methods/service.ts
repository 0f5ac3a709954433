import { type EvaluationContent, EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import {
  type Method,
  type MethodDraft,
  MethodSchema,
  type MethodSummary,
  type MethodVersion,
} from '#contracts/evaluation/method.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { listStandardErrors } from '#contracts/rules/evaluation/check-standards.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { type ContentService, getContentTopic } from '#server/modules/content/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalidFields, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Topic } from '#server/platform/database/topics.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { completeStandards } from './complete-standards.ts'
import { describeMethodChanges, getMethod } from './method.ts'
import { withPublishedMethod } from './published-method.ts'
import { findMethod, findNewestMethod, insertMethod, listMethods, type MethodRow } from './store.ts'

export type MethodService = ReturnType<typeof createMethodService>

const MAX_AUDITED_CHANGES = 20

/** The change feed's topic for versions of the method. */
export const EVALUATION_METHODS_TOPIC: Topic = 'evaluation-methods'

/** An evaluation document with its revision. */
type StoredDocument = { document: EvaluationContent; revision: number }

/** Who publishes, and the revision that the document must still be at, if given. */
type Publication = { actor: Actor; ifMatch: string | undefined }

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  /** Stores the evaluation document, whose standards are the draft of the next version. */
  content: Pick<ContentService, 'get' | 'onSave'>
}

/** Creates the service for versions of the evaluation method. */
export function createMethodService({ database, clock, audit, content }: Dependencies) {
  const getDocument = (db: Queryable): Promise<StoredDocument> => content.get('evaluation', db)

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
    const { document } = await getDocument(database.read)
    return database.write((transaction) => record(transaction, document))
  }

  content.onSave('evaluation', {
    complete: completeStandards,
    async afterSave(transaction, { before, after, isSample }) {
      // The sample's method is published; what a person saves is a draft, whose published version must exist.
      if (isSample) await record(transaction, after)
      else if (!(await findNewestMethod(transaction.db))) await record(transaction, before)
    },
  })

  return {
    getCurrent,

    /** Returns an evaluation document as visitors see it: with the published method. */
    toPublicDocument: async (document: EvaluationContent): Promise<EvaluationContent> =>
      withPublishedMethod(document, (await getCurrent()).method),

    /** Returns the evaluation document with the published method; callers who read drafts get the saved one. */
    async getPublicDocument(caller: Caller | null): Promise<StoredDocument> {
      const stored = await getDocument(database.read)
      if (caller && can(caller, 'content:read')) return stored
      const { method } = await getCurrent()
      return { document: withPublishedMethod(stored.document, method), revision: stored.revision }
    },

    /** Compares the saved standards with the newest version. */
    async getDraft(): Promise<{ draft: MethodDraft; revision: number }> {
      const { version, createdAt, method } = await getCurrent()
      const { document, revision } = await getDocument(database.read)
      const changes = describeMethodChanges(method, getMethod(document))
      const errors = listStandardErrors(document.evaluationStandards)
      return { draft: { published: { version, createdAt }, changes, errors }, revision }
    },

    /**
     * Publishes the saved standards as the next version. Throws `versionConflict`, `invalid` with every error of the
     * standards, or `conflict` if nothing differs from the newest version.
     */
    publish: ({ actor, ifMatch }: Publication): Promise<{ published: MethodVersion; revision: number }> =>
      database.write(async (transaction) => {
        await transaction.lock(getContentTopic('evaluation'))
        const { document, revision } = await getDocument(transaction.db)
        if (!matchesRevision(ifMatch, revision)) throw new AppError('versionConflict')
        const errors = listStandardErrors(document.evaluationStandards)
        if (errors.length > 0) throw invalidFields(errors)
        const before = await findNewestMethod(transaction.db)
        const published = await record(transaction, document)
        if (published.version === before?.version) throw conflict(EVALUATION_MESSAGES.methodUnchanged)
        await audit.record(transaction, {
          actor,
          action: 'content.publish-method',
          target: `M${published.version}`,
          detail: published.changes.slice(0, MAX_AUDITED_CHANGES).join('；'),
        })
        return { published, revision }
      }),

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
