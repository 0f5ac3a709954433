/** Saves a document in one transaction: checks its revision, compares, stores, adds to the history, audits. */
import type { RevisionChanges } from '#contracts/content/revision.ts'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { carryPublishedComments } from '#server/modules/comments/service.ts'
import type { CommunityEventService } from '#server/modules/community-events/service.ts'
import {
  getCatalogueTopic,
  type ListChanges,
  type ProductService,
  sanitizeProducts,
} from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { waitForNextTurn } from '#server/platform/event-loop.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { compareDocuments } from './compare.ts'
import {
  CATALOGUE_BY_KIND,
  type CatalogueKind,
  isCatalogueKind,
  parseSubmittedDocument,
  type SubmittedDocument,
  withOmittedSections,
} from './parse-document.ts'
import { findDocument, getContentTopic, insertRevision } from './store.ts'

/** A document to save, as submitted; `actor` is `null` only for the sample content, whose saves aren't audited. */
export type DocumentSave = {
  kind: DocumentKind
  raw: unknown
  actor: Actor | null
  ifMatch?: string | undefined
  restoredFrom?: number | undefined
  /** Whether the actor accepts the consequences that `afterSave` would otherwise reject. */
  isConfirmed?: boolean | undefined
}

/** A save whose document has been parsed and sanitized. */
type PreparedSave = Omit<DocumentSave, 'raw'> & { submitted: SubmittedDocument }

/** Parses and sanitizes a document before the transaction that saves it. Throws `invalid`, `payloadTooLarge`. */
export async function prepareSave({ raw, ...save }: DocumentSave): Promise<PreparedSave> {
  // Parsing the body may have blocked the event loop, and so may the next step. Other requests run in between.
  await waitForNextTurn()
  const submitted = parseSubmittedDocument(save.kind, raw, { isRestored: save.restoredFrom !== undefined })
  const products = submitted.products && (await sanitizeProducts(submitted.products))
  return { ...save, submitted: { ...submitted, products } }
}

/** The stored document, and its revision for the next `ETag`. */
export type SavedDocument = { document: Record<string, unknown>; revision: number }

type Dependencies = {
  clock: Clock
  products: ProductService
  events: CommunityEventService
  audit: AuditService
  /** What other modules do when a document is saved, by its kind. */
  hooks: ReadonlyMap<DocumentKind, DocumentHooks>
}

/** What another module does when a document is saved. */
export type DocumentHooks = {
  /** Completes a document with what the server assigns, such as ids. */
  complete?(document: JsonObject, stored: JsonObject): JsonObject
  /** Is called in the transaction of every save that changed something. */
  afterSave(transaction: Transaction, save: StoredSave): Promise<unknown>
}

/** A document as it was and as it was saved. */
type StoredSave = {
  before: JsonObject
  after: JsonObject
  isConfirmed: boolean
  /** Whether the sample content is saved, rather than a person's edits. */
  isSample: boolean
}

