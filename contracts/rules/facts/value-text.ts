/** Formats values of facts for readers, and parses what users enter in a table's cell. */

import type { Certificate, FactValue, ValueRules } from '../../facts/fact-value.ts'
import { FACT_MESSAGES as MESSAGES } from '../../facts/messages.ts'
import { NO_CERTIFICATE, YES_NO_LABELS, YES_NO_VALUES, type YesNo } from '../../facts/vocabulary.ts'
import { foldCell, NO_WORDS, parseNumber, YES_WORDS } from '../cell-values.ts'
import { describeDay } from '../describe-day.ts'
import { toNfkc } from '../normalize-text.ts'
import { tryParseJson } from '../try-parse-json.ts'
import { describePrice, isPrice } from './prices.ts'

/** A parsed cell, to be validated by `checkFactValue`, or why it can't be parsed; `undefined` for a blank one. */
type ParsedValue = { value: unknown } | { problem: string } | undefined

/** Known to have none: of choices, or a certificate. */
const NONE = '无'
/** Of a certificate named after its attribute, of which nothing else is known. */
const OBTAINED = '已取得'
/** Words for "unknown", which doesn't mean "no": such a cell counts as blank. */
const UNKNOWN = new Set(['未知', '不详', '不明', '未提供', '待确认', '未确认', '?', '-', '--', '—', '——', '/', 'n/a'])
const YES_NO_WORDS: Record<YesNo, ReadonlySet<string>> = {
  yes: new Set(['支持', '有', ...YES_WORDS]),
  partial: new Set(['部分支持', '部分', 'partial']),
  no: new Set(['不支持', '无', '没有', ...NO_WORDS]),
}
export const CERTIFICATE_LABELS = {
  name: '名称',
  level: '级别',
  number: '编号',
  issuer: '发证机构',
  validUntil: '有效期至',
} as const satisfies Record<keyof Certificate, string>
const CERTIFICATE_PARTS = ['name', 'level', 'number', 'issuer', 'validUntil'] as const satisfies (keyof Certificate)[]

const isYesNo = (value: string): value is YesNo => Object.hasOwn(YES_NO_LABELS, value)

/** `label` is shown next to the value, which doesn't repeat it. */
type FormatRules = Pick<ValueRules, 'type' | 'unit'> & { isComplete?: boolean; label?: string }

/** Follows a list of choices that is complete. */
export const COMPLETE_MARK = '（清单完整）'

/**
 * Returns a value for readers: `支持`, `通义千问、DeepSeek`, `16 GB`, `48万元/年`, `2026年11月21日`, `网络安全等级保护，三级；编号：…`.
 */
export function describeFactValue(rules: FormatRules, value: FactValue): string {
  if (typeof value === 'object' && !Array.isArray(value)) return describeCertificate(value, rules.label)
  if (typeof value === 'number' && isPrice(rules)) return describePrice(value, rules.unit)
  return rules.type === 'date' && typeof value === 'string' ? describeDay(value) : formatFactValue(rules, value)
}

/** A cell of a table that only states other parts is read as a certificate of the attribute's name. */
function describeCertificate({ name, level, validUntil, ...others }: Certificate, label: string | undefined): string {
  const ownName = name === label ? '' : name
  const lastDay = validUntil && describeDay(validUntil)
  const rest = formatCertificate({ name: '', level: '', ...others, validUntil: lastDay })
  return [[ownName, level].filter(Boolean).join('，'), rest].filter(Boolean).join('；') || OBTAINED
}

/** Returns a value as a table's cell, which `parseFactValue` can parse: a certificate is `名称：…；级别：三级`. */
export function formatFactValue({ type, unit, isComplete = false }: FormatRules, value: FactValue): string {
  if (typeof value === 'number') return `${value}${unit === '' || unit === '%' ? '' : ' '}${unit}`
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.join('、') + (isComplete ? COMPLETE_MARK : '')
  if (typeof value === 'object') return formatCertificate(value)
  if (type === 'certificate') return NONE
  return type === 'yesNo' && isYesNo(value) ? YES_NO_LABELS[value] : value
}

const formatCertificate = (certificate: Certificate): string =>
  CERTIFICATE_PARTS.flatMap((part) => {
    const text = certificate[part]
    return text ? [`${CERTIFICATE_LABELS[part]}：${text}`] : []
  }).join('；')

