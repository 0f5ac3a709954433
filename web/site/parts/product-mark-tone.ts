import { getToneClass } from '../../shared/tone.ts'

/** Red is left out: it stands too near the cinnabar of a verdict. */
const TONES = ['blue', 'green', 'purple', 'orange', 'yellow', 'gray'] as const

/** FNV-1a of a name, so that a product has the same tone everywhere and always. */
export function markTone(name: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return getToneClass(TONES[(hash >>> 0) % TONES.length] ?? 'gray')
}

const LETTER = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Returns the first letter, character or picture of a name; an opening quote or bracket says nothing. */
export const markInitial = (name: string): string => (name.match(LETTER)?.[0] ?? [...name][0] ?? '').toUpperCase()
