/** One save of a document, inside one transaction: compared, checked, stored, kept in the history, put on record. */

import type { RevisionChanges } from '#contracts/content/revision.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { difference } from '#contracts/rules/difference.ts'
import { DOCUMENT_NAMES, type DocumentKind } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { catalogueName, type ListChanges, type ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Write } from '#server/platform/database/database.ts'
import { isRevisionMatched } from '#server/platform/http/replies/if-match.ts'
import { brought, CATALOGUE_OF, isCatalogueKind } from './parsed.ts'
import { contentName, findDocument, saveDocument } from './store.ts'

/** `by` is `null` for the sample content alone, which is not put on record. */
export type Saving = {
  kind: DocumentKind
  raw: unknown
  by: Actor | null
  ifMatch?: string | undefined
  restoredFrom?: number | undefined
}

/** The document as it is stored now, and its revision: the next `ETag`. */
export type Saved = { document: Record<string, unknown>; revision: number }

type Needs = { clock: Clock; products: ProductService; audit: AuditService }

export function createSave({ clock, products, audit }: Needs) {
  /** The current document, which nobody else can change from here to the transaction's end. */
  async function held(write: Write, kind: DocumentKind) {
    // In alphabetical order: catalogue:…, content:….
    const changes = isCatalogueKind(kind) ? await write.lock(catalogueName(CATALOGUE_OF[kind])) : 0
    await write.lock(contentName(kind))
    const row = await findDocument(write.tx, kind)
    return { row, number: row?.revision ?? 0, changes }
  }

  /** Makes a catalogue's rows agree with what a save brought, if it brought any; gives them before and after. */
  async function storedProducts(write: Write, kind: DocumentKind, sent: ProductInput[] | undefined) {
    if (!isCatalogueKind(kind)) return undefined
    const before = await products.listStored(write, CATALOGUE_OF[kind])
    if (!sent) return { all: before.edited, carried: undefined }
    const list = await products.replace(write, CATALOGUE_OF[kind], sent)
    const after = list.isChanged ? await products.listStored(write, CATALOGUE_OF[kind]) : before
    return { all: after.edited, carried: { list, before: before.kept, after: after.kept } }
  }

  return async (write: Write, { kind, raw, by, ifMatch, restoredFrom }: Saving): Promise<Saved> => {
    const { page, products: sent } = brought(kind, raw)
    const { row, number, changes } = await held(write, kind)
    if (!isRevisionMatched(ifMatch, number + changes)) throw new AppError('staleRevision')

    const stored = await storedProducts(write, kind, sent)
    const carried = stored?.carried
    const document = stored ? { ...page, products: stored.all } : page
    const snapshot = carried ? { ...page, products: carried.after } : page
    const before = { ...Object(row?.dataJson), ...(carried && { products: carried.before }) }
    const summary = changesBetween(before, snapshot)
    const areRowsChanged = carried?.list.isChanged ?? false
    if (row && summary.paths === 0 && !areRowsChanged) return { document, revision: number + changes }

    const revision = number + 1
    await saveDocument(write.tx, {
      ...{ kind, revision, data: page, snapshot, changes: summary, at: timestamp(clock), by },
      restoredFrom: restoredFrom ?? null,
    })
    write.touch(contentName(kind))
    await putOnRecord(write, { kind, by, restoredFrom, revision, summary, list: carried?.list })
    return { document, revision: revision + changes + (areRowsChanged ? 1 : 0) }
  }

  async function putOnRecord(write: Write, saved: Pick<Saving, 'kind' | 'by' | 'restoredFrom'> & Recorded) {
    if (!saved.by) return
    await audit.record(write, {
      actor: saved.by,
      action: saved.restoredFrom === undefined ? 'content.save' : 'content.restore',
      target: DOCUMENT_NAMES[saved.kind],
      detail: detailOf(saved),
    })
  }
}

type Recorded = { revision: number; summary: RevisionChanges; list: ListChanges | undefined }

function changesBetween(before: unknown, after: unknown): RevisionChanges {
  const changes = difference(before, after)
  return { paths: changes.length, sections: [...new Set(changes.map(({ path }) => path.split('.', 1)[0] ?? ''))] }
}

const NAMES_SHOWN = 5
const named = (what: string, names: readonly string[]) =>
  names.length === 0
    ? []
    : [
        `${what}${names.length}个产品：${names.slice(0, NAMES_SHOWN).join('、')}${names.length > NAMES_SHOWN ? ' 等' : ''}`,
      ]

function detailOf({ revision, restoredFrom, summary, list }: Pick<Saving, 'restoredFrom'> & Recorded): string {
  return [
    restoredFrom === undefined
      ? `第${revision}版，改动${summary.paths}处`
      : `第${revision}版，恢复自第${restoredFrom}版`,
    ...named('新建', list?.created ?? []),
    ...named('修改', list?.updated ?? []),
    ...named('移入回收站', list?.removed ?? []),
  ].join('；')
}
