import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { PublicationFailure } from '#contracts/content-drafts/draft.ts'
import { PUBLICATION_FAILURES } from '#contracts/content-drafts/messages.ts'
import { withoutRecordSections } from '#contracts/documents/documents.ts'
import { can } from '#contracts/permissions.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { DOCUMENT_LABELS } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, forbidden } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Dependencies } from './dependencies.ts'
import { getDraftTopic, NOT_SCHEDULED } from './draft-row.ts'
import { mergeSections } from './merge-sections.ts'
import { parsePublishable } from './parse-draft.ts'
import { type DraftRow, type DraftStatusRow, deleteDraft, findDraft, listDueDrafts, updateSchedule } from './store.ts'

/** Creates the publishing of drafts whose time has come. */
export function createScheduledPublishing({
  database,
  clock,
  content,
  audit,
  accounts,
  outbox,
  publicUrl,
}: Dependencies) {
  /** Returns who scheduled a publication. Throws `forbidden` if they may not publish any more. */
  async function getAuthor(db: Queryable, { scheduledBy }: DraftStatusRow): Promise<Actor> {
    const user = scheduledBy === null ? undefined : await accounts.find(db, scheduledBy)
    if (user?.status !== 'active' || !can(user, 'content:write')) throw forbidden(PUBLICATION_FAILURES.author)
    return { id: user.id, name: user.name, ip: null }
  }

  /** Returns the document to publish: the draft, with what others have published in other sections since. */
  async function getDocument(db: Queryable, row: DraftRow): Promise<JsonObject> {
    const { kind, replacesRevision } = row
    const draft = parsePublishable(kind, row.dataJson)
    const published = await content.get(kind, db)
    if (published.revision === replacesRevision) return draft
    const base = withoutRecordSections(await content.getDocumentAt(kind, replacesRevision ?? row.baseRevision, db))
    const merged = mergeSections({ base, draft, published: withoutRecordSections({ ...published.document }) })
    if (!merged) throw conflict(PUBLICATION_FAILURES.changed)
    return merged
  }

  /** Locks a draft that is due. Returns `undefined` if it was published, changed or cancelled meanwhile. */
  async function lockDue(transaction: Transaction, { kind, version, scheduledAt }: DraftStatusRow) {
    await transaction.lock(getDraftTopic(kind))
    const row = await findDraft(transaction.db, kind)
    return row?.version === version && row.scheduledAt === scheduledAt ? row : undefined
  }

  const toEventData = ({ kind }: DraftRow, at: string) => ({
    id: kind,
    title: DOCUMENT_LABELS[kind],
    at,
    url: `${publicUrl}${ADMIN_PAGES[kind]}`,
  })

  /** Publishes a draft in one transaction, of which nothing remains if the process dies before its end. */
  const publish = (due: DraftStatusRow): Promise<void> =>
    database.write(async (transaction) => {
      const row = await lockDue(transaction, due)
      if (!row) return
      const actor = await getAuthor(transaction.db, row)
      const document = await getDocument(transaction.db, row)
      await content.saveInTransaction(transaction, {
        kind: row.kind,
        raw: document,
        actor,
        isConfirmed: row.isConfirmed,
      })
      await deleteDraft(transaction.db, row.kind)
      await outbox.recordFor(transaction, [actor.id], {
        name: 'publication.done',
        data: toEventData(row, row.scheduledAt ?? timestamp(clock)),
      })
    })

  /** Keeps a draft that couldn't be published, with the reason. */
  const recordFailure = (due: DraftStatusRow, error: AppError): Promise<void> =>
    database.write(async (transaction) => {
      const row = await lockDue(transaction, due)
      if (!row || row.scheduledAt === null) return
      const failure: PublicationFailure = {
        at: timestamp(clock),
        scheduledFor: row.scheduledAt,
        message: error.message,
        errors: error.fieldErrors ?? [],
      }
      await updateSchedule(transaction.db, row.kind, { ...NOT_SCHEDULED, failureJson: JSON.stringify(failure) })
      await audit.record(transaction, {
        actor: null,
        action: 'content.publication-failed',
        target: DOCUMENT_LABELS[row.kind],
        detail: `${row.scheduledByName ?? ''}定于${formatMinuteInShanghai(new Date(row.scheduledAt))}发布：${error.message}`,
      })
      await outbox.recordFor(transaction, row.scheduledBy === null ? [] : [row.scheduledBy], {
        name: 'publication.failed',
        data: { ...toEventData(row, row.scheduledAt), reason: error.message },
      })
    })

  return {
    /**
     * Publishes every draft whose time has come, each once on whichever node. One that can't be published remains, with
     * the reason; other errors, such as of the database, are thrown, and the draft is tried again.
     */
    async publishDue(): Promise<void> {
      for (const due of await listDueDrafts(database.read, timestamp(clock)))
        await publish(due).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.status >= 500) throw error
          return recordFailure(due, error)
        })
    },
  }
}
