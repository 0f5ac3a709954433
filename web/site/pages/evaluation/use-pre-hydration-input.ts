import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { Scores } from '#contracts/rules/score.ts'
import { readFormValues } from '../../components/read-form-values.ts'
import { parseScore, type StoredEvaluation, saveEvaluation } from './evaluation-store.ts'

const SCORES = ['techScore', 'businessScore', 'marketScore'] as const

type Options = {
  /** The values that the fields were rendered with. */
  rendered: StoredEvaluation
  isPosted: boolean
  calculate(scores: Scores): void
}

/**
 * Stores values that were posted, or typed before hydration. This happens in a layout effect, as the next render
 * replaces them by the stored ones.
 */
export function usePreHydrationInput(
  form: RefObject<HTMLFormElement | null>,
  { rendered, isPosted, calculate }: Options,
): void {
  const storeValues = useEffectEvent(() => {
    if (!form.current) return
    const changes = isPosted ? rendered : getChanges(readFormValues(form.current), rendered)
    if (Object.keys(changes).length === 0) return
    const evaluation = saveEvaluation(changes)
    if (evaluation.isScored) calculate(evaluation)
  })
  useLayoutEffect(storeValues, [])
}

function getChanges({ productName = '', ...fields }: Record<string, string>, rendered: StoredEvaluation) {
  const changes: Partial<StoredEvaluation> = productName === rendered.productName ? {} : { productName }
  for (const name of SCORES) {
    const score = parseScore(fields[name] ?? '')
    if (score !== undefined && score !== rendered[name]) Object.assign(changes, { [name]: score, isScored: true })
  }
  return changes
}
