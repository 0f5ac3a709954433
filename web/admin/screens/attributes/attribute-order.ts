import type { AttributeRecord } from '#contracts/facts/attribute.ts'

type Ordered = Pick<AttributeRecord, 'key' | 'group'>

function swap<Item>(items: readonly Item[], index: number, step: 1 | -1): Item[] {
  const other = items[index + step]
  const item = items[index]
  if (item === undefined || other === undefined) return [...items]
  return items.map((each, place) => (place === index ? other : place === index + step ? item : each))
}

/** Returns all keys with one moved by a step within its group. Groups stand together, as they are shown. */
export function moveAttribute(attributes: readonly Ordered[], key: string, step: 1 | -1): string[] {
  const groups = [...Map.groupBy(attributes, ({ group }) => group).values()]
  return groups.flatMap((members) => {
    const keys = members.map((each) => each.key)
    const index = keys.indexOf(key)
    return index === -1 ? keys : swap(keys, index, step)
  })
}

/** Returns all keys with a group moved by a step. */
export function moveGroup(attributes: readonly Ordered[], group: string, step: 1 | -1): string[] {
  const groups = [...Map.groupBy(attributes, (each) => each.group)]
  const index = groups.findIndex(([name]) => name === group)
  return swap(groups, index, step).flatMap(([, members]) => members.map(({ key }) => key))
}
