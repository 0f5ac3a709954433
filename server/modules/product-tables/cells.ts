/** How a product's fields stand in a table's cells, and how they are read from there. */

import type { ProductColumnKind } from '#contracts/products/product-columns.ts'
import { PRODUCT_TABLE_MESSAGES as SAY } from '#contracts/products/table-messages.ts'
import { listedWords } from '#contracts/rules/listed-words.ts'
import type { Cell } from '#server/platform/tables/table.ts'

type Spec = { title: string; value: string }

/** What a cell says: a value for the product's schema to check, or why there is none. */
export type CellValue = { value: unknown } | { problem: string }

/** A product's field as a cell. */
export function cellOf(kind: ProductColumnKind, value: unknown): Cell {
  if (kind === 'list') return listCell(stringsIn(value))
  if (kind === 'specs') return specsCell(specsIn(value))
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return null
}

/** A cell, or a value of JSON, as a product's field. */
export function readCell(kind: ProductColumnKind, raw: unknown): CellValue {
  switch (kind) {
    case 'text':
      return typeof raw === 'object' ? { problem: SAY.notAText } : { value: String(raw) }
    case 'choice':
      return typeof raw === 'object' ? { problem: SAY.notAText } : { value: String(raw).trim() }
    case 'list':
      return listOf(raw)
    case 'rating':
      return ratingOf(raw)
    case 'flag':
      return flagOf(raw)
    case 'specs':
      return specsOf(raw)
    case 'reviews':
      return Array.isArray(raw) ? { value: raw } : { problem: SAY.notReviews }
  }
}

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** One item a line; as JSON where that would be read as another list. */
function listCell(items: readonly string[]): string {
  const lines = items.join('\n')
  return isSame(wordsIn(lines), items) ? lines : JSON.stringify(items)
}

/** A cell of several lines has an item a line; one of a single line is cut like running text (decisions §5). */
function wordsIn(cell: string): string[] {
  if (!/[\n\r]/.test(cell.trim())) return listedWords(cell)
  const lines = cell.split(/[\n\r]+/).map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}

function listOf(raw: unknown): CellValue {
  if (Array.isArray(raw)) return { value: raw.map((item) => (typeof item === 'number' ? String(item) : item)) }
  if (typeof raw === 'object') return { problem: SAY.notAList }
  return { value: listInJson(String(raw)) ?? wordsIn(String(raw)) }
}

/** One spec a line, `接口：REST`; as JSON where that would be read as other specs. */
function specsCell(specs: readonly Spec[]): string {
  const lines = specs.map(({ title, value }) => `${title}：${value}`).join('\n')
  return isSame(specsInLines(lines), specs) ? lines : JSON.stringify(specs)
}

function specsInLines(cell: string): Spec[] {
  const lines = cell.split(/[\n\r]+/).filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, title = '', value = ''] = /^([^：:]*)[：:]?(.*)$/.exec(line) ?? []
    return { title: title.trim(), value: value.trim() }
  })
}

const specsIn = (value: unknown): Spec[] => (Array.isArray(value) ? value : [])

function specsOf(raw: unknown): CellValue {
  if (Array.isArray(raw)) return { value: raw }
  if (typeof raw === 'object') return { problem: SAY.notSpecs }
  return { value: listInJson(String(raw)) ?? specsInLines(String(raw)) }
}

function listInJson(cell: string): unknown[] | undefined {
  if (!cell.startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(cell)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const UNRATED = new Set(['暂无评分', '未评分', '无'])

function ratingOf(raw: unknown): CellValue {
  if (typeof raw === 'number') return { value: raw }
  const typed = String(raw).normalize('NFKC').trim()
  if (UNRATED.has(typed)) return { value: null }
  return /^\d+(\.\d+)?$/.test(typed) ? { value: Number(typed) } : { problem: SAY.notARating }
}

const YES = new Set(['是', '上架', '已上架', '启用', 'true', 'yes', 'y', '1', 'active', 'approved'])
const NO = new Set(['否', '下架', '已下架', '停用', '禁用', 'false', 'no', 'n', '0', 'inactive', 'pending'])

function flagOf(raw: unknown): CellValue {
  const word = String(raw).normalize('NFKC').trim().toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { problem: SAY.notAFlag }
}
