/**
 * A document's list with a key for each item: its name, with a number behind it where the name comes again. Documents
 * may repeat themselves, and a list whose keys repeat is drawn wrongly when it changes.
 */
export function withKeys<Item>(items: readonly Item[], getName: (item: Item) => string): { key: string; item: Item }[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const name = getName(item)
    const times = (counts.get(name) ?? 0) + 1
    counts.set(name, times)
    return { key: times === 1 ? name : `${name}\n${times}`, item }
  })
}
