import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

const RANDOM_BYTES = 5
/** Random bytes need a system call, so those of many ids are fetched at once. */
const IDS_PER_FETCH = 200

/** Creates a function that returns sortable ids: later ones are greater, even within one millisecond of a process. */
export function createOrderedIds(clock: Clock): () => string {
  let count = 0
  let random = Buffer.alloc(0)
  const nextRandom = () => {
    if (random.length === 0) random = randomBytes(IDS_PER_FETCH * RANDOM_BYTES)
    const next = random.toString('hex', 0, RANDOM_BYTES)
    random = random.subarray(RANDOM_BYTES)
    return next
  }
  return () => {
    count = (count + 1) % 36 ** 4
    const time = clock.now().getTime().toString(36).padStart(9, '0')
    return `${time}${count.toString(36).padStart(4, '0')}${nextRandom()}`
  }
}
