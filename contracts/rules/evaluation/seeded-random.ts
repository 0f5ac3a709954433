/**
 * Seeded random numbers: the same seed yields the same figures on every machine, so that anyone can repeat a
 * calculation. xoshiro128** 1.1 (Blackman and Vigna 2021, "Scrambled Linear Pseudorandom Number Generators", ACM TOMS
 * 47(4)), with a state filled by SplitMix32.
 */

const rotateLeft = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/** Returns a generator of 32-bit unsigned integers. Its state is four integers that are not all zero. */
export function createXoshiro128(a: number, b: number, c: number, d: number): () => number {
  let [s0, s1, s2, s3] = [a | 0, b | 0, c | 0, d | 0]
  return () => {
    const output = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9)
    const shifted = s1 << 9
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotateLeft(s3, 11)
    return output >>> 0
  }
}

/**
 * Returns a generator of SplitMix32 words: a Weyl sequence through Wellons' two-round 32-bit hash (hash-prospector).
 */
function createSplitMix32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let word = state
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
    return (word ^ (word >>> 15)) >>> 0
  }
}

/**
 * Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), in steps of 2⁻³², from a 32-bit integer as seed.
 */
export function createRandom(seed: number): () => number {
  const word = createSplitMix32(seed)
  const next = createXoshiro128(word(), word(), word(), word())
  return () => next() / 2 ** 32
}

/** Returns an item chosen uniformly. Throws a `RangeError` if there is none. */
export function drawItem(items: readonly number[], random: () => number): number {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('No item to draw')
  return item
}

/** FNV-1a, 32 bits (RFC 9923), over the UTF-16 units of a text, which here only has to spread texts. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

/**
 * Returns the number from 0 (inclusive) to 1 (exclusive) that a text draws, always the same one. What is ordered or chosen
 * by it stays so when others are added.
 */
export const drawByText = (text: string): number => createRandom(hashText(text))()
