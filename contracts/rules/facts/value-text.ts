/** Writes values of facts as people read them, and reads what people write in a table's cell. */
import type { Certificate, FactValue, ValueRules } from '../../facts/fact-value.ts'
import { FACT_MESSAGES as TEXTS } from '../../facts/messages.ts'
import { NO_CERTIFICATE, YES_NO_LABELS, YES_NO_VALUES, type YesNo } from '../../facts/vocabulary.ts'

/** What a cell says, still to be checked by `checkFactValue`; `undefined` if it says nothing, else why it can't be read. */
export type ReadValue = { value: unknown } | { problem: string } | undefined

/** Known to have none: of choices, or a certificate. */
const NONE = '无'
/** Words for "unknown", which is not "no": such a cell says nothing. */
const UNKNOWN = new Set(['未知', '不详', '不明', '未提供', '待确认', '未确认', '?', '-', '--', '—', '——', '/', 'n/a'])
const YES_NO_WORDS: Record<YesNo, ReadonlySet<string>> = {
  yes: new Set(['支持', '是', '有', 'yes', 'y', 'true', '1', '√', '✓', '✔']),
  partial: new Set(['部分支持', '部分', 'partial']),
  no: new Set(['不支持', '否', '无', '没有', 'no', 'n', 'false', '0', '×', '✗', '✘']),
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

type FormatRules = Pick<ValueRules, 'type' | 'unit'>

/** Returns a value as people read it: `支持`, `通义千问、DeepSeek`, `16 GB`, `网络安全等级保护，三级；编号：…`. */
export const describeFactValue = (rules: FormatRules, value: FactValue): string =>
  typeof value === 'object' && !Array.isArray(value) ? describeCertificate(value) : formatFactValue(rules, value)

function describeCertificate({ name, level, ...others }: Certificate): string {
  const rest = formatCertificate({ name: '', level: '', ...others })
  return [[name, level].filter(Boolean).join('，'), rest].filter(Boolean).join('；')
}

/** Returns a value as a table's cell has it, from which `readFactValue` reads it: a certificate is `名称：…；级别：三级`. */
export function formatFactValue({ type, unit }: FormatRules, value: FactValue): string {
  if (typeof value === 'number') return `${value}${unit === '' || unit === '%' ? '' : ' '}${unit}`
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.join('、')
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
 * Reads one value of a cell, or of JSON: words of both languages, full-width or not, numbers with their unit, dates as
 * they are written (`2026年11月21日`). A blank cell and a word for "unknown" say nothing.
 */
export function readFactValue(rules: ValueRules & { label: string }, raw: unknown): ReadValue {
  if (raw === null || raw === undefined) return undefined
  if (typeof raw === 'object') return { value: raw }
  const text = String(raw).trim()
  const word = text.normalize('NFKC').toLowerCase()
  if (text === '' || UNKNOWN.has(word)) return undefined
  if (/^[[{"]/.test(text)) {
    const value = parseJson(text)
    if (value !== undefined) return { value }
  }
  return READERS[rules.type]({ text, word, raw, rules })
}

/** Reads what is typed for a number or a date, such as `16 GB`; what can't be read stays, so that the check says why. */
export function readTypedValue(rules: ValueRules & { label: string }, value: unknown): unknown {
  if (typeof value !== 'string' || (rules.type !== 'number' && rules.type !== 'date')) return value
  const read = readFactValue(rules, value)
  return read !== undefined && 'value' in read ? read.value : value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Cell = { text: string; word: string; raw: unknown; rules: ValueRules & { label: string } }
const READERS: Record<ValueRules['type'], (cell: Cell) => ReadValue> = {
  yesNo: ({ word }) => {
    const value = YES_NO_VALUES.find((each) => YES_NO_WORDS[each].has(word))
    return value === undefined ? { problem: TEXTS.yesNo } : { value }
  },
  choice: ({ text, rules }) => ({ value: findChoice(rules.choices, text) }),
  choices: ({ text, word, rules }) => {
    if (word === NONE) return { value: [] }
    const words = findChoiceIn(rules.choices, text) ? [text] : text.split(/[、，,；;|｜\n\r]+/)
    const values = words.map((each) => each.trim()).filter(Boolean)
    return { value: [...new Set(values.map((each) => findChoice(rules.choices, each)))] }
  },
  number: ({ word, raw, rules }) => (typeof raw === 'number' ? { value: raw } : readNumber(word, rules.unit)),
  text: ({ text }) => ({ value: text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ') }),
  date: ({ text }) => {
    const [, year, month = '', day] =
      /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?$/.exec(text.normalize('NFKC')) ?? []
    if (year === undefined) return { problem: TEXTS.date }
    return { value: [year, month.padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])].join('-') }
  },
  certificate: ({ text, word, rules }) => {
    if (word === NONE || word === NO_CERTIFICATE) return { value: NO_CERTIFICATE }
    const level = findChoiceIn(rules.choices, text)
    return { value: level === undefined ? readCertificate(text, rules.label) : { name: rules.label, level } }
  },
}

const fold = (word: string) => word.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')
const findChoiceIn = (choices: readonly string[], text: string) => choices.find((each) => fold(each) === fold(text))
/** Returns the choice that is meant; a word that is none as it stands, so that the check names it. */
const findChoice = (choices: readonly string[], text: string) => findChoiceIn(choices, text) ?? text

/** Reads `16`, `1,000`, `16GB`; a number of another unit is none. */
function readNumber(word: string, unit: string): ReadValue {
  const [, digits, rest = ''] =
    /^([-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(.*)$/.exec(word) ?? []
  if (digits === undefined || (rest !== '' && fold(rest) !== fold(unit))) return { problem: TEXTS.number(unit) }
  return { value: Number(digits.replaceAll(',', '')) }
}

/** Reads `名称：…；级别：…`; a text without labels is the name. */
function readCertificate(text: string, label: string): Record<string, string> {
  const labels = Object.values(CERTIFICATE_LABELS).join('|')
  const parts = text.split(new RegExp(`[；;\\n]\\s*(?=(?:${labels})[：:])`))
  const read = parts.flatMap((part) => {
    const [, name, value = ''] = new RegExp(`^\\s*(${labels})[：:]\\s*([\\s\\S]*)$`).exec(part) ?? []
    const key = CERTIFICATE_PARTS.find((each) => CERTIFICATE_LABELS[each] === name)
    return key === undefined || value.trim() === '' ? [] : [[key, value.trim()]]
  })
  return read.length === 0 ? { name: text } : { name: label, ...Object.fromEntries(read) }
}
