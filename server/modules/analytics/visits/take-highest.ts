type Sum = { name: string; count: number }

const ranksBefore = (one: Sum, other: Sum): boolean =>
  one.count > other.count || (one.count === other.count && one.name < other.name)

/** Returns the highest sums in one pass: at most `most`, in descending order, equal ones by name. */
export function takeHighest(sums: ReadonlyMap<string, number>, most: number): Sum[] {
  const highest: Sum[] = []
  for (const [name, count] of sums) {
    const sum = { name, count }
    const last = highest.at(-1)
    if (last && highest.length === most && !ranksBefore(sum, last)) continue
    highest.splice(highest.findLastIndex((other) => ranksBefore(other, sum)) + 1, 0, sum)
    if (highest.length > most) highest.pop()
  }
  return highest
}
