import type { Calendar, ContentDraft, DraftStatus } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { CONTENT_DRAFTS } from '#contracts/limits.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { endOfDay, startOfDay } from '#contracts/rules/shanghai-time.ts'
import { DOCUMENT_LABELS, type DraftKind } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { toRevision } from '#server/platform/revision.ts'
import type { Dependencies } from './dependencies.ts'
import { getDraftTopic, NOT_SCHEDULED } from './draft-row.ts'
import { parseDraft } from './parse-draft.ts'
import { createPreviewLinks } from './preview-links.ts'
import { createPublishing } from './publishing.ts'
import {
  type DraftRow,
  type DraftStatusRow,
  deleteDraft,
  findDraft,
  listDrafts,
  listPublications,
  replaceDraft,
} from './store.ts'
import { toDraft, toStatus, withRecords } from './view.ts'

export type ContentDraftService = ReturnType<typeof createContentDraftService>

/** A draft to save, and the version that it must still be at, if given. */
type DraftSave = {
  actor: Actor
  ifMatch: string | undefined
  /** The published revision that the draft is based on, if it isn't the one that it was based on before. */
  base: number | undefined
  /** Whether the actor accepts that saving a scheduled draft cancels its publication. */
  isConfirmed: boolean
}

/** A draft with its version. */
type VersionedDraft = { value: ContentDraft; revision: number }

/** Creates the service for the drafts beside published documents: editing, previews, and publishing now or later. */
export function createContentDraftService(dependencies: Dependencies) {
  const { database, clock, content, audit } = dependencies

  const getPublishedRevision = async (kind: DraftKind, db: Queryable): Promise<number> =>
    (await content.get(kind, db)).revision

  async function toVersioned(row: DraftRow, db: Queryable): Promise<VersionedDraft> {
    const published = await content.get(row.kind, db)
    const draft = toDraft(row, published.revision)
    return { value: { ...draft, document: withRecords(draft.document, published.document) }, revision: row.version }
  }

  async function listStatuses(rows: readonly DraftStatusRow[]): Promise<DraftStatus[]> {
    return Promise.all(rows.map(async (row) => toStatus(row, await getPublishedRevision(row.kind, database.read))))
  }

  return {
    ...createPublishing(dependencies),
    links: createPreviewLinks(dependencies),

    /** Lists the drafts of all documents, without their contents. */
    list: async (): Promise<DraftStatus[]> => listStatuses(await listDrafts(database.read)),

    /** Returns a document's draft. Throws `notFound`. */
    async get(kind: DraftKind): Promise<VersionedDraft> {
      const row = await findDraft(database.read, kind)
      if (!row) throw notFound(CONTENT_DRAFT_MESSAGES.notFound)
      return toVersioned(row, database.read)
    },

    /**
     * Creates or replaces a document's draft, which may be incomplete. Throws `invalid` for values of another type,
     * `versionConflict`, or `conflict` with the reason `confirmation-required` if the draft is scheduled.
     */
    async save(kind: DraftKind, raw: JsonObject, { actor, ifMatch, base, isConfirmed }: DraftSave) {
      const document = parseDraft(kind, raw)
      return database.write(async (transaction) => {
        const { db } = transaction
        const topicRevision = await transaction.lock(getDraftTopic(kind))
        const before = await findDraft(db, kind)
        if (!matchesRevision(ifMatch, before?.version ?? 0))
          throw new AppError('versionConflict', CONTENT_DRAFT_MESSAGES.changed)
        const published = await getPublishedRevision(kind, db)
        const baseRevision = Math.min(base ?? before?.baseRevision ?? published, published)
        if (before?.baseRevision === baseRevision && diff(before.dataJson, document).length === 0)
          return toVersioned(before, db)
        if (before && before.scheduledAt !== null && !isConfirmed) throw createScheduledError()
        const row: DraftRow = {
          ...NOT_SCHEDULED,
          kind,
          version: topicRevision + 1,
          dataJson: document,
          baseRevision,
          savedAt: timestamp(clock),
          savedBy: actor.id,
          savedByName: actor.name,
          failureJson: null,
        }
        await replaceDraft(db, { ...row, dataJson: JSON.stringify(document), failureJson: null })
        transaction.publish(getDraftTopic(kind))
        await audit.record(transaction, {
          actor,
          action: 'content.save-draft',
          target: DOCUMENT_LABELS[kind],
          detail: before && before.scheduledAt !== null ? '取消了定时发布' : '',
        })
        return toVersioned(row, db)
      })
    },

    /** Deletes a document's draft with its preview links and its schedule. Throws `notFound`, `versionConflict`. */
    discard: (kind: DraftKind, { actor, ifMatch }: Pick<DraftSave, 'actor' | 'ifMatch'>): Promise<void> =>
      database.write(async (transaction) => {
        await transaction.lock(getDraftTopic(kind))
        const row = await findDraft(transaction.db, kind)
        if (!row) throw notFound(CONTENT_DRAFT_MESSAGES.notFound)
        if (!matchesRevision(ifMatch, row.version))
          throw new AppError('versionConflict', CONTENT_DRAFT_MESSAGES.changed)
        await deleteDraft(transaction.db, kind)
        await audit.record(transaction, { actor, action: 'content.discard-draft', target: DOCUMENT_LABELS[kind] })
      }),

    /** Lists what was published and what is scheduled from one day to another. */
    async getCalendar({ from, to }: { from: string; to: string }): Promise<Calendar> {
      const range = { from: startOfDay(from), before: endOfDay(to) }
      const drafts = (await listDrafts(database.read)).filter(
        ({ scheduledAt }) => scheduledAt !== null && scheduledAt >= range.from && scheduledAt < range.before,
      )
      const scheduled = await listStatuses(drafts)
      const rows = await listPublications(database.read, range)
      return {
        scheduled: scheduled.toSorted((a, b) => (a.schedule?.at ?? '').localeCompare(b.schedule?.at ?? '')),
        published: rows.slice(0, CONTENT_DRAFTS.calendarEntries).map(({ kind, ...row }) => {
          const { isCurrent: _, ...revision } = toRevision(row, row.revision)
          return { ...revision, kind }
        }),
        isTruncated: rows.length > CONTENT_DRAFTS.calendarEntries,
      }
    },
  }
}

function createScheduledError(): AppError {
  const message = CONTENT_DRAFT_MESSAGES.savingUnschedules
  return conflict(message, { reason: 'confirmation-required', fieldErrors: [{ path: '', message }] })
}
