/** Returns list items with unique React keys: the name, with a number appended if it repeats. */
export function withKeys<Item>(items: readonly Item[], getName: (item: Item) => string): { key: string; item: Item }[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const name = getName(item)
    const times = (counts.get(name) ?? 0) + 1
    counts.set(name, times)
    return { key: times === 1 ? name : `${name}\n${times}`, item }
  })
}
