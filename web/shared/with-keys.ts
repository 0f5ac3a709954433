/** Returns list items with unique React keys: the name, with a number appended if it repeats. */
export function withKeys<Item>(items: readonly Item[], getName: (item: Item) => string): { key: string; item: Item }[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const name = getName(item)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { key: count === 1 ? name : `${name}\n${count}`, item }
  })
}
