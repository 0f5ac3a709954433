import type { z } from 'zod'
import type { Calendar, ContentDraft, DraftStatus } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { CONTENT_DRAFTS } from '#contracts/limits.ts'
import type { Caller } from '#contracts/permissions.ts'
import { EditorProductSchema } from '#contracts/products/product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { endOfDay, startOfDay } from '#contracts/rules/shanghai-time.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { carryComments } from '#server/modules/comments/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, findOrUndefined, notFound } from '#server/platform/app-error.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { toSaver } from '#server/platform/database/find-authorship.ts'
import { hideContacts } from '#server/platform/hide-contacts.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { toRevision } from '#server/platform/revision.ts'
import { createAmending, toCommentSubject, toEdited } from './amending.ts'
import type { Dependencies } from './dependencies.ts'
import { NOT_SCHEDULED } from './draft-row.ts'
import { createPreviewLinks } from './preview-links.ts'
import { createPublishing } from './publishing.ts'
import {
  type DraftRow,
  deleteDraft,
  findDraft,
  type ListedDraftRow,
  listDrafts,
  listProductPublications,
  listPublications,
  replaceDraft,
} from './store.ts'
import { createSubjects, type Subject } from './subject.ts'
import { toDraft, toStatus } from './view.ts'

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

/** The product of a draft, which may be incomplete. */
const DRAFTED_PRODUCT: z.ZodType<JsonObject> = EditorProductSchema.partial()

/** A draft with its version. */
type VersionedDraft = { value: ContentDraft; revision: number }

