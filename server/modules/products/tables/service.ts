import { createHash } from 'node:crypto'
import { LIST } from '#contracts/limits.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { columnOf } from '#contracts/products/product-columns.ts'
import {
  type ImportPlan,
  type ProductImportFields,
  type ProductTableFilter,
  ROW_ACT_NAMES,
  ROW_ACTS,
} from '#contracts/products/product-table.ts'
import { CATALOGUE_NAMES, PRODUCT_TABLE_MESSAGES as SAY } from '#contracts/products/table-messages.ts'
import { fixedChoices } from '#contracts/rules/product-choices.ts'
import { dayOf } from '#contracts/rules/shanghai-time.ts'
import { TABLE_FORMAT_NAMES, type TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalid } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readTable } from '#server/platform/tables/read-table.ts'
import type { TableFile } from '#server/platform/tables/table.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'
import { type ProductService, sanitisedRichText } from '../service.ts'
import { exportColumns } from './export-columns.ts'
import { type PlannedImport, planImport } from './plan-import.ts'

export type ProductTableService = ReturnType<typeof createProductTableService>

type ProductChoices = { categories: readonly string[]; prices: readonly string[] }

type Needs = {
  database: Database
  clock: Clock
  products: ProductService
  /** What a catalogue's document proposes for its products. */
  listChoices(catalogue: Catalogue): Promise<ProductChoices>
  audit: AuditService
}
type Export = ProductTableFilter & { format: TableFormat }
type Import = ProductImportFields & { bytes: Buffer; name: string }

/** Catalogues as tables: out as a file, and in from one. */
export function createProductTableService({ database, clock, products, listChoices, audit }: Needs) {
  async function planned(of: Catalogue, { bytes, known }: Import) {
    const table = await readTable(bytes)
    if (!table.columns.some((column) => columnOf(column) === 'name')) throw invalid(SAY.importNoName)
    // Counted first: what changes while the rows are read makes the plan stale, not wrong.
    const changes = await products.changes(of)
    const existing = await products.listAllForEditing(of)
    // If the choices are fixed, there is nothing to propose.
    const choices = fixedChoices(of) ? { categories: [], prices: [] } : await listChoices(of)
    const plan = await planImport({ catalogue: of, table, existing, known, ...choices, sanitise: sanitisedRichText })
    const fingerprint = fingerprintOf([of, known, String(changes)], bytes)
    const ignoredColumns = table.columns.filter((column) => columnOf(column) === undefined)
    const said = { ...planInWords(plan), fingerprint, ignoredColumns, notices: noticesOf(of, plan, existing.length) }
    return { plan, changes, said }
  }

  return {
    /** The products that a filter leaves, in the catalogue's order. Throws `invalid` where Excel can't hold one. */
    async export(of: Catalogue, { format, ...filter }: Export, seesContacts: boolean, actor: Actor) {
      const wanted = await products.table.find(of, filter)
      const exported = (await products.listAllForEditing(of)).filter(({ id }) => wanted.has(id))
      const file: TableFile = await writeTable(format, exportColumns(format, seesContacts), exported)
      const detail = `${TABLE_FORMAT_NAMES[format]}，共${exported.length}个产品`
      await database.write((write) =>
        audit.record(write, { actor, action: 'data.export', target: CATALOGUE_NAMES[of], detail }),
      )
      return { file, name: `${CATALOGUE_NAMES[of]}-${dayOf(clock.now())}` }
    },

    /** Takes a product out of the recycle bin. Throws `notFound`, `conflict` where another has its name by now. */
    restore: (of: Catalogue, id: string, actor: Actor): Promise<void> =>
      database.write((write) => products.restore(write, of, id, actor)),

    /**
     * Plans an import, and does it where the plan is the one that was seen. Throws what `readTable` throws, `invalid`
     * for a file without names, `conflict` where the file, the choice or the catalogue is another than in the dry run.
     */
    async import(of: Catalogue, sent: Import, actor: Actor): Promise<ImportPlan> {
      const { plan, changes, said } = await planned(of, sent)
      if (sent.mode === 'dry-run') return said
      if (sent.fingerprint !== said.fingerprint) throw conflict(SAY.importStale)
      if (plan.created.length + plan.updated.length === 0) throw conflict(SAY.importNothing)
      const detail = `${sent.name}：${ROW_ACTS.map((act) => `${ROW_ACT_NAMES[act]}${said.counts[act]}`).join('，')}`
      const { created, updated } = plan
      await products.putMany(of, { created, updated, plannedAt: changes, target: CATALOGUE_NAMES[of], detail }, actor)
      return { ...said, isApplied: true }
    },
  }
}

function fingerprintOf(texts: readonly string[], bytes: Buffer): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text}\n`)
  return hash.update(bytes).digest('base64url')
}

function planInWords({ rows, newCategories, newPrices }: PlannedImport) {
  const counts = { create: 0, update: 0, unchanged: 0, skip: 0, refuse: 0 }
  for (const { act } of rows) counts[act] += 1
  return { isApplied: false, counts, rows, newCategories, newPrices }
}

function noticesOf(of: Catalogue, { rows, created }: PlannedImport, existing: number): string[] {
  const total = existing + created.length
  const isTooLarge = created.length > 0 && total > LIST.products
  const fixed = fixedChoices(of)
  const isChosenWrong = rows.some(({ reasons }) => reasons.some(({ path }) => path === 'category' || path === 'price'))
  return [
    ...(fixed && isChosenWrong ? [PRODUCT_MESSAGES.fixedChoices(fixed.category, fixed.price)] : []),
    ...(isTooLarge ? [SAY.catalogueLarge(total, LIST.products)] : []),
  ]
}
