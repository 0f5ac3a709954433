import type { AttributeRecord } from '#contracts/facts/attribute.ts'

type GroupedAttribute = Pick<AttributeRecord, 'key' | 'group'>

/** Returns all keys, sorted by group as displayed, with one key moved up or down within its group. */
export function moveAttribute(attributes: readonly GroupedAttribute[], key: string, step: 1 | -1): string[] {
  const groups = [...Map.groupBy(attributes, ({ group }) => group).values()]
  return groups.flatMap((members) => {
    const keys = members.map((attribute) => attribute.key)
    const index = keys.indexOf(key)
    return index === -1 ? keys : swapItems(keys, index, step)
  })
}

/** Returns all keys, sorted by group, with one group moved up or down. */
export function moveGroup(attributes: readonly GroupedAttribute[], group: string, step: 1 | -1): string[] {
  const groups = [...Map.groupBy(attributes, (attribute) => attribute.group)]
  const index = groups.findIndex(([name]) => name === group)
  return swapItems(groups, index, step).flatMap(([, members]) => members.map(({ key }) => key))
}

function swapItems<Item>(items: readonly Item[], index: number, step: 1 | -1): Item[] {
  const item = items[index]
  const neighbour = items[index + step]
  if (item === undefined || neighbour === undefined) return [...items]
  return items.with(index, neighbour).with(index + step, item)
}