/** Creates the service for the drafts beside published documents and products: editing, previews, and publishing now or later. */
export function createContentDraftService(dependencies: Dependencies) {
  const { database, clock, audit } = dependencies
  const subjects = createSubjects(dependencies)

  async function toVersioned(row: DraftRow, db: Queryable): Promise<VersionedDraft> {
    const owner = subjects.ofRow(row)
    const { subject } = await owner.describe(db)
    const { document, revision } = await owner.getPublished(db)
    return {
      value: toDraft(row, owner.complete(Object(row.dataJson), document), { subject, document, revision }),
      revision: row.version,
    }
  }

  /** Throws `notFound` for the draft of a product that was removed. */
  async function getStatus(row: ListedDraftRow): Promise<DraftStatus> {
    const owner = subjects.ofRow(row)
    const { subject } = await owner.describe(database.read)
    return toStatus(row, Object(row.productJson), { subject, ...(await owner.getPublished(database.read)) })
  }

  async function listStatuses(rows: readonly ListedDraftRow[]): Promise<DraftStatus[]> {
    const statuses = await Promise.all(rows.map((row) => findOrUndefined(getStatus(row))))
    return statuses.filter((status) => status !== undefined)
  }

  return {
    ...createPublishing(dependencies, subjects),
    ...createAmending(dependencies),
    links: createPreviewLinks(dependencies, subjects),

    /** Returns what the draft of a document belongs to. */
    ofDocument: subjects.ofDocument,

    /** Returns what the draft of a product belongs to, which is named by its id. */
    ofProductId: subjects.ofProduct,

    /** Returns what the draft of a product belongs to, which is named by its id or exact name. Throws `notFound`. */
    ofProduct: async (catalogue: Catalogue, idOrName: string): Promise<Subject> =>
      subjects.ofProduct((await dependencies.products.editing.get(catalogue, idOrName, null)).value.id),

    /** Lists the drafts of all documents and products, without their contents. */
    list: async (): Promise<DraftStatus[]> => listStatuses(await listDrafts(database.read)),

    /** Returns a draft, without contact data for callers who may not publish it. Throws `notFound`. */
    async get({ kind, productId }: Subject, caller: Caller): Promise<VersionedDraft> {
      const row = await findDraft(database.read, kind)
      if (!row) throw notFound(CONTENT_DRAFT_MESSAGES.notFound)
      const { value, revision } = await toVersioned(row, database.read)
      const document = productId === null ? value.document : hideContacts(DRAFTED_PRODUCT, value.document, caller)
      return { value: { ...value, document }, revision }
    },

    /**
     * Creates or replaces a draft, which may be incomplete. Throws `invalid` for values of another type,
     * `versionConflict`, or `conflict` with the reason `confirmation-required` if the draft is scheduled.
     */
    async save(owner: Subject, raw: JsonObject, { actor, ifMatch, base, isConfirmed }: DraftSave) {
      const { kind, productId, topic } = owner
      const document = await owner.parseDraft(raw, database.read)
      return database.write(async (transaction) => {
        const { db } = transaction
        const topicRevision = await owner.lock(transaction)
        const before = await findDraft(db, kind)
        if (!matchesRevision(ifMatch, before?.version ?? 0))
          throw new AppError('versionConflict', CONTENT_DRAFT_MESSAGES.changed)
        const { label } = await owner.describe(db)
        const published = await owner.getPublished(db)
        const baseRevision = Math.min(base ?? before?.baseRevision ?? published.revision, published.revision)
        if (before?.baseRevision === baseRevision && diff(before.dataJson, document).length === 0)
          return toVersioned(before, db)
        if (before && before.scheduledAt !== null && !isConfirmed) throw createScheduledError()
        const row: DraftRow = {
          ...NOT_SCHEDULED,
          kind,
          productId,
          version: topicRevision + 1,
          dataJson: document,
          baseRevision,
          savedAt: timestamp(clock),
          savedBy: actor.id,
          savedByName: actor.name,
          failureJson: null,
        }
        await replaceDraft(db, { ...row, dataJson: JSON.stringify(document), failureJson: null })
        const edited = toEdited(owner, before, published.document)
        await carryComments(db, toCommentSubject(owner), edited, toEdited(owner, row, published.document))
        transaction.publish(topic)
        await audit.record(transaction, {
          actor,
          action: 'content.save-draft',
          target: label,
          detail: before && before.scheduledAt !== null ? '取消了定时发布' : '',
        })
        return toVersioned(row, db)
      })
    },

    /** Deletes a draft with its preview links and its schedule. Throws `notFound`, `versionConflict`. */
    discard: (owner: Subject, { actor, ifMatch }: Pick<DraftSave, 'actor' | 'ifMatch'>): Promise<void> =>
      database.write(async (transaction) => {
        await owner.lock(transaction)
        const row = await findDraft(transaction.db, owner.kind)
        if (!row) throw notFound(CONTENT_DRAFT_MESSAGES.notFound)
        if (!matchesRevision(ifMatch, row.version))
          throw new AppError('versionConflict', CONTENT_DRAFT_MESSAGES.changed)
        const { label } = await owner.describe(transaction.db)
        const { document } = await owner.getPublished(transaction.db)
        await carryComments(transaction.db, toCommentSubject(owner), toEdited(owner, row, document), document)
        await deleteDraft(transaction.db, owner.kind)
        await audit.record(transaction, { actor, action: 'content.discard-draft', target: label })
      }),

    /** Lists what was published and what is scheduled from one day to another. */
    async getCalendar({ from, to }: { from: string; to: string }): Promise<Calendar> {
      const range = { from: startOfDay(from), before: endOfDay(to) }
      const drafts = (await listDrafts(database.read)).filter(
        ({ scheduledAt }) => scheduledAt !== null && scheduledAt >= range.from && scheduledAt < range.before,
      )
      const scheduled = await listStatuses(drafts)
      const published = [
        ...(await listPublications(database.read, range)).map(toPublication),
        ...(await listProductPublications(database.read, range)).map(toProductPublication),
      ].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      return {
        scheduled: scheduled.toSorted((a, b) => (a.schedule?.at ?? '').localeCompare(b.schedule?.at ?? '')),
        published: published.slice(0, CONTENT_DRAFTS.calendarEntries),
        isTruncated: published.length > CONTENT_DRAFTS.calendarEntries,
      }
    },
  }
}

type DocumentPublication = Awaited<ReturnType<typeof listPublications>>[number]
type ProductPublication = Awaited<ReturnType<typeof listProductPublications>>[number]

function toPublication({ kind, ...row }: DocumentPublication): Calendar['published'][number] {
  const { isCurrent: _, ...revision } = toRevision(row, row.revision)
  return { ...revision, kind, product: null, isListed: true }
}

function toProductPublication(row: ProductPublication): Calendar['published'][number] {
  const { productId, catalogue, name, isActive, createdBy, createdByName, revision, createdAt, restoredFrom } = row
  const product = { catalogue, id: productId, name }
  const by = toSaver(createdBy, createdByName)
  return {
    kind: 'product',
    product,
    isListed: isActive,
    revision,
    createdAt,
    createdBy: by,
    changes: null,
    restoredFrom,
  }
}

function createScheduledError(): AppError {
  const message = CONTENT_DRAFT_MESSAGES.savingUnschedules
  return conflict(message, { reason: 'confirmation-required', fieldErrors: [{ path: '', message }] })
}
