import { isDeepStrictEqual } from 'node:util'
import { TEXT } from '#contracts/limits.ts'

/**
 * Describes changes such as `网站名称：智鉴 → 新名；…` in the order of the labels. Returns an empty
 * text if no labelled field changed.
 */
export function describeChanges(labels: Readonly<Record<string, string>>, before: object, after: object): string {
  return Object.entries(labels)
    .flatMap(([key, label]) => {
      const [from, to]: [unknown, unknown] = [Reflect.get(before, key), Reflect.get(after, key)]
      return isDeepStrictEqual(from, to) ? [] : [`${label}：${formatValue(from)} → ${formatValue(to)}`]
    })
    .join('；')
}

const formatList = (items: readonly unknown[]): string => {
  if (items.length === 0) return '（空）'
  return items.some((item) => typeof item === 'object') ? `${items.length}项` : formatText(items.join('、'))
}

const formatText = (text: string): string => (text.length > TEXT.line ? `（${text.length}字）` : text)

/** Formats a value for the audit log; a long text is replaced by its length. */
function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '开' : '关'
  if (Array.isArray(value)) return formatList(value)
  return value === '' || value === undefined || value === null ? '（空）' : formatText(String(value))
}
