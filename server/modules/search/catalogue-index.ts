/**
 * What the products of one catalogue are listed by, in memory: a set of products for each value that anything is
 * filtered by, and their order by name. Products are numbers; names, ids and texts stay in the database, so that a
 * hundred thousand products take some ten megabytes.
 */
import type { FacetChoices } from '#contracts/products/facets.ts'
import type { ProductQuestion } from '#contracts/products/product.ts'
import { isDeploymentType, isEveryOption } from '#contracts/rules/product-filter.ts'
import type { SortOrder } from '#contracts/vocabulary.ts'
import {
  type Bits,
  clearBit,
  countBits,
  countCommon,
  hasBit,
  intersect,
  isPacked,
  NO_BITS,
  type PackedBits,
  subtract,
  unite,
  unpackBits,
  withBit,
} from './bits.ts'
import { orderByValue } from './order-by-value.ts'

/** A product as the index takes it in; one that is in no list (`isLive` is false) is taken out. */
export type IndexedProduct = {
  number: number
  name: string
  isLive: boolean
  isActive: boolean
  category: string
  price: string
  deploymentTypes: readonly string[]
  rating: number | null
  /** A fictional one: its rating is as invented as itself. */
  isSample: boolean
  updatedAt: string
  values: readonly { attribute: string; value: string; isVerified: boolean }[]
}

/** What narrows a list by facts: values of one attribute are alternatives. */
export type FacetQuestion = { choices: FacetChoices; isVerifiedOnly: boolean }
/** The products of each value of each attribute; values that none has are left out. */
export type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, number>>
/** What narrows a list by the products' own fields; `isActive` of `undefined` is both kinds. */
export type FieldQuestion = Pick<ProductQuestion, 'category' | 'price' | 'type'> & { isActive: boolean | undefined }
export type IndexSort = 'name' | 'rating' | 'updated'

/** The sets by kind and value: of facts, by attribute and value. */
const KINDS = ['category', 'price', 'type', 'every', 'verified'] as const
type Kind = (typeof KINDS)[number]
/** A set that was loaded stays packed until it is asked for. */
type Sets = Map<string, Bits | PackedBits>

/** The index as it is kept (`index-snapshot.ts`). */
export type IndexState = {
  live: Bits
  active: Bits
  sample: Bits
  /** The products with any verified value. */
  verified: Bits
  sets: { kind: Kind; key: string; value: string; bits: Bits | PackedBits }[]
  byName: Int32Array
  ratings: Float64Array
  updates: Float64Array
}

const BEHIND_ALL = 1_000

