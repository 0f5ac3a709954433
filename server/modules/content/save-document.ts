/** Saves a document in one transaction: checks its revision, compares, stores, adds to the history, audits. */

import type { RevisionChanges } from '#contracts/content/revision.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import {
  catalogueTopic,
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
import { CATALOGUE_BY_KIND, isCatalogueKind, type ParsedSave, parseSave, withUnchangedSections } from './parse-save.ts'
import { contentTopic, findDocument, saveDocument } from './store.ts'

/** `actor` is `null` only for the sample content, whose saves aren't audited. */
export type SaveInput = {
  kind: DocumentKind
  raw: unknown
  actor: Actor | null
  ifMatch?: string | undefined
  restoredFrom?: number | undefined
}

/** A save whose document has been parsed and sanitized. */
export type PreparedSave = Omit<SaveInput, 'raw'> & { parsed: ParsedSave }

/** Parses and sanitizes a document before the transaction that saves it. Throws `invalid`, `payloadTooLarge`. */
export async function prepareSave({ raw, ...save }: SaveInput): Promise<PreparedSave> {
  // Parsing the body may have blocked the event loop, and so may the next step. Other requests run in between.
  await waitForNextTurn()
  const parsed = parseSave(save.kind, raw, save.restoredFrom !== undefined)
  return { ...save, parsed: { ...parsed, products: parsed.products && (await sanitizeProducts(parsed.products)) } }
}

/** The stored document, and its revision for the next `ETag`. */
export type SaveResult = { document: Record<string, unknown>; revision: number }

type Dependencies = {
  clock: Clock
  products: ProductService
  audit: AuditService
  /** Called in the transaction of every save that changed something. */
  afterSave?: ((transaction: Transaction, kind: DocumentKind, document: unknown) => Promise<unknown>) | undefined
}

/** Creates the function that saves a prepared document inside the caller's transaction. */
export function createSaveDocument({ clock, products, audit, afterSave }: Dependencies) {
  /**
   * Locks the document until the transaction ends, and returns it. The revision of a catalogue's document is the sum of
   * its own revision and that of its products.
   */
  async function lockDocument(transaction: Transaction, kind: DocumentKind) {
    // Every transaction locks topics in alphabetical order, which avoids deadlocks.
    const productsRevision = isCatalogueKind(kind) ? await transaction.lock(catalogueTopic(CATALOGUE_BY_KIND[kind])) : 0
    await transaction.lock(contentTopic(kind))
    const row = await findDocument(transaction.db, kind)
    return { row, pageRevision: row?.revision ?? 0, productsRevision }
  }

  /**
   * Replaces a catalogue's products with the submitted ones, if any. Returns all products for the reply, and the
   * replaced and new ones for the history; `undefined` for documents without products.
   */
  async function replaceProducts(transaction: Transaction, kind: DocumentKind, submitted: ProductInput[] | undefined) {
    if (!isCatalogueKind(kind)) return undefined
    const before = await products.listForSave(transaction, CATALOGUE_BY_KIND[kind])
    if (!submitted) return { allProducts: before.replyProducts, savedProducts: undefined }
    const changes = await products.replace(transaction, CATALOGUE_BY_KIND[kind], submitted)
    const after = changes.isChanged ? await products.listForSave(transaction, CATALOGUE_BY_KIND[kind]) : before
    return {
      allProducts: after.replyProducts,
      savedProducts: { changes, before: before.revisionProducts, after: after.revisionProducts },
    }
  }

  return async (
    transaction: Transaction,
    { kind, parsed, actor, ifMatch, restoredFrom }: PreparedSave,
  ): Promise<SaveResult> => {
    await waitForNextTurn()
    const { row, pageRevision, productsRevision } = await lockDocument(transaction, kind)
    await waitForNextTurn()
    if (!matchesRevision(ifMatch, pageRevision + productsRevision)) throw new AppError('versionConflict')

    const page = withUnchangedSections(parsed, Object(row?.dataJson))
    const catalogueProducts = await replaceProducts(transaction, kind, parsed.products)
    const savedProducts = catalogueProducts?.savedProducts
    const document = catalogueProducts ? { ...page, products: catalogueProducts.allProducts } : page
    const snapshot = savedProducts ? { ...page, products: savedProducts.after } : page
    const before = { ...Object(row?.dataJson), ...(savedProducts && { products: savedProducts.before }) }
    await waitForNextTurn()
    const summary = await compareDocuments({ before, after: snapshot })
    const areProductsChanged = savedProducts?.changes.isChanged ?? false
    if (row && summary.paths === 0 && !areProductsChanged)
      return { document, revision: pageRevision + productsRevision }

    const revision = pageRevision + 1
    await waitForNextTurn()
    await saveDocument(transaction.db, {
      kind,
      revision,
      data: page,
      snapshot,
      changes: summary,
      savedAt: timestamp(clock),
      actor,
      restoredFrom: restoredFrom ?? null,
    })
    await waitForNextTurn()
    transaction.publish(contentTopic(kind))
    await afterSave?.(transaction, kind, page)
    await recordSave(transaction, { kind, actor, restoredFrom, revision, summary, products: savedProducts?.changes })
    return { document, revision: revision + productsRevision + (areProductsChanged ? 1 : 0) }
  }

  async function recordSave(
    transaction: Transaction,
    saved: Pick<SaveInput, 'kind' | 'actor' | 'restoredFrom'> & SaveSummary,
  ) {
    if (!saved.actor) return
    await audit.record(transaction, {
      actor: saved.actor,
      action: saved.restoredFrom === undefined ? 'content.save' : 'content.restore',
      target: DOCUMENT_LABELS[saved.kind],
      detail: describeSave(saved),
    })
  }
}

type SaveSummary = { revision: number; summary: RevisionChanges; products: ListChanges | undefined }

const MAX_NAMES = 5
function formatNames(label: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const others = names.length > MAX_NAMES ? ' 等' : ''
  return [`${label}${names.length}个产品：${names.slice(0, MAX_NAMES).join('、')}${others}`]
}

function describeSave({
  revision,
  restoredFrom,
  summary,
  products,
}: Pick<SaveInput, 'restoredFrom'> & SaveSummary): string {
  return [
    restoredFrom === undefined
      ? `第${revision}版，改动${summary.paths}处`
      : `第${revision}版，恢复自第${restoredFrom}版`,
    ...formatNames('新建', products?.created ?? []),
    ...formatNames('修改', products?.updated ?? []),
    ...formatNames('移入回收站', products?.removed ?? []),
  ].join('；')
}
