/** Converts a product's fields to table cells and back. */

import type { ProductFieldType } from '#contracts/products/fields.ts'
import { ScreenshotsSchema } from '#contracts/products/screenshot.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { foldCell, parseNumber, parseYesNo } from '#contracts/rules/cell-values.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'
import { splitWords } from '#contracts/rules/split-words.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import type { Cell } from '#server/platform/tables/table.ts'

type Spec = { title: string; value: string }

/**
 * The parsed, not yet validated value of a cell, with a hint if it isn't what the cell says; or the reason why it can't
 * be parsed.
 */
type CellValue = { value: unknown; hint?: string } | { problem: string }

type CellFormat = {
  /** Formats a field as a cell; absent if the type has no cell format. */
  format?: (value: unknown) => Cell
  /** Parses a cell, or a JSON value, as a field. */
  parse: (raw: unknown) => CellValue
}

const toPlainCell = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

const TEXT: CellFormat = {
  format: toPlainCell,
  parse: (raw) => (typeof raw === 'object' ? { problem: PRODUCT_TABLE_MESSAGES.expectedText } : { value: String(raw) }),
}

/** The cell format of each field type. */
const FORMATS: Record<ProductFieldType, CellFormat> = {
  id: TEXT,
  name: {
    format: toPlainCell,
    parse: (raw) =>
      typeof raw === 'object' ? { problem: PRODUCT_TABLE_MESSAGES.expectedText } : { value: toSingleLine(String(raw)) },
  },
  line: TEXT,
  optionalName: TEXT,
  optionalEmail: TEXT,
  choice: {
    format: toPlainCell,
    parse: (raw) =>
      typeof raw === 'object' ? { problem: PRODUCT_TABLE_MESSAGES.expectedText } : { value: String(raw).trim() },
  },
  paragraph: TEXT,
  richText: TEXT,
  texts: { format: (value) => formatList(listStrings(value)), parse: (raw) => readListCell(raw) },
  link: { format: toPlainCell, parse: (raw) => readLink(raw) },
  image: TEXT,
  screenshots: { format: (value) => formatScreenshots(value), parse: (raw) => readScreenshotsCell(raw) },
  rating: { format: toPlainCell, parse: (raw) => readRating(raw) },
  flag: { format: toPlainCell, parse: (raw) => readFlag(raw) },
  optInFlag: { format: toPlainCell, parse: (raw) => readFlag(raw) },
  specs: { format: (value) => formatSpecs(readSpecs(value)), parse: (raw) => readSpecsCell(raw) },
  reviews: {
    parse: (raw) => (Array.isArray(raw) ? { value: raw } : { problem: PRODUCT_TABLE_MESSAGES.reviewsRequireJson }),
  },
}

/** Returns whether a cell can hold a field of this type; if not, it is exported only as JSON. */
export const hasCell = (type: ProductFieldType): boolean => FORMATS[type].format !== undefined

/** Formats a field as a cell; an empty cell if the type has no cell format. */
export const formatCell = (type: ProductFieldType, value: unknown): Cell => FORMATS[type].format?.(value) ?? null

/** Parses a cell, or a JSON value, as a field. */
export const readCell = (type: ProductFieldType, raw: unknown): CellValue => FORMATS[type].parse(raw)

const listStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Formats a list with one item per line, or as JSON if the lines would be parsed as a different list. */
function formatList(items: readonly string[]): string {
  const lines = items.join('\n')
  return isSame(splitCell(lines), items) ? lines : JSON.stringify(items)
}

/** Splits a cell of several lines into lines, and a single line into words. */
function splitCell(cell: string): string[] {
  if (!/[\n\r]/.test(cell.trim())) return splitWords(cell)
  const lines = cell.split(/[\n\r]+/).map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}

function readListCell(raw: unknown): CellValue {
  if (Array.isArray(raw)) return { value: raw.map((item) => (typeof item === 'number' ? String(item) : item)) }
  if (typeof raw === 'object') return { problem: PRODUCT_TABLE_MESSAGES.expectedList }
  return { value: parseJsonList(String(raw)) ?? splitCell(String(raw)) }
}

