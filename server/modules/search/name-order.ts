/** The order of products by name: by pinyin, numbers by their value, whatever the database's own order. */

const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin', { numeric: true })

/** What an order by name depends on besides the names: with other tables of characters it has to be made anew. */
export const NAME_ORDER_VERSION = `${process.versions.icu} ${process.versions.cldr}`

/** Names read at once, over all that look for their place. */
const NAMES_PER_READ = 256

export type Named = { number: number; name: string }
type Search = Named & { from: number; to: number; probes: number }
/** Returns the names by number; those that no longer say where their product stands are left out. */
export type ReadNames = (numbers: readonly number[]) => Promise<ReadonlyMap<number, string>>

const compareNames = (a: Named, b: Named): number => collator.compare(a.name, b.name) || a.number - b.number

/**
 * Puts products into an order that doesn't have them, and returns the new one. Few names of the order are looked at, by
 * halves or smaller parts.
 */
export async function insertByName(
  order: Int32Array,
  inserted: readonly Named[],
  readNames: ReadNames,
): Promise<Int32Array> {
  const sorted = inserted.toSorted(compareNames)
  const places = await findPlaces(order, sorted, readNames)
  const merged = new Int32Array(order.length + sorted.length)
  let copied = 0
  for (const [index, { number }] of sorted.entries()) {
    const place = places[index] ?? order.length
    merged.set(order.subarray(copied, place), copied + index)
    merged[place + index] = number
    copied = place
  }
  merged.set(order.subarray(copied), copied + sorted.length)
  return merged
}

/** Returns for each product how many of the order stand before it. */
async function findPlaces(order: Int32Array, sorted: readonly Named[], readNames: ReadNames): Promise<number[]> {
  const probes = Math.max(1, Math.floor(NAMES_PER_READ / sorted.length))
  const searches = sorted.map((named): Search => ({ ...named, from: 0, to: order.length, probes }))
  for (;;) {
    const open = searches.filter(({ from, to }) => from < to)
    if (open.length === 0) return searches.map(({ from }) => from)
    const looked = open.map((search) => ({ search, places: listProbes(search) }))
    const names = await readNames([
      ...new Set(looked.flatMap(({ places }) => places.map((place) => order[place] ?? 0))),
    ])
    for (const { search, places } of looked) narrow(search, places, (place) => getNamed(order[place] ?? 0, names))
  }
}

function getNamed(number: number, names: ReadonlyMap<number, string>): Named | undefined {
  const name = names.get(number)
  return name === undefined ? undefined : { number, name }
}

/** Narrows a search by the names at places, which rise. Where none says anything, more are looked at next. */
function narrow(search: Search, places: readonly number[], getAt: (place: number) => Named | undefined): void {
  const length = search.to - search.from
  for (const place of places) {
    const named = getAt(place)
    if (named === undefined) continue
    if (compareNames(named, search) < 0) search.from = place + 1
    else {
      search.to = place
      break
    }
  }
  if (search.to - search.from < length) return
  if (places.length === length) search.to = search.from
  else search.probes *= 4
}

/** Returns places that part a range evenly, rising. */
function listProbes({ from, to, probes }: Search): number[] {
  const length = to - from
  if (length <= probes) return Array.from({ length }, (_, index) => from + index)
  return Array.from({ length: probes }, (_, index) => from + Math.floor(((index + 1) * length) / (probes + 1)))
}
