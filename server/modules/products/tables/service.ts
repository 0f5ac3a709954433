import { createHash } from 'node:crypto'
import { LIST } from '#contracts/limits.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import type { EditorProduct } from '#contracts/products/product.ts'
import { fieldLabel } from '#contracts/products/product-columns.ts'
import {
  type ImportPlan,
  type MappedColumns,
  type ProductImportFields,
  type ProductTableFilter,
  ROW_ACTION_LABELS,
  ROW_ACTIONS,
} from '#contracts/products/product-table.ts'
import { CATALOGUE_LABELS, PRODUCT_TABLE_MESSAGES as TEXTS } from '#contracts/products/table-messages.ts'
import { getFixedChoices } from '#contracts/rules/product-choices.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { TABLE_FORMAT_LABELS, type TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import {
  ATTRIBUTES_CHANGE,
  type FactService,
  type FactTable,
  type ProductFactsSave,
} from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalid } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'
import { type ReadTable, readTable } from '#server/platform/tables/read-table.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { type ProductService, sanitizeLongTexts } from '../service.ts'
import { exportProducts } from './export-products.ts'
import { type PlannedImport, planImport } from './plan-import.ts'
import { findField } from './read-fields.ts'

export type ProductTableService = ReturnType<typeof createProductTableService>

type ProductChoices = { categories: readonly string[]; prices: readonly string[] }

type Dependencies = {
  database: Database
  clock: Clock
  products: ProductService
  facts: FactService
  /** Lists what a catalogue's document proposes for its products. */
  listChoices(catalogue: Catalogue): Promise<ProductChoices>
  audit: AuditService
}
type Export = ProductTableFilter & { format: TableFormat }
type Import = ProductImportFields & { bytes: Buffer; name: string }

/** Creates the export and import of catalogues. */
export function createProductTableService({ database, clock, products, facts, listChoices, audit }: Dependencies) {
  async function createPlan(catalogue: Catalogue, { bytes, known: knownProducts, columns: mapped }: Import) {
    const table = await readTable(bytes)
    const fields = table.columns.map((column) => findField(column, mapped))
    assertMappedOnce(table.columns, mapped)
    const factTable = await facts.createTable(catalogue, (heading) => findField(heading, mapped) !== undefined)
    const attributes = table.columns.map((column) => factTable.findColumn(column))
    assertAttributesOnce(attributes)
    const hasNames = fields.includes('name')
    // Counted first: what changes while the rows are read makes the plan stale, not wrong.
    const changes = await products.changes(catalogue)
    const factChanges = await facts.countRevisions(catalogue)
    const existing: EditorProduct[] = []
    for await (const page of products.streamForEditing(database.read, catalogue)) existing.push(...page)
    // If the choices are fixed, there is nothing to propose.
    const choices = getFixedChoices(catalogue) ? { categories: [], prices: [] } : await listChoices(catalogue)
    const sanitized = await sanitizeLongTexts(listRichTexts(table, fields))
    const sanitize = (html: string) => sanitized.get(html) ?? sanitizeRichText(html)
    const plan = await planImport({
      catalogue,
      // Without names nothing can be planned before a column is mapped to them.
      table: hasNames ? table : { ...table, rows: [] },
      existing,
      facts: factTable,
      existingFacts: await facts.listForEditing(attributes.some(Boolean) ? listNamed(table, existing, fields) : []),
      knownProducts,
      mapped,
      ...choices,
      sanitize,
    })
    const fingerprint = computeFingerprint(
      [catalogue, knownProducts, JSON.stringify(mapped), String(changes), String(factChanges)],
      bytes,
    )
    const ignoredColumns = table.columns.filter(
      (_, index) => fields[index] === undefined && attributes[index] === undefined,
    )
    const summary = {
      ...summarizePlan(plan),
      fingerprint,
      ignoredColumns,
      takenAttributes: attributes.flatMap((column) => (typeof column === 'object' ? [column.label] : [])),
      takenFields: fields.filter((field) => field !== undefined && field !== 'ours'),
      notices: [...(hasNames ? [] : [TEXTS.importNoName]), ...listNotices(catalogue, plan, existing.length)],
    }
    return { plan, changes, factChanges, summary, hasNames }
  }

  /** Saves what an import says beside the products. Throws `conflict` if facts have changed since it was planned. */
  async function saveFacts(
    write: Write,
    catalogue: Catalogue,
    saves: readonly ProductFactsSave[],
    { plannedAt, actor }: { plannedAt: number; actor: Actor },
  ): Promise<void> {
    if (saves.length === 0) return
    await write.lock(ATTRIBUTES_CHANGE)
    if ((await facts.countRevisions(catalogue, write.tx)) !== plannedAt) throw conflict(TEXTS.importStale)
    await facts.saveMany(write, catalogue, saves, actor)
  }

  return {
    /**
     * Exports the products that a filter leaves, in the catalogue's order, as a streamed file, which is audited. Throws
     * `invalid` if Excel can't hold one.
     */
    async export(
      catalogue: Catalogue,
      { format, ...filter }: Export,
      canSeeContacts: boolean,
      actor: Actor,
    ): Promise<TableStream & { name: string }> {
      const isFiltered = filter.search.trim() !== '' || filter.category !== '' || filter.status !== undefined
      // The whole catalogue needs no index.
      const ids = isFiltered ? await products.table.find(catalogue, filter) : undefined
      const file = await exportProducts({ database, products, facts }, { catalogue, format, ids, canSeeContacts })
      const count = ids?.size ?? (await products.countForEditing(catalogue))
      const detail = `${TABLE_FORMAT_LABELS[format]}，共${count}个产品`
      await database.write((write) =>
        audit.record(write, { actor, action: 'data.export', target: CATALOGUE_LABELS[catalogue], detail }),
      )
      return { ...file, name: `${CATALOGUE_LABELS[catalogue]}-${toDay(clock.now())}` }
    },

    /** Restores a product from the recycle bin. Throws `notFound`, `conflict` if another has its name by now. */
    restore: (catalogue: Catalogue, id: string, actor: Actor): Promise<void> =>
      database.write((write) => products.restore(write, catalogue, id, actor)),

    /**
     * Plans an import, and does it if the plan is the one that was seen. Throws what `readTable` throws, `invalid` for
     * a file without names, `conflict` if the file, the choice or the catalogue is another than in the dry run.
     */
    async import(catalogue: Catalogue, upload: Import, actor: Actor): Promise<ImportPlan> {
      const { plan, changes, factChanges, summary, hasNames } = await createPlan(catalogue, upload)
      if (upload.mode === 'dry-run') return summary
      if (!hasNames) throw invalid(TEXTS.importNoName)
      if (upload.fingerprint !== summary.fingerprint) throw conflict(TEXTS.importStale)
      if (plan.created.length + plan.updated.length + plan.facts.length === 0) throw conflict(TEXTS.importNothing)
      const detail = `${upload.name}：${ROW_ACTIONS.map((action) => `${ROW_ACTION_LABELS[action]}${summary.counts[action]}`).join('，')}`
      const { created, updated } = plan
      await products.saveMany(
        catalogue,
        {
          created,
          updated,
          plannedAt: changes,
          target: CATALOGUE_LABELS[catalogue],
          detail,
          saveFacts: (write) => saveFacts(write, catalogue, plan.facts, { plannedAt: factChanges, actor }),
        },
        actor,
      )
      return { ...summary, isApplied: true }
    },
  }
}