/** Formats one spec per line, such as `接口：REST`, or as JSON if the lines would be parsed as different specs. */
function formatSpecs(specs: readonly Spec[]): string {
  const lines = specs.map(({ title, value }) => `${title}：${value}`).join('\n')
  return isSame(parseSpecLines(lines), specs) ? lines : JSON.stringify(specs)
}

function parseSpecLines(cell: string): Spec[] {
  const lines = cell.split(/[\n\r]+/).filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, title = '', value = ''] = /^([^：:]*)[：:]?(.*)$/.exec(line) ?? []
    return { title: title.trim(), value: value.trim() }
  })
}

const readSpecs = (value: unknown): Spec[] => (Array.isArray(value) ? value : [])

function readSpecsCell(raw: unknown): CellValue {
  if (Array.isArray(raw)) return { value: raw }
  if (typeof raw === 'object') return { problem: PRODUCT_TABLE_MESSAGES.expectedSpecs }
  return { value: parseJsonList(String(raw)) ?? parseSpecLines(String(raw)) }
}

/** Formats one screenshot per line: URL, size and caption, separated by spaces. */
const formatScreenshots = (value: unknown): string =>
  ScreenshotsSchema.parse(value)
    .map(({ url, width, height, caption }) => `${url} ${width}×${height} ${caption}`)
    .join('\n')

function readScreenshotsCell(raw: unknown): CellValue {
  if (Array.isArray(raw)) return { value: raw }
  if (typeof raw === 'object') return { problem: SCREENSHOT_MESSAGES.expectedScreenshot }
  const lines = String(raw).split(/[\n\r]+/)
  const screenshots = lines.flatMap((line) => {
    const [, url = '', width, height, caption = ''] = /^(\S+)\s+(\d+)\s*[×xX*]\s*(\d+)\s+(.+)$/.exec(line.trim()) ?? []
    return url === '' ? [] : [{ url, width: Number(width), height: Number(height), caption }]
  })
  const isComplete = screenshots.length === lines.filter((line) => line.trim() !== '').length
  return isComplete ? { value: screenshots } : { problem: SCREENSHOT_MESSAGES.expectedScreenshot }
}

function parseJsonList(cell: string): unknown[] | undefined {
  if (!cell.startsWith('[')) return undefined
  const value = tryParseJson(cell)
  return Array.isArray(value) ? value : undefined
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A web address without its scheme, such as `www.example.com/products`. */
const SCHEMELESS_ADDRESS = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u

/** Completes a web address as a browser's address bar does. */
function readLink(raw: unknown): CellValue {
  if (typeof raw === 'object') return { problem: PRODUCT_TABLE_MESSAGES.expectedText }
  const text = String(raw).trim()
  if (!SCHEMELESS_ADDRESS.test(text)) return { value: text }
  const link = `https://${text}`
  return { value: link, hint: PRODUCT_TABLE_MESSAGES.linkCompleted(link) }
}

const UNRATED_WORDS = new Set(['暂无评分', '未评分', '无'])

function readRating(raw: unknown): CellValue {
  if (typeof raw === 'number') return { value: raw }
  const text = String(raw)
  if (UNRATED_WORDS.has(foldCell(text))) return { value: null }
  const parsed = parseNumber(text)
  return parsed?.rest === '' ? { value: parsed.number } : { problem: PRODUCT_TABLE_MESSAGES.expectedRating }
}

const FLAG_WORDS = {
  yes: ['上架', '已上架', '启用', 'active', 'approved'],
  no: ['下架', '已下架', '停用', '禁用', 'inactive', 'pending'],
}

function readFlag(raw: unknown): CellValue {
  const value = parseYesNo(raw, FLAG_WORDS)
  return value === undefined ? { problem: PRODUCT_TABLE_MESSAGES.expectedBoolean } : { value }
}
