/** Orders products by name: by pinyin, with digits by their numeric value, independent of the database's collation. */

const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin', { numeric: true })

/** The version of the collation: an order created with another version is discarded. */
export const NAME_ORDER_VERSION = `${process.versions.icu} ${process.versions.cldr}`

/** The number of names per query, for all inserted products together. */
const NAMES_PER_READ = 256

export type NamedProduct = { number: number; name: string }
/** A binary search for the position of a product, with its remaining range and the number of names to read next. */
type Search = NamedProduct & { from: number; to: number; probes: number }
/** Returns names by product; changed names, which no longer match the order, are omitted. */
export type ReadNames = (numbers: readonly number[]) => Promise<ReadonlyMap<number, string>>

const compareNames = (a: NamedProduct, b: NamedProduct): number =>
  collator.compare(a.name, b.name) || a.number - b.number

/**
 * Returns an order with products inserted that it doesn't contain. Positions are found by binary search, or by k-ary
 * search if few products are inserted, so that few names are read.
 */
export async function insertByName(
  order: Int32Array,
  inserted: readonly NamedProduct[],
  readNames: ReadNames,
): Promise<Int32Array> {
  const sorted = inserted.toSorted(compareNames)
  const positions = await computeInsertPositions(order, sorted, readNames)
  const merged = new Int32Array(order.length + sorted.length)
  let copied = 0
  for (const [index, { number }] of sorted.entries()) {
    const position = positions[index] ?? order.length
    merged.set(order.subarray(copied, position), copied + index)
    merged[position + index] = number
    copied = position
  }
  merged.set(order.subarray(copied), copied + sorted.length)
  return merged
}

/** Returns the position in the order at which each product is inserted. */
async function computeInsertPositions(
  order: Int32Array,
  sorted: readonly NamedProduct[],
  readNames: ReadNames,
): Promise<number[]> {
  const probes = Math.max(1, Math.floor(NAMES_PER_READ / sorted.length))
  const searches = sorted.map((product): Search => ({ ...product, from: 0, to: order.length, probes }))
  for (;;) {
    const open = searches.filter(({ from, to }) => from < to)
    if (open.length === 0) return searches.map(({ from }) => from)
    const probed = open.map((search) => ({ search, positions: listProbes(search) }))
    const names = await readNames([
      ...new Set(probed.flatMap(({ positions }) => positions.map((position) => order[position] ?? 0))),
    ])
    for (const { search, positions } of probed)
      narrowSearch(search, positions, (position) => findNamedProduct(order[position] ?? 0, names))
  }
}

function findNamedProduct(number: number, names: ReadonlyMap<number, string>): NamedProduct | undefined {
  const name = names.get(number)
  return name === undefined ? undefined : { number, name }
}

/** Narrows a search by the names at ascending positions. If none of them is known, the next query reads more names. */
function narrowSearch(
  search: Search,
  positions: readonly number[],
  getAt: (position: number) => NamedProduct | undefined,
): void {
  const length = search.to - search.from
  for (const position of positions) {
    const product = getAt(position)
    if (product === undefined) continue
    if (compareNames(product, search) < 0) search.from = position + 1
    else {
      search.to = position
      break
    }
  }
  if (search.to - search.from < length) return
  if (positions.length === length) search.to = search.from
  else search.probes *= 4
}

/** Returns ascending positions that divide a range evenly. */
function listProbes({ from, to, probes }: Search): number[] {
  const length = to - from
  if (length <= probes) return Array.from({ length }, (_, index) => from + index)
  return Array.from({ length: probes }, (_, index) => from + Math.floor(((index + 1) * length) / (probes + 1)))
}
