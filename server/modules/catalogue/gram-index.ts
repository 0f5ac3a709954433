/**
 * Narrows a search to the few products that can match. Each product's text is cut into single characters and pairs;
 * each of these is hashed to a bucket, and a bucket holds one bit a product. What shares every bucket of a query is a
 * candidate; the caller looks at it to be sure. A removed product's bits stay until its slot is taken again: that
 * costs a look, never a wrong answer.
 */
const BUCKETS = 1 << 15
const FIRST_WORDS = 8

export class GramIndex {
  readonly #buckets = new Map<number, Uint32Array>()

  add(slot: number, text: string): void {
    for (const gram of gramsOf(text)) {
      const bits = this.#bucketFor(gram, slot)
      const word = slot >>> 5
      bits[word] = (bits[word] ?? 0) | (1 << (slot & 31))
    }
  }

  /** A test for the slots that may hold `query`; `undefined` where every slot may (an empty query). */
  candidates(query: string): ((slot: number) => boolean) | undefined {
    const buckets: Uint32Array[] = []
    for (const gram of gramsOf(query)) {
      const bits = this.#buckets.get(gram)
      if (!bits) return () => false
      buckets.push(bits)
    }
    if (buckets.length === 0) return undefined
    return (slot) => buckets.every((bits) => ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0)
  }

  #bucketFor(gram: number, slot: number): Uint32Array {
    const bits = this.#buckets.get(gram) ?? new Uint32Array(FIRST_WORDS)
    const needed = (slot >>> 5) + 1
    if (bits.length >= needed) {
      this.#buckets.set(gram, bits)
      return bits
    }
    const grown = new Uint32Array(Math.max(needed, bits.length * 2))
    grown.set(bits)
    this.#buckets.set(gram, grown)
    return grown
  }
}

/** The buckets of a text's characters and pairs of neighbours. */
function gramsOf(text: string): Set<number> {
  const grams = new Set<number>()
  let before = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    grams.add(bucketOf(0, unit))
    if (at > 0) grams.add(bucketOf(before, unit))
    before = unit
  }
  return grams
}

/** Knuth's multiplicative hash of a pair of UTF-16 units. */
const bucketOf = (first: number, second: number) => (Math.imul(first * 65_599 + second, 0x9e3779b1) >>> 0) % BUCKETS
