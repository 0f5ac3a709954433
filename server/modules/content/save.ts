/** Saves a document inside one transaction: compares, validates, stores, adds to the history, audits. */

import type { RevisionChanges } from '#contracts/content/revision.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { diff } from '#contracts/rules/difference.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { catalogueName, type ListChanges, type ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Write } from '#server/platform/database/database.ts'
import { isRevisionMatched } from '#server/platform/http/replies/if-match.ts'
import { CATALOGUE_OF, isCatalogueKind, parseSave } from './parse-save.ts'
import { contentName, findDocument, saveDocument } from './store.ts'

/** `by` is `null` for the sample content alone, which is not put on record. */
export type SaveInput = {
  kind: DocumentKind
  raw: unknown
  actor: Actor | null
  ifMatch?: string | undefined
  restoredFrom?: number | undefined
}

/** The document as it is stored now, and its revision: the next `ETag`. */
export type SaveResult = { document: Record<string, unknown>; revision: number }

type Dependencies = { clock: Clock; products: ProductService; audit: AuditService }

export function createSave({ clock, products, audit }: Dependencies) {
  /** Locks and returns the current document until the transaction ends. */
  async function lockDocument(write: Write, kind: DocumentKind) {
    // In alphabetical order: catalogue:…, content:….
    const changes = isCatalogueKind(kind) ? await write.lock(catalogueName(CATALOGUE_OF[kind])) : 0
    await write.lock(contentName(kind))
    const row = await findDocument(write.tx, kind)
    return { row, number: row?.revision ?? 0, changes }
  }

  /** Makes a catalogue's rows agree with what a save brought, if it brought any; returns them before and after. */
  async function storedProducts(write: Write, kind: DocumentKind, sent: ProductInput[] | undefined) {
    if (!isCatalogueKind(kind)) return undefined
    const before = await products.listStored(write, CATALOGUE_OF[kind])
    if (!sent) return { allProducts: before.edited, savedProducts: undefined }
    const list = await products.replace(write, CATALOGUE_OF[kind], sent)
    const after = list.isChanged ? await products.listStored(write, CATALOGUE_OF[kind]) : before
    return { allProducts: after.edited, savedProducts: { list, before: before.keptIds, after: after.keptIds } }
  }

  return async (write: Write, { kind, raw, actor, ifMatch, restoredFrom }: SaveInput): Promise<SaveResult> => {
    const { page, products: sent } = parseSave(kind, raw)
    const { row, number, changes } = await lockDocument(write, kind)
    if (!isRevisionMatched(ifMatch, number + changes)) throw new AppError('staleRevision')

    const stored = await storedProducts(write, kind, sent)
    const savedProducts = stored?.savedProducts
    const document = stored ? { ...page, products: stored.allProducts } : page
    const snapshot = savedProducts ? { ...page, products: savedProducts.after } : page
    const before = { ...Object(row?.dataJson), ...(savedProducts && { products: savedProducts.before }) }
    const summary = summarizeChanges(before, snapshot)
    const areRowsChanged = savedProducts?.list.isChanged ?? false
    if (row && summary.paths === 0 && !areRowsChanged) return { document, revision: number + changes }

    const revision = number + 1
    await saveDocument(write.tx, {
      kind,
      revision,
      data: page,
      snapshot,
      changes: summary,
      at: timestamp(clock),
      actor,
      restoredFrom: restoredFrom ?? null,
    })
    write.touch(contentName(kind))
    await recordSave(write, { kind, actor, restoredFrom, revision, summary, list: savedProducts?.list })
    return { document, revision: revision + changes + (areRowsChanged ? 1 : 0) }
  }

  async function recordSave(write: Write, saved: Pick<SaveInput, 'kind' | 'actor' | 'restoredFrom'> & SaveRecord) {
    if (!saved.actor) return
    await audit.record(write, {
      actor: saved.actor,
      action: saved.restoredFrom === undefined ? 'content.save' : 'content.restore',
      target: DOCUMENT_LABELS[saved.kind],
      detail: describeSave(saved),
    })
  }
}

type SaveRecord = { revision: number; summary: RevisionChanges; list: ListChanges | undefined }

function summarizeChanges(before: unknown, after: unknown): RevisionChanges {
  const changes = diff(before, after)
  return { paths: changes.length, sections: [...new Set(changes.map(({ path }) => path.split('.', 1)[0] ?? ''))] }
}

const NAMES_SHOWN = 5
const formatNames = (label: string, names: readonly string[]) =>
  names.length === 0
    ? []
    : [
        `${label}${names.length}个产品：${names.slice(0, NAMES_SHOWN).join('、')}${names.length > NAMES_SHOWN ? ' 等' : ''}`,
      ]

function describeSave({ revision, restoredFrom, summary, list }: Pick<SaveInput, 'restoredFrom'> & SaveRecord): string {
  return [
    restoredFrom === undefined
      ? `第${revision}版，改动${summary.paths}处`
      : `第${revision}版，恢复自第${restoredFrom}版`,
    ...formatNames('新建', list?.created ?? []),
    ...formatNames('修改', list?.updated ?? []),
    ...formatNames('移入回收站', list?.removed ?? []),
  ].join('；')
}
