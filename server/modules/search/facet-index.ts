/**
 * What is known of a catalogue's products, in memory: one bit a product and value, so that thousands are counted by
 * the word.
 */
import type { FacetChoices } from '#contracts/products/facets.ts'

export type FacetedProduct = {
  id: string
  version: number
  values: readonly { attribute: string; value: string; isVerified: boolean }[]
}

/** What narrows a list: values of one attribute are alternatives. */
export type FacetQuestion = { choices: FacetChoices; isVerifiedOnly: boolean }
/** The products of each value of each attribute; values that none has are left out. */
export type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

/** A set of slots, 32 in a word. */
type Bits = Uint32Array
type ValueBits = { every: Bits; verified: Bits }

const FIRST_WORDS = 4

export class FacetIndex {
  readonly #slotOf = new Map<string, number>()
  readonly #versions: number[] = []
  readonly #free: number[] = []
  readonly #values = new Map<string, Map<string, ValueBits>>()

  findVersion(id: string): number | undefined {
    return this.#versions[this.#slotOf.get(id) ?? -1]
  }

  ids(): Iterable<string> {
    return this.#slotOf.keys()
  }

  update(changed: readonly FacetedProduct[], removed: readonly string[]): void {
    const slots = [...removed, ...changed.map(({ id }) => id)].flatMap((id) => this.#slotOf.get(id) ?? [])
    this.#clear(slots)
    for (const id of removed) this.#remove(id)
    for (const product of changed) this.#put(product)
  }

  /** Returns the ids of those products that have what is chosen, in their order. */
  filter(ids: string[], question: FacetQuestion): string[] {
    const matching = this.#wantedBits(question)
    return matching ? ids.filter((id) => hasBit(matching, this.#slotOf.get(id))) : ids
  }

  /** Returns a test for the products that have any of some values. */
  hasAny(values: readonly { attribute: string; value: string }[]): (id: string) => boolean {
    const bits = unite(values.flatMap(({ attribute, value }) => this.#values.get(attribute)?.get(value)?.every ?? []))
    return (id) => hasBit(bits, this.#slotOf.get(id))
  }

  /** Counts the products of each value among `ids`. An attribute's own choice doesn't narrow its counts. */
  count(ids: readonly string[], question: FacetQuestion): FacetCounts {
    const { choices, isVerifiedOnly } = question
    const listed = this.#bitsOf(ids)
    const withAll = intersect(listed, this.#wantedBits(question))
    return new Map(
      [...this.#values].map(([attribute, values]) => {
        const others = Object.fromEntries(Object.entries(choices).filter(([key]) => key !== attribute))
        const isChosen = Object.hasOwn(choices, attribute)
        const population = isChosen ? intersect(listed, this.#wantedBits({ choices: others, isVerifiedOnly })) : withAll
        const counts = [...values].map(([value, bits]): [string, number] => [
          value,
          countCommon(population, getBits(bits, isVerifiedOnly)),
        ])
        return [attribute, new Map(counts.filter(([, count]) => count > 0))]
      }),
    )
  }

  /** Returns the products that have what is chosen; `undefined` if all do. */
  #wantedBits({ choices, isVerifiedOnly }: FacetQuestion): Bits | undefined {
    const chosen = Object.entries(choices).filter(([, values]) => values.length > 0)
    if (chosen.length === 0) return isVerifiedOnly ? this.#verifiedBits() : undefined
    return chosen
      .map(([attribute, values]) =>
        unite(
          values
            .flatMap((value) => this.#values.get(attribute)?.get(value) ?? [])
            .map((bits) => getBits(bits, isVerifiedOnly)),
        ),
      )
      .reduce((all, bits) => intersect(all, bits))
  }

  #verifiedBits(): Bits {
    return unite([...this.#values.values()].flatMap((values) => [...values.values()].map(({ verified }) => verified)))
  }

  #bitsOf(ids: readonly string[]): Bits {
    const bits = new Uint32Array((this.#versions.length >>> 5) + 1)
    for (const id of ids) {
      const slot = this.#slotOf.get(id)
      if (slot !== undefined) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31))
    }
    return bits
  }

  #put({ id, version, values }: FacetedProduct): void {
    const slot = this.#slotOf.get(id) ?? this.#free.pop() ?? this.#versions.length
    this.#slotOf.set(id, slot)
    this.#versions[slot] = version
    for (const { attribute, value, isVerified } of values) {
      const bits = this.#valueBits(attribute, value)
      bits.every = withBit(bits.every, slot)
      if (isVerified) bits.verified = withBit(bits.verified, slot)
    }
  }

  #valueBits(attribute: string, value: string): ValueBits {
    const values = this.#values.get(attribute) ?? new Map<string, ValueBits>()
    this.#values.set(attribute, values)
    const bits = values.get(value) ?? { every: new Uint32Array(0), verified: new Uint32Array(0) }
    values.set(value, bits)
    return bits
  }

  #remove(id: string): void {
    const slot = this.#slotOf.get(id)
    if (slot === undefined) return
    this.#slotOf.delete(id)
    this.#free.push(slot)
  }

  /** Takes slots out of every value at once. */
  #clear(slots: readonly number[]): void {
    if (slots.length === 0) return
    for (const { every, verified } of [...this.#values.values()].flatMap((values) => [...values.values()]))
      for (const bits of [every, verified])
        for (const slot of slots)
          if (slot >>> 5 < bits.length) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31))
  }
}

const getBits = ({ every, verified }: ValueBits, isVerifiedOnly: boolean): Bits => (isVerifiedOnly ? verified : every)

const hasBit = (bits: Bits, slot: number | undefined): boolean =>
  slot !== undefined && ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0

/** Returns the set with a slot in it: the same one, or a longer copy. */
function withBit(bits: Bits, slot: number): Bits {
  const word = slot >>> 5
  const roomy = word < bits.length ? bits : new Uint32Array(Math.max(word + 1, bits.length * 2, FIRST_WORDS))
  if (roomy !== bits) roomy.set(bits)
  roomy[word] = (roomy[word] ?? 0) | (1 << (slot & 31))
  return roomy
}

function unite(sets: readonly Bits[]): Bits {
  const result = new Uint32Array(Math.max(0, ...sets.map(({ length }) => length)))
  for (const bits of sets)
    for (let word = 0; word < bits.length; word += 1) result[word] = (result[word] ?? 0) | (bits[word] ?? 0)
  return result
}

/** Returns what both sets have; the first, if there is no second. */
function intersect(first: Bits, second: Bits | undefined): Bits {
  if (second === undefined) return first
  const result = new Uint32Array(Math.min(first.length, second.length))
  for (let word = 0; word < result.length; word += 1) result[word] = (first[word] ?? 0) & (second[word] ?? 0)
  return result
}

function countCommon(first: Bits, second: Bits): number {
  let count = 0
  for (let word = Math.min(first.length, second.length) - 1; word >= 0; word -= 1)
    count += countBits((first[word] ?? 0) & (second[word] ?? 0))
  return count
}

/** Returns the ones in a word, added up in pairs, fours and bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