export class CatalogueIndex {
  #live: Bits = NO_BITS
  #active: Bits = NO_BITS
  #sample: Bits = NO_BITS
  #verified: Bits = NO_BITS
  readonly #sets: Record<Kind, Map<string, Sets>> = {
    category: new Map(),
    price: new Map(),
    type: new Map(),
    every: new Map(),
    verified: new Map(),
  }
  #byName: Int32Array = new Int32Array(0)
  #ratings: Float64Array = new Float64Array(0)
  #updates: Float64Array = new Float64Array(0)
  readonly #orders = new Map<string, Int32Array>()

  /** The products outside the recycle bin, by name. */
  get byName(): Int32Array {
    return this.#byName
  }

  /** Returns the same without some. */
  listOthersByName(products: readonly Pick<IndexedProduct, 'number'>[]): Int32Array {
    const numbers = new Set(products.flatMap(({ number }) => (hasBit(this.#live, number) ? number : [])))
    return numbers.size === 0 ? this.#byName : this.#byName.filter((number) => !numbers.has(number))
  }

  /** Applies changes. Takes what changed, and the order by name of all that are live then. */
  update(changed: readonly IndexedProduct[], byName: Int32Array): void {
    this.#clear(changed.map(({ number }) => number))
    for (const product of changed) if (product.isLive) this.#put(product)
    this.#byName = byName
    this.#orders.clear()
  }

  /** Returns the products that fields leave. */
  filter({ category, price, type, isActive }: FieldQuestion): Bits {
    let bits = isActive === undefined ? this.#live : isActive ? this.#active : subtract(this.#live, this.#active)
    if (!isEveryOption(category)) bits = intersect(bits, this.#get('category', '', category))
    if (!isEveryOption(price)) bits = intersect(bits, this.#get('price', '', price))
    if (isDeploymentType(type)) bits = intersect(bits, this.#get('type', '', type))
    return bits
  }

  /** Returns the products that have what is chosen; `undefined` if all do. */
  choose({ choices, isVerifiedOnly }: FacetQuestion): Bits | undefined {
    const kind = isVerifiedOnly ? 'verified' : 'every'
    const chosen = Object.entries(choices).filter(([, values]) => values.length > 0)
    if (chosen.length === 0) return isVerifiedOnly ? this.#verified : undefined
    return chosen
      .map(([attribute, values]) => unite(values.map((value) => this.#get(kind, attribute, value))))
      .reduce((all, bits) => intersect(all, bits))
  }

  /** Returns the products that have any of some values. */
  haveAny(values: readonly { attribute: string; value: string }[]): Bits {
    return unite(values.map(({ attribute, value }) => this.#get('every', attribute, value)))
  }

  /** Counts the products of each value among `listed`. An attribute's own choice doesn't narrow its counts. */
  count(listed: Bits, question: FacetQuestion): FacetCounts {
    const { choices, isVerifiedOnly } = question
    const withAll = intersect(listed, this.choose(question))
    return new Map(
      [...this.#sets[isVerifiedOnly ? 'verified' : 'every']].map(([attribute, sets]) => {
        const others = Object.fromEntries(Object.entries(choices).filter(([key]) => key !== attribute))
        const isChosen = Object.hasOwn(choices, attribute)
        const population = isChosen ? intersect(listed, this.choose({ choices: others, isVerifiedOnly })) : withAll
        const counts = listSets(sets).map(([value, bits]): [string, number] => [value, countCommon(population, bits)])
        return [attribute, new Map(counts.filter(([, count]) => count > 0))]
      }),
    )
  }

  /** Counts the products outside the recycle bin, and those of each category. */
  countAll(): { active: number; inactive: number; categories: { name: string; count: number }[] } {
    const active = countBits(this.#active)
    const categories = listSets(this.#setsOf('category', ''))
      .map(([name, bits]) => ({ name, count: countBits(bits) }))
      .filter(({ name, count }) => name !== '' && count > 0)
    return { active, inactive: countBits(this.#live) - active, categories }
  }

  /** Returns the numbers of a set in an order; equals by name. */
  *inOrder(bits: Bits, sort: IndexSort, order: SortOrder): Iterable<number> {
    const numbers = this.#order(sort, order)
    if (sort === 'name' && order === 'desc')
      for (let index = numbers.length - 1; index >= 0; index -= 1) {
        const number = numbers[index] ?? 0
        if (hasBit(bits, number)) yield number
      }
    else for (const number of numbers) if (hasBit(bits, number)) yield number
  }

  /** Samples stand behind the other products by rating. */
  #order(sort: IndexSort, order: SortOrder): Int32Array {
    if (sort === 'name') return this.#byName
    const known = this.#orders.get(`${sort} ${order}`)
    if (known) return known
    const sign = order === 'asc' ? 1 : -1
    const getValue =
      sort === 'rating'
        ? (number: number) => (hasBit(this.#sample, number) ? BEHIND_ALL : 0) + sign * (this.#ratings[number] ?? 0)
        : (number: number) => sign * (this.#updates[number] ?? 0)
    const created = orderByValue(this.#byName, getValue)
    this.#orders.set(`${sort} ${order}`, created)
    return created
  }

  save(): IndexState {
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
      sets: sets.filter(({ bits }) => isPacked(bits) || countBits(bits) > 0),
      byName: this.#byName,
      ratings: this.#ratings,
      updates: this.#updates,
    }
  }

  /** Becomes as another was when it was saved. */
  load(state: IndexState): void {
    this.#live = state.live
    this.#active = state.active
    this.#sample = state.sample
    this.#verified = state.verified
    for (const kind of KINDS) this.#sets[kind].clear()
    for (const { kind, key, value, bits } of state.sets) this.#setsOf(kind, key).set(value, bits)
    this.#byName = state.byName
    this.#ratings = state.ratings
    this.#updates = state.updates
    this.#orders.clear()
  }

  #get(kind: Kind, key: string, value: string): Bits {
    const sets = this.#sets[kind].get(key)
    return sets ? getSet(sets, value) : NO_BITS
  }

  #all(kind: Kind): Bits[] {
    return [...this.#sets[kind].values()].flatMap((sets) => listSets(sets).map(([, bits]) => bits))
  }

  #setsOf(kind: Kind, key: string): Sets {
    const sets: Sets = this.#sets[kind].get(key) ?? new Map()
    this.#sets[kind].set(key, sets)
    return sets
  }

  #put(product: IndexedProduct): void {
    const { number } = product
    const add = (kind: Kind, key: string, value: string) => {
      const sets = this.#setsOf(kind, key)
      sets.set(value, withBit(getSet(sets, value), number))
    }
    this.#live = withBit(this.#live, number)
    if (product.isActive) this.#active = withBit(this.#active, number)
    if (product.isSample) this.#sample = withBit(this.#sample, number)
    if (product.values.some(({ isVerified }) => isVerified)) this.#verified = withBit(this.#verified, number)
    add('category', '', product.category)
    add('price', '', product.price)
    for (const type of product.deploymentTypes) add('type', '', type)
    for (const { attribute, value, isVerified } of product.values) {
      add('every', attribute, value)
      if (isVerified) add('verified', attribute, value)
    }
    this.#ratings = withValue(this.#ratings, number, product.rating ?? 0)
    this.#updates = withValue(this.#updates, number, Date.parse(product.updatedAt))
  }

  /** Takes numbers out of every set at once. */
  #clear(numbers: readonly number[]): void {
    const sets = [this.#live, this.#active, this.#sample, this.#verified, ...KINDS.flatMap((kind) => this.#all(kind))]
    for (const bits of sets) for (const number of numbers) clearBit(bits, number)
  }
}

/** Returns a set, and keeps it as it is asked for. */
function getSet(sets: Sets, value: string): Bits {
  const known = sets.get(value) ?? NO_BITS
  if (!isPacked(known)) return known
  const bits = unpackBits(known)
  sets.set(value, bits)
  return bits
}

const listSets = (sets: Sets): [string, Bits][] => [...sets.keys()].map((value) => [value, getSet(sets, value)])

/** Returns the array with a value in it: the same one, or a longer copy. */
function withValue(array: Float64Array, number: number, value: number): Float64Array {
  const roomy = number < array.length ? array : new Float64Array(Math.max(number + 1, array.length * 2))
  if (roomy !== array) roomy.set(array)
  roomy[number] = value
  return roomy
}
