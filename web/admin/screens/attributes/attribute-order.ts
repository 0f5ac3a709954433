import type { AttributeRecord } from '#contracts/facts/attribute.ts'

type Ordered = Pick<AttributeRecord, 'key' | 'group'>

function swap<Item>(items: readonly Item[], index: number, step: 1 | -1): Item[] {
  const other = items[index + step]
  const item = items[index]
  if (item === undefined || other === undefined) return [...items]
  return items.map((attribute, place) => (place === index ? other : place === index + step ? item : attribute))
}

/** Returns all keys, sorted by group as displayed, with one moved by a step within its group. */
export function moveAttribute(attributes: readonly Ordered[], key: string, step: 1 | -1): string[] {
  const groups = [...Map.groupBy(attributes, ({ group }) => group).values()]
  return groups.flatMap((members) => {
    const keys = members.map((attribute) => attribute.key)
    const index = keys.indexOf(key)
    return index === -1 ? keys : swap(keys, index, step)
  })
}

/** Returns all keys with one group moved by a step. */
export function moveGroup(attributes: readonly Ordered[], group: string, step: 1 | -1): string[] {
  const groups = [...Map.groupBy(attributes, (attribute) => attribute.group)]
  const index = groups.findIndex(([name]) => name === group)
  return swap(groups, index, step).flatMap(([, members]) => members.map(({ key }) => key))
}
