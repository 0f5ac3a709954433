type Sum = { name: string; count: number }

const isBefore = (one: Sum, other: Sum): boolean =>
  one.count > other.count || (one.count === other.count && one.name < other.name)

/** Returns the highest sums, at most so many, the highest first and equal ones by name, in one pass. */
export function takeHighest(sums: ReadonlyMap<string, number>, most: number): Sum[] {
  const highest: Sum[] = []
  for (const [name, count] of sums) {
    const sum = { name, count }
    const last = highest.at(-1)
    if (last && highest.length === most && !isBefore(sum, last)) continue
    highest.splice(highest.findLastIndex((other) => isBefore(other, sum)) + 1, 0, sum)
    if (highest.length > most) highest.pop()
  }
  return highest
}
