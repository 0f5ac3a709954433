import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Creates a function that returns ids: later ones are greater, also within a millisecond of this process. */
export function createOrderedIds(clock: Clock): () => string {
  let count = 0
  return () => {
    count = (count + 1) % 36 ** 4
    const time = clock.now().getTime().toString(36).padStart(9, '0')
    return `${time}${count.toString(36).padStart(4, '0')}${randomBytes(5).toString('hex')}`
  }
}
