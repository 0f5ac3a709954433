/**
 * The products of one catalogue as they are filtered, counted, ordered and searched by name, slogan and description: a
 * plain array, of which every request reads each product. That takes less than a millisecond for some hundred products.
 */
import type { FacetChoices } from '#contracts/products/facets.ts'
import type { ProductListCriteria } from '#contracts/products/product.ts'
import { isAllOption, isDeploymentType } from '#contracts/rules/product-filter.ts'
import type { SortOrder } from '#contracts/vocabulary.ts'

/** A product to index; one in the recycle bin (`isLive` is false) is removed from the index. */
export type ProductToIndex = {
  id: string
  number: number
  name: string
  /** The name as `foldText` returns it, and slogan and description as `foldTexts` does. */
  searchedName: string
  searchedSummary: string
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

/** A product of the index, with the numbers of its fact values: they are compared faster than texts. */
export type IndexedProduct = Omit<ProductToIndex, 'isLive' | 'values'> & {
  values: readonly number[]
  verifiedValues: readonly number[]
}

/** A filter by facts; the values of one attribute are combined with OR. */
export type FacetFilter = { choices: FacetChoices; isVerifiedOnly: boolean }
/** Counts the products with each of the given values of an attribute. */
export type CountValues = (attribute: string, values: readonly string[]) => { value: string; count: number }[]
/** A filter by the products' own fields; `isActive: undefined` matches both active and inactive ones. */
type FieldFilter = Pick<ProductListCriteria, 'category' | 'price' | 'type'> & { isActive: boolean | undefined }
type IndexSort = 'name' | 'rating' | 'updated'
export type ProductCondition = (product: IndexedProduct) => boolean

const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin', { numeric: true })

/** By pinyin, with digits by their numeric value, independent of the database's collation. */
const compareNames = (a: IndexedProduct, b: IndexedProduct): number =>
  collator.compare(a.name, b.name) || a.number - b.number

export class CatalogueIndex {
  #byName: readonly IndexedProduct[] = []
  readonly #orders = new Map<string, readonly IndexedProduct[]>()
  /** The numbers of fact values by attribute and value. */
  readonly #values = new Map<string, Map<string, number>>()
  #valueCount = 0

  /** Replaces changed products, and removes deleted ones. */
  update(changed: readonly ProductToIndex[]): void {
    const numbers = new Set(changed.map(({ number }) => number))
    const others = this.#byName.filter(({ number }) => !numbers.has(number))
    const added = changed.filter(({ isLive }) => isLive).map((product) => this.#toIndexedProduct(product))
    this.#byName = mergeByName(others, added.sort(compareNames))
    this.#orders.clear()
  }

  /** Lists the products in an order, ties by name; by rating, samples are last. */
  listInOrder(sort: IndexSort, order: SortOrder): readonly IndexedProduct[] {
    const cached = this.#orders.get(`${sort} ${order}`)
    if (cached) return cached
    const sign = order === 'asc' ? 1 : -1
    const listed = {
      name: () => (order === 'asc' ? this.#byName : this.#byName.toReversed()),
      updated: () => this.#byName.toSorted((a, b) => sign * compare(a.updatedAt, b.updatedAt)),
      rating: () =>
        this.#byName.toSorted(
          (a, b) => Number(a.isSample) - Number(b.isSample) || sign * ((a.rating ?? 0) - (b.rating ?? 0)),
        ),
    }[sort]()
    this.#orders.set(`${sort} ${order}`, listed)
    return listed
  }

  /** Returns the condition of a filter by facts; `undefined` if it filters nothing. */
  toFacetCondition({ choices, isVerifiedOnly }: FacetFilter): ProductCondition | undefined {
    const getValues = (product: IndexedProduct) => (isVerifiedOnly ? product.verifiedValues : product.values)
    const chosen = Object.entries(choices)
      .filter(([, values]) => values.length > 0)
      .map(([attribute, values]) => this.findValueNumbers(values.map((value) => ({ attribute, value }))))
    if (chosen.length > 0)
      return (product) => chosen.every((numbers) => getValues(product).some((value) => numbers.has(value)))
    return isVerifiedOnly ? ({ verifiedValues }) => verifiedValues.length > 0 : undefined
  }

  /** Returns the numbers of fact values; those that no product has are omitted. */
  findValueNumbers(values: readonly { attribute: string; value: string }[]): ReadonlySet<number> {
    return new Set(values.flatMap(({ attribute, value }) => this.#values.get(attribute)?.get(value) ?? []))
  }

  /** Returns the numbers of all values of an attribute. */
  listValueNumbers(attribute: string): ReadonlySet<number> {
    return new Set(this.#values.get(attribute)?.values())
  }

  /**
   * Creates the function that counts values among products that match a filter, except that the choices of an attribute
   * don't narrow its own counts.
   */
  createValueCounter(products: readonly IndexedProduct[], { choices, isVerifiedOnly }: FacetFilter): CountValues {
    const countMatching = (counted: FacetChoices): Uint32Array => {
      const counts = new Uint32Array(this.#valueCount)
      const matches = this.toFacetCondition({ choices: counted, isVerifiedOnly })
      for (const product of products)
        if (!matches || matches(product))
          for (const value of isVerifiedOnly ? product.verifiedValues : product.values)
            counts[value] = (counts[value] ?? 0) + 1
      return counts
    }
    const countsByAll = countMatching(choices)
    return (attribute, values) => {
      const others = Object.fromEntries(Object.entries(choices).filter(([key]) => key !== attribute))
      const counts = Object.hasOwn(choices, attribute) ? countMatching(others) : countsByAll
      const numbers = this.#values.get(attribute)
      return values.map((value) => ({ value, count: counts[numbers?.get(value) ?? -1] ?? 0 }))
    }
  }

  #toIndexedProduct({ isLive: _, values, ...product }: ProductToIndex): IndexedProduct {
    const toNumbers = (listed: ProductToIndex['values']) =>
      listed.map(({ attribute, value }) => this.#numberValue(attribute, value))
    return {
      ...product,
      values: toNumbers(values),
      verifiedValues: toNumbers(values.filter(({ isVerified }) => isVerified)),
    }
  }

  /** Returns the number of a fact value; a new value gets the next one. */
  #numberValue(attribute: string, value: string): number {
    const values: Map<string, number> = this.#values.get(attribute) ?? new Map()
    this.#values.set(attribute, values)
    const number = values.get(value) ?? this.#valueCount
    if (number === this.#valueCount) this.#valueCount += 1
    values.set(value, number)
    return number
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Inserts products into a list, both by name, at positions found by binary search. */
function mergeByName(products: readonly IndexedProduct[], inserted: readonly IndexedProduct[]): IndexedProduct[] {
  const parts: (readonly IndexedProduct[])[] = []
  let copied = 0
  for (const product of inserted) {
    const position = findPosition(products, product, copied)
    parts.push(products.slice(copied, position), [product])
    copied = position
  }
  return [...parts, products.slice(copied)].flat()
}

/** Returns the position of the first product, from a position on, that follows the given one by name. */
function findPosition(products: readonly IndexedProduct[], product: IndexedProduct, from: number): number {
  let [first, last] = [from, products.length]
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    const candidate = products[middle]
    if (candidate && compareNames(candidate, product) < 0) first = middle + 1
    else last = middle
  }
  return first
}

/** Returns the condition of a filter by fields. */
export function toFieldCondition({ category, price, type, isActive }: FieldFilter): ProductCondition {
  const [hasCategory, hasPrice] = [!isAllOption(category), !isAllOption(price)]
  const deploymentType = isDeploymentType(type) ? type : undefined
  return (product) =>
    (isActive === undefined || product.isActive === isActive) &&
    (!hasCategory || product.category === category) &&
    (!hasPrice || product.price === price) &&
    (deploymentType === undefined || product.deploymentTypes.includes(deploymentType))
}
