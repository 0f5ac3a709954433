/** Products of one catalogue, in memory, so that a list or search takes no longer with ten thousand. */
import type { ProductQuestion } from '#contracts/products/product.ts'
import { isDeploymentType, isEveryOption } from '#contracts/rules/product-filter.ts'
import {
  matchesQuery,
  normalizeText,
  type SearchText,
  takeFirstField,
  toLetters,
} from '#contracts/rules/search-text.ts'
import type { ProductSort, SortOrder } from '#contracts/vocabulary.ts'
import { GramIndex } from './gram-index.ts'

export type IndexedProduct = {
  id: string
  version: number
  name: string
  category: string
  price: string
  rating: number | null
  /** A fictional one: its rating is as invented as itself. */
  isSample: boolean
  deploymentTypes: readonly string[]
  isActive: boolean
  updatedAt: string
  search: SearchText
}

/** If `isActive` is absent, an index that holds both kinds gives both. Verdicts are not the index's. */
export type IndexQuestion = Omit<ProductQuestion, 'verdict' | 'sort'> & {
  sort: Exclude<ProductSort, 'verdict'>
  isActive?: boolean | undefined
}

const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin', { numeric: true })

export class ProductIndex {
  readonly #slots: (IndexedProduct | undefined)[] = []
  readonly #slotOf = new Map<string, number>()
  readonly #free: number[] = []
  readonly #texts = new GramIndex()
  readonly #spellings = new GramIndex()
  #byName: number[] = []
  #byRating: Record<SortOrder, number[]> = { asc: [], desc: [] }

  findVersion(id: string): number | undefined {
    return this.get(id)?.version
  }

  get(id: string): IndexedProduct | undefined {
    return this.#slots[this.#slotOf.get(id) ?? -1]
  }

  /** Returns how much of a product's name a search is, by letters as well; the name is the first of its texts. */
  rankOfName(id: string, search: string): 'whole' | 'beginning' | 'part' | 'none' {
    const product = this.get(id)
    const query = normalizeText(search)
    if (!product || query === '') return 'none'
    const name = takeFirstField(product.search)
    const letters = toLetters(query)
    if (name.text === query) return 'whole'
    if (name.text.startsWith(query) || (letters !== '' && name.initials.startsWith(letters))) return 'beginning'
    return matchesQuery(name, query) ? 'part' : 'none'
  }

  /** Returns all that it holds, in no order. */
  *products(): Iterable<IndexedProduct> {
    for (const product of this.#slots) if (product) yield product
  }

  ids(): Iterable<string> {
    return this.#slotOf.keys()
  }

  /** Applies changes and removals; sorts once for all of them. */
  update(changed: readonly IndexedProduct[], removed: readonly string[]): void {
    for (const id of removed) this.#remove(id)
    for (const product of changed) this.#put(product)
    this.#sort()
  }

  /** Returns the ids of what answers a question, in its order. */
  find(question: IndexQuestion): string[] {
    const isWanted = this.#filterOf(question)
    const result: string[] = []
    for (const slot of this.#ordered(question)) {
      const product = this.#slots[slot]
      if (product && isWanted(product, slot)) result.push(product.id)
    }
    return result
  }

  #filterOf({
    search,
    category,
    price,
    type,
    isActive,
  }: IndexQuestion): (product: IndexedProduct, slot: number) => boolean {
    const query = normalizeText(search)
    const spelled = toLetters(query)
    const textCandidates = this.#texts.candidates(query)
    const spellingCandidates = spelled === '' ? () => false : this.#spellings.candidates(spelled)
    const anyCategory = isEveryOption(category)
    const anyPrice = isEveryOption(price)
    const anyType = !isDeploymentType(type)
    return (product, slot) =>
      (anyCategory || product.category === category) &&
      (isActive === undefined || product.isActive === isActive) &&
      (anyPrice || product.price === price) &&
      (anyType || product.deploymentTypes.includes(type)) &&
      (textCandidates === undefined || textCandidates(slot) || spellingCandidates?.(slot) === true) &&
      matchesQuery(product.search, query)
  }

  *#ordered({ sort, order }: IndexQuestion): Iterable<number> {
    if (sort === 'rating') yield* this.#byRating[order]
    else if (order === 'asc') yield* this.#byName
    else for (let index = this.#byName.length - 1; index >= 0; index -= 1) yield this.#byName[index] ?? 0
  }

  #put(product: IndexedProduct): void {
    const slot = this.#slotOf.get(product.id) ?? this.#free.pop() ?? this.#slots.length
    this.#slotOf.set(product.id, slot)
    this.#slots[slot] = product
    this.#texts.add(slot, product.search.text)
    this.#spellings.add(slot, product.search.syllables.replaceAll(/[' ]/g, ''))
    this.#spellings.add(slot, product.search.initials.replaceAll(' ', ''))
  }

  #remove(id: string): void {
    const slot = this.#slotOf.get(id)
    if (slot === undefined) return
    this.#slotOf.delete(id)
    this.#slots[slot] = undefined
    this.#free.push(slot)
  }

  #sort(): void {
    // What was in order goes first: sorting is then close to a single pass.
    const rowsById = new Set(this.#byName)
    const liveProducts = new Set(this.#slotOf.values())
    const slots = [
      ...this.#byName.filter((slot) => liveProducts.has(slot)),
      ...[...liveProducts].filter((slot) => !rowsById.has(slot)),
    ]
    const name = (slot: number) => this.#slots[slot]?.name ?? ''
    const rating = (slot: number) => this.#slots[slot]?.rating ?? 0
    const isSample = (slot: number) => Number(this.#slots[slot]?.isSample ?? false)
    this.#byName = slots.sort((a, b) => collator.compare(name(a), name(b)))
    const rank = new Map(this.#byName.map((slot, index) => [slot, index]))
    const nameOrder = (a: number, b: number) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)
    this.#byRating = {
      asc: [...slots].sort((a, b) => isSample(a) - isSample(b) || rating(a) - rating(b) || nameOrder(a, b)),
      desc: [...slots].sort((a, b) => isSample(a) - isSample(b) || rating(b) - rating(a) || nameOrder(a, b)),
    }
  }
}
