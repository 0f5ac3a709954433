/**
 * Narrows a search to the few products that can match. Each text is split into characters and bigrams, which are hashed
 * to buckets; a bucket has one bit per product. Products that share every bucket of a query are candidates, which the
 * caller verifies. Bits of a removed product stay until its slot is reused: that costs a check, never a wrong result.
 */
const BUCKETS = 1 << 15
const FIRST_WORDS = 8

export class GramIndex {
  readonly #buckets: (Uint32Array | undefined)[] = new Array(BUCKETS)

  add(slot: number, text: string): void {
    const word = slot >>> 5
    const bit = 1 << (slot & 31)
    forEachGram(text, (gram) => {
      const bits = this.#bucketFor(gram, word)
      bits[word] = (bits[word] ?? 0) | bit
    })
  }

  /** Returns a test for the slots that may hold `query`; `undefined` if every slot may (an empty query). */
  candidates(query: string): ((slot: number) => boolean) | undefined {
    const buckets: (Uint32Array | undefined)[] = []
    forEachGram(query, (gram) => {
      buckets.push(this.#buckets[gram])
    })
    if (buckets.length === 0) return undefined
    if (buckets.includes(undefined)) return () => false
    return (slot) => buckets.every((bits) => ((bits?.[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0)
  }

  #bucketFor(gram: number, word: number): Uint32Array {
    const bits = this.#buckets[gram]
    if (bits && bits.length > word) return bits
    const extended = new Uint32Array(Math.max(word + 1, bits ? bits.length * 2 : FIRST_WORDS))
    if (bits) extended.set(bits)
    this.#buckets[gram] = extended
    return extended
  }
}

/** Calls back with the bucket of each of a text's characters and pairs of neighbours, repeats included. */
function forEachGram(text: string, visit: (gram: number) => void): void {
  let before = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    visit(getBucket(0, unit))
    if (index > 0) visit(getBucket(before, unit))
    before = unit
  }
}

/** Knuth's multiplicative hash of a pair of UTF-16 units. */
const getBucket = (first: number, second: number) => (Math.imul(first * 65_599 + second, 0x9e3779b1) >>> 0) % BUCKETS
