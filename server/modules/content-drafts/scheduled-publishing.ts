import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { PublicationFailure } from '#contracts/content-drafts/draft.ts'
import { getPublicationLabel } from '#contracts/content-drafts/listing-change.ts'
import { PUBLICATION_FAILURES } from '#contracts/content-drafts/messages.ts'
import { can } from '#contracts/permissions.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, findOrUndefined, forbidden } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { runIndependently } from '#server/platform/run-independently.ts'
import type { Dependencies } from './dependencies.ts'
import { NOT_SCHEDULED } from './draft-row.ts'
import { mergeSections } from './merge-sections.ts'
import { type DraftRow, type DraftStatusRow, deleteDraft, findDraft, listDueDrafts, updateSchedule } from './store.ts'
import type { createSubjects } from './subject.ts'
import { findListingChange } from './view.ts'

/** Creates the publishing of drafts whose time has come. */
export function createScheduledPublishing(
  { database, clock, audit, accounts, outbox, publicUrl }: Dependencies,
  subjects: ReturnType<typeof createSubjects>,
) {
  /** Returns who scheduled a publication. Throws `forbidden` if they may not publish any more. */
  async function getAuthor(db: Queryable, row: DraftStatusRow): Promise<Actor> {
    const { scheduledBy } = row
    const user = scheduledBy === null ? undefined : await accounts.find(db, scheduledBy)
    if (user?.status !== 'active' || !can(user, subjects.ofRow(row).permission))
      throw forbidden(PUBLICATION_FAILURES.author)
    return { id: user.id, name: user.name, ip: null }
  }

  /** Returns the document to publish: the draft, with what others have published in other sections since. */
  async function getDocument(db: Queryable, row: DraftRow): Promise<JsonObject> {
    const owner = subjects.ofRow(row)
    const draft = await owner.parsePublishable(Object(row.dataJson), db)
    const published = await owner.getPublished(db)
    if (published.revision === row.replacesRevision) return draft
    const base = await owner.getDocumentAt(row.replacesRevision ?? row.baseRevision, db)
    const merged = mergeSections({ base, draft, published: owner.toComparable(published.document) })
    if (!merged) throw conflict(PUBLICATION_FAILURES.changed)
    return merged
  }

  /** Locks a draft that is due. Returns `undefined` if it was published, changed or cancelled meanwhile. */
  async function lockDue(transaction: Transaction, due: DraftStatusRow) {
    await subjects.ofRow(due).lock(transaction)
    const row = await findDraft(transaction.db, due.kind)
    return row?.version === due.version && row.scheduledAt === due.scheduledAt ? row : undefined
  }

  /** Returns what is told of a publication that is still to be made. A product that was removed is named by its draft. */
  async function getEventData(db: Queryable, row: DraftRow, at: string) {
    const subject = subjects.ofRow(row)
    const draft: JsonObject = Object(row.dataJson)
    const description = await findOrUndefined(subject.describe(db))
    const published = await findOrUndefined(subject.getPublished(db))
    return {
      id: row.kind,
      title: description?.label ?? String(draft.name ?? ''),
      at,
      listingChange: published ? findListingChange(draft, published.document) : null,
      url: `${publicUrl}${description?.editorPath ?? ADMIN_PAGES.calendar}`,
    }
  }

  /** Publishes a draft in one transaction, of which nothing remains if the process dies before its end. */
  const publish = (due: DraftStatusRow): Promise<void> =>
    database.write(async (transaction) => {
      const row = await lockDue(transaction, due)
      if (!row) return
      const actor = await getAuthor(transaction.db, row)
      const document = await getDocument(transaction.db, row)
      const { listingChange } = await getEventData(transaction.db, row, '')
      await subjects.ofRow(row).publish(transaction, { document, actor, isConfirmed: row.isConfirmed })
      await deleteDraft(transaction.db, row.kind)
      const data = await getEventData(transaction.db, row, row.scheduledAt ?? timestamp(clock))
      await outbox.recordFor(transaction, [actor.id], { name: 'publication.done', data: { ...data, listingChange } })
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
      const data = await getEventData(transaction.db, row, row.scheduledAt)
      await audit.record(transaction, {
        actor: null,
        action: 'content.publication-failed',
        target: data.title,
        detail: `${row.scheduledByName ?? ''}定于${formatMinuteInShanghai(new Date(row.scheduledAt))}${getPublicationLabel(data.listingChange)}：${error.message}`,
      })
      await outbox.recordFor(transaction, row.scheduledBy === null ? [] : [row.scheduledBy], {
        name: 'publication.failed',
        data: { ...data, reason: error.message },
      })
    })

  const publishOrKeep = (due: DraftStatusRow): Promise<void> =>
    publish(due).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return recordFailure(due, error)
    })

  return {
    /**
     * Publishes every draft whose time has come, each once on whichever node. One that can't be published remains, with
     * the reason; other errors, such as of the database, are thrown, and the draft is tried again. It doesn't hold up the
     * others.
     */
    async publishDue(): Promise<void> {
      const due = await listDueDrafts(database.read, timestamp(clock))
      await runIndependently(due.map((draft) => () => publishOrKeep(draft)))
    },
  }
}
