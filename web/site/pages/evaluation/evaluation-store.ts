/** What is being evaluated, kept for this tab: it survives a reload and a look at another page. */
import { useSyncExternalStore } from 'react'
import { SCORE, TEXT } from '#contracts/limits.ts'
import type { Scores } from '#contracts/rules/score.ts'

export type KeptEvaluation = Scores & {
  productName: string
  /** Whether a score was ever set; until then the document's sample result stands. */
  isScored: boolean
}

const KEY = 'zhijian.evaluation'
const INITIAL: KeptEvaluation = {
  productName: '',
  techScore: SCORE.initial,
  businessScore: SCORE.initial,
  marketScore: SCORE.initial,
  isScored: false,
}

const listeners = new Set<() => void>()
let current: KeptEvaluation | undefined

function loadStored(): KeptEvaluation {
  try {
    return readKept(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'))
  } catch {
    return INITIAL
  }
}

/** Storage holds what an older page, or anything else, may have put there. */
export function readKept(value: unknown): KeptEvaluation {
  const { productName, techScore, businessScore, marketScore, isScored } = Object(value)
  if (![techScore, businessScore, marketScore].every(isScore)) return INITIAL
  const name = typeof productName === 'string' ? productName.slice(0, TEXT.line) : ''
  return { productName: name, techScore, businessScore, marketScore, isScored: isScored === true }
}

export const isScore = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= SCORE.min && value <= SCORE.max

const read = (): KeptEvaluation => {
  current ??= loadStored()
  return current
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes what is kept, and returns all of it. */
export function saveEvaluation(change: Partial<KeptEvaluation>): KeptEvaluation {
  current = { ...read(), ...change }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // Storage refused: it lasts as long as the page.
  }
  for (const listener of listeners) listener()
  return current
}

/** Returns what is kept; while the server renders, and for the first paint after it, the initial scores. */
export const useKeptEvaluation = (): KeptEvaluation => useSyncExternalStore(subscribe, read, () => INITIAL)
