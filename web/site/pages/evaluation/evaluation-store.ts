/** Stores the current evaluation for this tab, so that it survives reloads and visits to other pages. */

import { useSyncExternalStore } from 'react'
import type { FormValues } from '#contracts/forms.ts'
import { SCORE, TEXT } from '#contracts/limits.ts'
import { toNfkc } from '#contracts/rules/normalize-text.ts'
import type { Scores } from '#contracts/rules/score.ts'

export type StoredEvaluation = Scores & {
  productName: string
  /** Whether a score was ever set; until then the document's sample result is shown. */
  isScored: boolean
}

const STORAGE_KEY = 'zhijian.evaluation'
const INITIAL_EVALUATION: StoredEvaluation = {
  productName: '',
  techScore: SCORE.initial,
  businessScore: SCORE.initial,
  marketScore: SCORE.initial,
  isScored: false,
}

const listeners = new Set<() => void>()
let current: StoredEvaluation | undefined

function readStored(): StoredEvaluation {
  try {
    return parseStored(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}'))
  } catch {
    return INITIAL_EVALUATION
  }
}

/** Parses a stored evaluation, which may be anything. */
export function parseStored(value: unknown): StoredEvaluation {
  const { productName, techScore, businessScore, marketScore, isScored } = Object(value)
  if (![techScore, businessScore, marketScore].every(isScore)) return INITIAL_EVALUATION
  const name = typeof productName === 'string' ? productName.slice(0, TEXT.line) : ''
  return { productName: name, techScore, businessScore, marketScore, isScored: isScored === true }
}

/** Parses a score of 0 to 100, also in full-width digits; `undefined` if invalid. */
export function parseScore(input: string): number | undefined {
  const number = input.trim() === '' ? undefined : Number(toNfkc(input))
  return isScore(number) ? number : undefined
}

/** Returns the values of a form's fields; an invalid score becomes the initial one. */
export const readFormEvaluation = (values: FormValues): StoredEvaluation => ({
  productName: values.productName ?? '',
  techScore: parseScore(values.techScore ?? '') ?? SCORE.initial,
  businessScore: parseScore(values.businessScore ?? '') ?? SCORE.initial,
  marketScore: parseScore(values.marketScore ?? '') ?? SCORE.initial,
  isScored: true,
})

const isScore = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= SCORE.min && value <= SCORE.max

const getEvaluation = (): StoredEvaluation => {
  current ??= readStored()
  return current
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Updates the stored evaluation and returns it. */
export function saveEvaluation(change: Partial<StoredEvaluation>): StoredEvaluation {
  current = { ...getEvaluation(), ...change }
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(current))
  } catch {
    // Storage is denied: the evaluation lasts until the page is closed.
  }
  for (const listener of listeners) listener()
  return current
}

/** Returns the stored evaluation; while the server renders and during hydration, the initial one. */
export const useStoredEvaluation = (): StoredEvaluation =>
  useSyncExternalStore(subscribe, getEvaluation, () => INITIAL_EVALUATION)
