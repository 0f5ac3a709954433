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

/** Formats a value for the audit log; a long text is replaced by its length. */
function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '开' : '关'
  if (Array.isArray(value)) return value.length === 0 ? '（空）' : value.join('、')
  if (typeof value === 'string' && value.length > TEXT.line) return `（${value.length}字）`
  return value === '' || value === undefined || value === null ? '（空）' : String(value)
}
