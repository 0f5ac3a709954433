/** A value as a reader of the audit reads it. */
function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? '开' : '关'
  if (Array.isArray(value)) return value.length === 0 ? '（空）' : value.join('、')
  return value === '' || value === undefined || value === null ? '（空）' : String(value)
}

/** What a save changed: `网站名称：智鉴 → 新名；…`, in the labels' order; '' where it changed nothing. */
export function changesInWords(labels: Readonly<Record<string, string>>, before: object, after: object): string {
  return Object.entries(labels)
    .flatMap(([key, label]) => {
      const [from, to] = [inWords(Reflect.get(before, key)), inWords(Reflect.get(after, key))]
      return from === to ? [] : [`${label}：${from} → ${to}`]
    })
    .join('；')
}
