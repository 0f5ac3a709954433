/**
 * A document's list with a key for each item: its name, with a number behind it where the name comes again. Documents
 * may repeat themselves, and a list whose keys repeat is drawn wrongly when it changes.
 */
export function keyed<Item>(items: readonly Item[], nameOf: (item: Item) => string): { key: string; item: Item }[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const name = nameOf(item)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return { key: times === 1 ? name : `${name}\n${times}`, item }
  })
}