/** Throws `invalid` if a field that a person has mapped a column to has another column, too. */
function assertMappedOnce(columns: readonly string[], mapped: MappedColumns): void {
  for (const field of new Set(Object.values(mapped)))
    if (columns.filter((column) => findField(column, mapped) === field).length > 1)
      throw invalid(TEXTS.importFieldTwice(fieldLabel(field)))
}

/** Throws `invalid` if two columns are one attribute. */
function assertAttributesOnce(columns: readonly ReturnType<FactTable['findColumn']>[]): void {
  const keys = columns.flatMap((column) => (typeof column === 'object' ? [column] : []))
  const repeated = keys.find(({ key }, index) => keys.findIndex((each) => each.key === key) < index)
  if (repeated) throw invalid(TEXTS.importFieldTwice(repeated.label))
}

/** Returns the ids of the existing products that a table names. */
function listNamed(
  { columns, rows }: ReadTable,
  existing: readonly EditorProduct[],
  fields: readonly (string | undefined)[],
): string[] {
  const naming = columns.filter((_, index) => fields[index] === 'id' || fields[index] === 'name')
  const named = new Set(rows.flatMap(({ values }) => naming.map((column) => String(values.get(column) ?? '').trim())))
  return existing.flatMap(({ id, name }) => (named.has(id) || named.has(name) ? [id] : []))
}

/** Returns the rich texts of a table whose columns have these fields. */
function listRichTexts({ columns, rows }: ReadTable, fields: readonly (string | undefined)[]): string[] {
  const richText = columns.filter((_, index) => fields[index] === 'detailedDescription')
  return rows.flatMap(({ values }) => richText.map((column) => String(values.get(column) ?? '')))
}

function computeFingerprint(texts: readonly string[], bytes: Buffer): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text}\n`)
  return hash.update(bytes).digest('base64url')
}

function summarizePlan({ rows, newCategories, newPrices }: PlannedImport) {
  const counts = { create: 0, update: 0, unchanged: 0, skip: 0, refuse: 0 }
  for (const { act } of rows) counts[act] += 1
  return { isApplied: false, counts, rows, newCategories, newPrices }
}

function listNotices(catalogue: Catalogue, { rows, created }: PlannedImport, existing: number): string[] {
  const total = existing + created.length
  const isTooLarge = created.length > 0 && total > LIST.products
  const fixed = getFixedChoices(catalogue)
  const isChosenWrong = rows.some(({ reasons }) => reasons.some(({ path }) => path === 'category' || path === 'price'))
  return [
    ...(fixed && isChosenWrong ? [PRODUCT_MESSAGES.getFixedChoices(fixed.category, fixed.price)] : []),
    ...(isTooLarge ? [TEXTS.catalogueLarge(total, LIST.products)] : []),
  ]
}
