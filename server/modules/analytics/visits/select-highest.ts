type Sum = { name: string; count: number }

const isRankedBefore = (one: Sum, other: Sum): boolean =>
  one.count > other.count || (one.count === other.count && one.name < other.name)

/** Returns up to `limit` of the highest sums in descending order, equal ones by name, in a single pass. */
export function selectHighest(sums: ReadonlyMap<string, number>, limit: number): Sum[] {
  const highest: Sum[] = []
  for (const [name, count] of sums) {
    const sum = { name, count }
    const last = highest.at(-1)
    if (last && highest.length === limit && !isRankedBefore(sum, last)) continue
    highest.splice(highest.findLastIndex((other) => isRankedBefore(other, sum)) + 1, 0, sum)
    if (highest.length > limit) highest.pop()
  }
  return highest
}