/**
 * Parses one value of a cell, or of JSON: Chinese and English words, full-width or half-width; numbers with their unit;
 * dates in any notation (`2026年11月21日`). Returns `undefined` for a blank cell and for words that mean "unknown".
 */
export function parseFactValue(rules: ValueRules & { label: string }, raw: unknown): ParsedValue {
  if (raw === null || raw === undefined) return undefined
  if (typeof raw === 'object') return { value: raw }
  const text = String(raw).trim()
  const word = foldCell(text)
  if (text === '' || UNKNOWN.has(word)) return undefined
  if (/^[[{"]/.test(text)) {
    const value = tryParseJson(text)
    if (value !== undefined) return { value }
  }
  return PARSERS[rules.type]({ text, word, raw, rules })
}

/**
 * Parses the input for a number or a date, such as `16 GB`; invalid input is returned as is, so that validation reports
 * it.
 */
export function parseEnteredValue(rules: ValueRules & { label: string }, value: unknown): unknown {
  if (typeof value !== 'string' || (rules.type !== 'number' && rules.type !== 'date')) return value
  const parsed = parseFactValue(rules, value)
  return parsed !== undefined && 'value' in parsed ? parsed.value : value
}

type Cell = { text: string; word: string; raw: unknown; rules: ValueRules & { label: string } }
const PARSERS: Record<ValueRules['type'], (cell: Cell) => ParsedValue> = {
  yesNo: ({ word }) => {
    const value = YES_NO_VALUES.find((item) => YES_NO_WORDS[item].has(word))
    return value === undefined ? { problem: MESSAGES.yesNo } : { value }
  },
  choice: ({ text, rules }) => ({ value: resolveChoice(rules.choices, text) }),
  choices: ({ text, word, rules }) => {
    if (word === NONE) return { value: [] }
    const words = findChoice(rules.choices, text) ? [text] : text.split(/[、，,；;|｜\n\r]+/)
    const values = words.map((item) => item.trim()).filter(Boolean)
    return { value: [...new Set(values.map((item) => resolveChoice(rules.choices, item)))] }
  },
  number: ({ word, raw, rules }) => (typeof raw === 'number' ? { value: raw } : parseNumberWithUnit(word, rules.unit)),
  text: ({ text }) => ({ value: text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ') }),
  date: ({ text }) => {
    const [, year, month = '', day] = /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?$/.exec(toNfkc(text)) ?? []
    if (year === undefined) return { problem: MESSAGES.date }
    return { value: [year, month.padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])].join('-') }
  },
  certificate: ({ text, word, rules }) => {
    if (word === NONE || word === NO_CERTIFICATE) return { value: NO_CERTIFICATE }
    const level = findChoice(rules.choices, text)
    return { value: level === undefined ? parseCertificate(text, rules.label) : { name: rules.label, level } }
  },
}

const normalizeWord = (word: string) => toNfkc(word).toLowerCase().replaceAll(/\s+/g, '')
const findChoice = (choices: readonly string[], text: string) =>
  choices.find((item) => normalizeWord(item) === normalizeWord(text))
/** Returns the matching choice, or else the text itself, so that validation can name it. */
const resolveChoice = (choices: readonly string[], text: string) => findChoice(choices, text) ?? text

/** Parses `16`, `1,000`, `16GB`; a number with another unit is invalid. */
function parseNumberWithUnit(word: string, unit: string): ParsedValue {
  const parsed = parseNumber(word)
  if (!parsed || (parsed.rest !== '' && normalizeWord(parsed.rest) !== normalizeWord(unit)))
    return { problem: MESSAGES.number(unit) }
  return { value: parsed.number }
}

/** Parses `名称：…；级别：…`; a text without labels is the name. */
function parseCertificate(text: string, label: string): Record<string, string> {
  const labels = Object.values(CERTIFICATE_LABELS).join('|')
  const parts = text.split(new RegExp(`[；;\\n]\\s*(?=(?:${labels})[：:])`))
  const read = parts.flatMap((part) => {
    const [, name, value = ''] = new RegExp(`^\\s*(${labels})[：:]\\s*([\\s\\S]*)$`).exec(part) ?? []
    const key = CERTIFICATE_PARTS.find((item) => CERTIFICATE_LABELS[item] === name)
    return key === undefined || value.trim() === '' ? [] : [[key, value.trim()]]
  })
  return read.length === 0 ? { name: text } : { name: label, ...Object.fromEntries(read) }
}
