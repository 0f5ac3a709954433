/**
 * The in-memory bitmap index of one catalogue: a bitset of products for each value of each filter, the order by name,
 * and the values of the other sort keys. Products are identified by number; names, ids and texts stay in the database,
 * so that 100,000 products take some ten megabytes.
 */
import type { FacetChoices } from '#contracts/products/facets.ts'
import type { ProductListCriteria } from '#contracts/products/product.ts'
import { EXHAUSTIVE_LIST } from '#contracts/rules/facts/filter-values.ts'
import { isAllOption, isDeploymentType } from '#contracts/rules/product-filter.ts'
import type { SortOrder } from '#contracts/vocabulary.ts'
import {
  type Bitset,
  type CompressedBitset,
  clearBit,
  countBits,
  countIntersection,
  decompressBitset,
  EMPTY_BITSET,
  hasBit,
  intersect,
  isCompressed,
  subtract,
  union,
  withBit,
} from './bitset.ts'
import { orderByValue } from './order-by-value.ts'

/** A product to index; one in the recycle bin (`isLive` is false) is removed from the index. */
export type IndexedProduct = {
  number: number
  name: string
  isLive: boolean
  isActive: boolean
  category: string
  price: string
  deploymentTypes: readonly string[]
  rating: number | null
  /** A fictional product, whose rating is fictional too. */
  isSample: boolean
  updatedAt: string
  values: readonly { attribute: string; value: string; isVerified: boolean }[]
}

/** A filter by facts; the values of one attribute are combined with OR. */
export type FacetFilter = { choices: FacetChoices; isVerifiedOnly: boolean }
/** Counts the products with each of the given values of an attribute. */
export type CountValues = (attribute: string, values: readonly string[]) => { value: string; count: number }[]
/** A filter by the products' own fields; `isActive: undefined` matches both active and inactive ones. */
export type FieldFilter = Pick<ProductListCriteria, 'category' | 'price' | 'type'> & { isActive: boolean | undefined }
export type IndexSort = 'name' | 'rating' | 'updated'

/** The kinds of bitsets: facts by attribute and value, the others by value. */
const KINDS = ['category', 'price', 'type', 'fact', 'verifiedFact'] as const
type Kind = (typeof KINDS)[number]
/** The bitsets by value; one of a snapshot stays compressed until it is used. */
type BitsetsByValue = Map<string, Bitset | CompressedBitset>

/** The content of an index, as stored in a snapshot (`index-snapshot.ts`). */
export type IndexState = {
  live: Bitset
  active: Bitset
  sample: Bitset
  /** The products with at least one verified value. */
  verified: Bitset
  sets: { kind: Kind; key: string; value: string; bits: Bitset | CompressedBitset }[]
  byName: Int32Array
  ratings: Float64Array
  updates: Float64Array
}

/** Added to a sort key, to sort it after all others. */
const SORT_LAST = 1_000