/** Creates the saver of prepared documents, which works inside the caller's transaction. */
export function createDocumentSaver({ clock, products, events, audit, hooks }: Dependencies) {
  /**
   * Locks the document until the transaction ends, and returns it. `revision` is that of the page; a catalogue's
   * products have a revision of their own.
   */
  async function lockDocument(transaction: Transaction, kind: DocumentKind) {
    // Every transaction locks topics in alphabetical order, which avoids deadlocks.
    const productsRevision = isCatalogueKind(kind)
      ? await transaction.lock(getCatalogueTopic(CATALOGUE_BY_KIND[kind]))
      : 0
    await transaction.lock(getContentTopic(kind))
    const row = await findDocument(transaction.db, kind)
    const page: JsonObject = Object(row?.dataJson)
    return { isNew: row === undefined, page, revision: row?.revision ?? 0, productsRevision }
  }

  /** Replaces the records of a document's list with the submitted ones, if any. */
  async function replaceRecords(
    transaction: Transaction,
    kind: DocumentKind,
    submitted: Pick<SubmittedDocument, 'products' | 'events'>,
    actor: Actor | null,
  ): Promise<Records | undefined> {
    if (kind === 'community') return replaceEvents(transaction, submitted.events)
    return isCatalogueKind(kind) ? replaceProducts(transaction, kind, submitted.products, actor) : undefined
  }

  /** A version contains the events only if its save changed them: restoring another one leaves them as they are. */
  async function replaceEvents(transaction: Transaction, submitted: CommunityEvent[] | undefined): Promise<Records> {
    const before = await events.list(transaction.db)
    const isChanged = submitted !== undefined && (await events.replace(transaction, submitted))
    const all = isChanged ? await events.list(transaction.db) : before
    return { section: 'upcomingEvents', all, replacement: isChanged ? { isChanged, before, after: all } : undefined }
  }

  async function replaceProducts(
    transaction: Transaction,
    kind: CatalogueKind,
    submitted: ProductInput[] | undefined,
    actor: Actor | null,
  ): Promise<Records> {
    const before = await products.listForSave(transaction, CATALOGUE_BY_KIND[kind])
    const section = 'products'
    if (!submitted) return { section, all: before.replyProducts, replacement: undefined }
    const changes = await products.replace(transaction, CATALOGUE_BY_KIND[kind], submitted, actor)
    const after = changes.isChanged ? await products.listForSave(transaction, CATALOGUE_BY_KIND[kind]) : before
    return {
      section,
      all: after.replyProducts,
      replacement: {
        isChanged: changes.isChanged,
        products: changes,
        before: before.revisionProducts,
        after: after.revisionProducts,
      },
    }
  }

  async function recordSave(transaction: Transaction, save: SaveRecord): Promise<void> {
    if (!save.actor) return
    await audit.record(transaction, {
      actor: save.actor,
      action: save.restoredFrom === undefined ? 'content.save' : 'content.restore',
      target: DOCUMENT_LABELS[save.kind],
      detail: describeSave(save),
    })
  }

  return {
    /**
     * Saves a document and adds a revision, unless nothing changed. Throws `versionConflict`. Each step can take
     * milliseconds, so other requests run in between.
     */
    async save(
      transaction: Transaction,
      { kind, submitted, actor, ifMatch, restoredFrom, isConfirmed = false }: PreparedSave,
    ): Promise<SavedDocument> {
      await waitForNextTurn()
      const stored = await lockDocument(transaction, kind)
      await waitForNextTurn()
      if (!matchesRevision(ifMatch, stored.revision + stored.productsRevision)) throw new AppError('versionConflict')

      const submittedPage = withOmittedSections(submitted, stored.page)
      const page = hooks.get(kind)?.complete?.(submittedPage, stored.page) ?? submittedPage
      const records = await replaceRecords(transaction, kind, submitted, actor)
      const replacement = records?.replacement
      const document = withRecords(page, records, records?.all)
      const snapshot = withRecords(page, records, replacement?.after)
      await waitForNextTurn()
      const { texts, ...changes } = await compareDocuments({
        before: withRecords(stored.page, records, replacement?.before),
        after: snapshot,
      })
      const hasChangedRecords = replacement?.isChanged ?? false
      if (!stored.isNew && changes.paths === 0 && !hasChangedRecords)
        return { document, revision: stored.revision + stored.productsRevision }

      const revision = stored.revision + 1
      await waitForNextTurn()
      await insertRevision(transaction.db, {
        kind,
        revision,
        data: page,
        snapshot,
        changes,
        savedAt: timestamp(clock),
        actor,
        restoredFrom: restoredFrom ?? null,
      })
      await waitForNextTurn()
      transaction.publish(getContentTopic(kind))
      const isSample = actor === null
      const before = withRecords(stored.page, records, replacement?.before ?? records?.all)
      await hooks.get(kind)?.afterSave(transaction, { before, after: document, isConfirmed, isSample })
      await carryPublishedComments(transaction.db, { kind: 'document', id: kind }, before, document)
      await recordSave(transaction, {
        kind,
        actor,
        restoredFrom,
        revision,
        changes,
        texts,
        products: replacement?.products,
      })
      return {
        document,
        revision: revision + stored.productsRevision + (replacement?.products && hasChangedRecords ? 1 : 0),
      }
    },
  }
}

/**
 * The records of a document's list: all for the reply, and if they were replaced, the former and new ones for the
 * history.
 */
type Records = {
  section: 'products' | 'upcomingEvents'
  all: readonly unknown[]
  replacement:
    | { isChanged: boolean; before: readonly unknown[]; after: readonly unknown[]; products?: ListChanges }
    | undefined
}

/** Returns a page with some of the records of its list, if given. */
const withRecords = (
  page: JsonObject,
  records: Records | undefined,
  list: readonly unknown[] | undefined,
): JsonObject => (records && list ? { ...page, [records.section]: list } : page)

/** A save for the audit log. */
type SaveRecord = Pick<DocumentSave, 'kind' | 'actor' | 'restoredFrom'> & {
  revision: number
  changes: RevisionChanges
  /** Describes the first changes of the page. */
  texts: readonly string[]
  products: ListChanges | undefined
}

const MAX_NAMES = 5
function formatNames(label: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const others = names.length > MAX_NAMES ? ' 等' : ''
  return [`${label}${names.length}个产品：${names.slice(0, MAX_NAMES).join('、')}${others}`]
}

const describeSave = ({ revision, restoredFrom, changes, texts, products }: SaveRecord): string =>
  [
    restoredFrom === undefined
      ? `第${revision}版，改动${changes.paths}处`
      : `第${revision}版，恢复自第${restoredFrom}版`,
    ...formatNames('新建', products?.created ?? []),
    ...formatNames('修改', products?.updated ?? []),
    ...formatNames('移入回收站', products?.removed ?? []),
    ...texts,
  ].join('；')
