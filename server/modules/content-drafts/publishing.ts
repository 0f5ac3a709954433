import type { Published, PublishInput } from '#contracts/content-drafts/draft.ts'
import { getPublicationLabel } from '#contracts/content-drafts/listing-change.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { CONTENT_DRAFTS } from '#contracts/limits.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, invalidField, notFound } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import type { Dependencies } from './dependencies.ts'
import { NOT_SCHEDULED } from './draft-row.ts'
import { createScheduledPublishing } from './scheduled-publishing.ts'
import { type DraftRow, deleteDraft, findDraft, updateSchedule } from './store.ts'
import type { createSubjects, Subject } from './subject.ts'
import { findListingChange } from './view.ts'

/** Creates the publishing of drafts: now, at a time, or not any more. */
export function createPublishing(dependencies: Dependencies, subjects: ReturnType<typeof createSubjects>) {
  const { database, clock, audit } = dependencies

  /** Locks and returns a draft. Throws `notFound`, or `versionConflict` for another version than the given one. */
  async function lockDraft(transaction: Transaction, owner: Subject, version: number | undefined): Promise<DraftRow> {
    await owner.lock(transaction)
    const row = await findDraft(transaction.db, owner.kind)
    if (!row) throw notFound(CONTENT_DRAFT_MESSAGES.notFound)
    if (version !== undefined && version !== row.version)
      throw new AppError('versionConflict', CONTENT_DRAFT_MESSAGES.changed)
    return row
  }

  /** Publishes a draft inside the caller's transaction. Returns the published revision. */
  async function publishNow(
    transaction: Transaction,
    row: DraftRow,
    { replaces = row.baseRevision, confirmed, actor }: PublishInput & { actor: Actor },
  ): Promise<number> {
    const { db } = transaction
    const owner = subjects.ofRow(row)
    const document = await owner.parsePublishable(Object(row.dataJson), db)
    if ((await owner.getPublished(db)).revision !== replaces)
      throw new AppError('versionConflict', CONTENT_DRAFT_MESSAGES.publishedChanged)
    const revision = await owner.publish(transaction, { document, replaces, isConfirmed: confirmed, actor })
    await deleteDraft(db, row.kind)
    return revision
  }

  /** Publishes a draft and takes it back, so that whoever schedules it hears at once of what would fail. */
  async function rehearse(owner: Subject, input: PublishInput, actor: Actor): Promise<void> {
    const rehearsal = database.write(async (transaction) => {
      await publishNow(transaction, await lockDraft(transaction, owner, input.version), { ...input, actor })
      throw new RehearsalEnd()
    })
    await rehearsal.catch((error: unknown) => {
      if (!(error instanceof RehearsalEnd)) throw error
    })
  }

  function assertScheduleTime(at: string): void {
    const aheadMs = Date.parse(at) - clock.now().getTime()
    if (aheadMs <= 0) throw invalidField('at', CONTENT_DRAFT_MESSAGES.pastTime)
    if (aheadMs > CONTENT_DRAFTS.scheduleDays * DAY_MS) throw invalidField('at', CONTENT_DRAFT_MESSAGES.timeTooFar)
  }

  async function schedule(owner: Subject, input: PublishInput & { at: string }, actor: Actor): Promise<Published> {
    assertScheduleTime(input.at)
    await rehearse(owner, input, actor)
    return writeOnce(database, async (transaction) => {
      const row = await lockDraft(transaction, owner, input.version)
      const scheduledFor = new Date(input.at).toISOString()
      await updateSchedule(transaction.db, owner.kind, {
        scheduledAt: scheduledFor,
        scheduledBy: actor.id,
        scheduledByName: actor.name,
        replacesRevision: input.replaces ?? row.baseRevision,
        isConfirmed: input.confirmed,
        failureJson: null,
      })
      const published = await owner.getPublished(transaction.db)
      const label = getPublicationLabel(findListingChange(Object(row.dataJson), published.document))
      await audit.record(transaction, {
        actor,
        action: 'content.schedule',
        target: (await owner.describe(transaction.db)).label,
        detail: `定于${formatMinuteInShanghai(new Date(scheduledFor))}${label}`,
      })
      return { scheduledFor, revision: null }
    })
  }

  return {
    ...createScheduledPublishing(dependencies, subjects),

    /**
     * Publishes a draft now or at a time. Throws `notFound`, `invalid` with every field that publishing demands,
     * `versionConflict` if the draft or the published document was changed, or `conflict` with the reason
     * `confirmation-required`.
     */
    publish: (owner: Subject, { at, ...input }: PublishInput, actor: Actor): Promise<Published> =>
      at === undefined
        ? writeOnce(database, async (transaction) => {
            const row = await lockDraft(transaction, owner, input.version)
            return { scheduledFor: null, revision: await publishNow(transaction, row, { ...input, actor }) }
          })
        : schedule(owner, { at, ...input }, actor),

    /** Cancels a scheduled publication; the draft remains. Throws `notFound` if there is none, or it was published. */
    unschedule: (owner: Subject, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await owner.lock(transaction)
        const row = await findDraft(transaction.db, owner.kind)
        if (!row || row.scheduledAt === null) throw notFound(CONTENT_DRAFT_MESSAGES.notScheduled)
        await updateSchedule(transaction.db, owner.kind, { ...NOT_SCHEDULED, failureJson: null })
        const { label } = await owner.describe(transaction.db)
        await audit.record(transaction, { actor, action: 'content.unschedule', target: label })
      }),
  }
}

/** Rolls a rehearsal back. */
class RehearsalEnd extends Error {
  override name = 'RehearsalEnd'
}