export class CatalogueIndex {
  #live: Bitset = EMPTY_BITSET
  #active: Bitset = EMPTY_BITSET
  #sample: Bitset = EMPTY_BITSET
  #verified: Bitset = EMPTY_BITSET
  readonly #sets: Record<Kind, Map<string, BitsetsByValue>> = {
    category: new Map(),
    price: new Map(),
    type: new Map(),
    fact: new Map(),
    verifiedFact: new Map(),
  }
  #byName: Int32Array = new Int32Array(0)
  #ratings: Float64Array = new Float64Array(0)
  #updates: Float64Array = new Float64Array(0)
  readonly #orders = new Map<string, Int32Array>()

  /** The products outside the recycle bin, by name. */
  get byName(): Int32Array {
    return this.#byName
  }

  /** Returns the products by name, without the given ones. */
  listOthersByName(products: readonly Pick<IndexedProduct, 'number'>[]): Int32Array {
    const numbers = new Set(products.flatMap(({ number }) => (hasBit(this.#live, number) ? number : [])))
    return numbers.size === 0 ? this.#byName : this.#byName.filter((number) => !numbers.has(number))
  }

  /** Reindexes changed products. Takes the order by name of all products that are live after the change. */
  update(changed: readonly IndexedProduct[], byName: Int32Array): void {
    this.#remove(changed.map(({ number }) => number))
    for (const product of changed) if (product.isLive) this.#add(product)
    this.#byName = byName
    this.#orders.clear()
  }

  /** Returns the products that match a filter by fields. */
  matchFields({ category, price, type, isActive }: FieldFilter): Bitset {
    let bits = this.#matchStatus(isActive)
    if (!isAllOption(category)) bits = intersect(bits, this.#get('category', '', category))
    if (!isAllOption(price)) bits = intersect(bits, this.#get('price', '', price))
    if (isDeploymentType(type)) bits = intersect(bits, this.#get('type', '', type))
    return bits
  }

  /** Returns the products that match a filter by facts; `undefined` if it filters nothing. */
  matchFacets({ choices, isVerifiedOnly }: FacetFilter): Bitset | undefined {
    const kind = isVerifiedOnly ? 'verifiedFact' : 'fact'
    const matches = Object.entries(choices)
      .filter(([, values]) => values.length > 0)
      .map(([attribute, values]) => union(values.map((value) => this.#get(kind, attribute, value))))
    if (matches.length === 0) return isVerifiedOnly ? this.#verified : undefined
    return matches.reduce(intersect)
  }

  /** Returns the products that have at least one of the given facts. */
  matchAnyValue(values: readonly { attribute: string; value: string }[]): Bitset {
    return union(values.map(({ attribute, value }) => this.#get('fact', attribute, value)))
  }

  /**
   * Returns the products with one of the values of an attribute, those with any value of it, and those whose list of
   * choices excludes all others.
   */
  matchValues(
    attribute: string,
    values: readonly string[],
  ): { withValue: Bitset; known: Bitset; withExhaustiveList: Bitset } {
    return {
      withExhaustiveList: this.#get('fact', attribute, EXHAUSTIVE_LIST),
      withValue: union(values.map((value) => this.#get('fact', attribute, value))),
      known: union(listBitsets(this.#getOrCreateSets('fact', attribute)).map(([, bits]) => bits)),
    }
  }

  /**
   * Creates the function that counts values among the products that match a filter, except that the choices of an
   * attribute don't narrow its own counts.
   */
  createValueCounter(products: Bitset, filter: FacetFilter): CountValues {
    const { choices, isVerifiedOnly } = filter
    const kind = isVerifiedOnly ? 'verifiedFact' : 'fact'
    const matchingAll = intersect(products, this.matchFacets(filter))
    const matchOtherChoices = (attribute: string): Bitset => {
      const otherChoices = Object.fromEntries(Object.entries(choices).filter(([key]) => key !== attribute))
      return intersect(products, this.matchFacets({ choices: otherChoices, isVerifiedOnly }))
    }
    return (attribute, values) => {
      const counted = Object.hasOwn(choices, attribute) ? matchOtherChoices(attribute) : matchingAll
      return values.map((value) => ({ value, count: countIntersection(counted, this.#get(kind, attribute, value)) }))
    }
  }

  /** Counts the products outside the recycle bin, and those of each category. */
  countAll(): { active: number; inactive: number; categories: { name: string; count: number }[] } {
    const active = countBits(this.#active)
    const categories = listBitsets(this.#getOrCreateSets('category', ''))
      .map(([name, bits]) => ({ name, count: countBits(bits) }))
      .filter(({ name, count }) => name !== '' && count > 0)
    return { active, inactive: countBits(this.#live) - active, categories }
  }

  /** Lists the categories of the active products, in no particular order. */
  listActiveCategories(): string[] {
    return listBitsets(this.#getOrCreateSets('category', ''))
      .filter(([name, bits]) => name !== '' && countIntersection(bits, this.#active) > 0)
      .map(([name]) => name)
  }

  /** Yields the members of a bitset in an order; ties by name. */
  *listInOrder(bits: Bitset, sort: IndexSort, order: SortOrder): Iterable<number> {
    const numbers = this.#getOrder(sort, order)
    if (sort === 'name' && order === 'desc')
      for (let index = numbers.length - 1; index >= 0; index -= 1) {
        const number = numbers[index] ?? 0
        if (hasBit(bits, number)) yield number
      }
    else for (const number of numbers) if (hasBit(bits, number)) yield number
  }

  /** Returns the order by a sort key; by rating, samples sort last. */
  #getOrder(sort: IndexSort, order: SortOrder): Int32Array {
    if (sort === 'name') return this.#byName
    const cached = this.#orders.get(`${sort} ${order}`)
    if (cached) return cached
    const sign = order === 'asc' ? 1 : -1
    const getValue =
      sort === 'rating'
        ? (number: number) => (hasBit(this.#sample, number) ? SORT_LAST : 0) + sign * (this.#ratings[number] ?? 0)
        : (number: number) => sign * (this.#updates[number] ?? 0)
    const ordered = orderByValue(this.#byName, getValue)
    this.#orders.set(`${sort} ${order}`, ordered)
    return ordered
  }

  /** Returns the content for a snapshot. The arrays are shared with the index: don't mutate them. */
  getState(): IndexState {
    const sets = KINDS.flatMap((kind) =>
      [...this.#sets[kind]].flatMap(([key, values]) =>
        [...values].map(([value, bits]) => ({ kind, key, value, bits })),
      ),
    )
    return {
      live: this.#live,
      active: this.#active,
      sample: this.#sample,
      verified: this.#verified,
      sets: sets.filter(({ bits }) => isCompressed(bits) || countBits(bits) > 0),
      byName: this.#byName,
      ratings: this.#ratings,
      updates: this.#updates,
    }
  }

  /** Replaces the content with that of a snapshot. */
  setState(state: IndexState): void {
    this.#live = state.live
    this.#active = state.active
    this.#sample = state.sample
    this.#verified = state.verified
    for (const kind of KINDS) this.#sets[kind].clear()
    for (const { kind, key, value, bits } of state.sets) this.#getOrCreateSets(kind, key).set(value, bits)
    this.#byName = state.byName
    this.#ratings = state.ratings
    this.#updates = state.updates
    this.#orders.clear()
  }

  #matchStatus(isActive: boolean | undefined): Bitset {
    if (isActive === undefined) return this.#live
    return isActive ? this.#active : subtract(this.#live, this.#active)
  }

  #get(kind: Kind, key: string, value: string): Bitset {
    const sets = this.#sets[kind].get(key)
    return sets ? getBitset(sets, value) : EMPTY_BITSET
  }

  #listAll(kind: Kind): Bitset[] {
    return [...this.#sets[kind].values()].flatMap((sets) => listBitsets(sets).map(([, bits]) => bits))
  }

  #getOrCreateSets(kind: Kind, key: string): BitsetsByValue {
    const sets: BitsetsByValue = this.#sets[kind].get(key) ?? new Map()
    this.#sets[kind].set(key, sets)
    return sets
  }

  #add(product: IndexedProduct): void {
    const { number } = product
    const add = (kind: Kind, key: string, value: string) => {
      const sets = this.#getOrCreateSets(kind, key)
      sets.set(value, withBit(getBitset(sets, value), number))
    }
    this.#live = withBit(this.#live, number)
    if (product.isActive) this.#active = withBit(this.#active, number)
    if (product.isSample) this.#sample = withBit(this.#sample, number)
    if (product.values.some(({ isVerified }) => isVerified)) this.#verified = withBit(this.#verified, number)
    add('category', '', product.category)
    add('price', '', product.price)
    for (const type of product.deploymentTypes) add('type', '', type)
    for (const { attribute, value, isVerified } of product.values) {
      add('fact', attribute, value)
      if (isVerified) add('verifiedFact', attribute, value)
    }
    this.#ratings = setValue(this.#ratings, number, product.rating ?? 0)
    this.#updates = setValue(this.#updates, number, Date.parse(product.updatedAt))
  }

  /** Removes products from every bitset. */
  #remove(numbers: readonly number[]): void {
    const sets = [
      this.#live,
      this.#active,
      this.#sample,
      this.#verified,
      ...KINDS.flatMap((kind) => this.#listAll(kind)),
    ]
    for (const bits of sets) for (const number of numbers) clearBit(bits, number)
  }
}

/** Returns the bitset of a value, and stores it decompressed. */
function getBitset(sets: BitsetsByValue, value: string): Bitset {
  const stored = sets.get(value) ?? EMPTY_BITSET
  if (!isCompressed(stored)) return stored
  const bits = decompressBitset(stored)
  sets.set(value, bits)
  return bits
}

const listBitsets = (sets: BitsetsByValue): [string, Bitset][] =>
  [...sets.keys()].map((value) => [value, getBitset(sets, value)])

/** Sets a value of an array. Returns the same array, or a longer copy. */
function setValue(array: Float64Array, number: number, value: number): Float64Array {
  const target = number < array.length ? array : new Float64Array(Math.max(number + 1, array.length * 2))
  if (target !== array) target.set(array)
  target[number] = value
  return target
}
