import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { Scores } from '#contracts/rules/score.ts'
import { readFormValues } from '../../components/read-form-values.ts'
import { parseScore, type StoredEvaluation, saveEvaluation } from './evaluation-store.ts'

const SCORE_FIELDS = ['techScore', 'businessScore', 'marketScore'] as const

type PreHydrationOptions = {
  /** The values that the fields were rendered with. */
  renderedValues: StoredEvaluation
  isPosted: boolean
  calculate(scores: Scores): void
}

/**
 * Stores values that were posted, or entered before hydration. Runs in a layout effect, as the next render replaces
 * these values by the stored ones.
 */
export function usePreHydrationInput(
  form: RefObject<HTMLFormElement | null>,
  { renderedValues, isPosted, calculate }: PreHydrationOptions,
): void {
  const storeValues = useEffectEvent(() => {
    if (!form.current) return
    const changes = isPosted ? renderedValues : getChanges(readFormValues(form.current), renderedValues)
    if (Object.keys(changes).length === 0) return
    const evaluation = saveEvaluation(changes)
    if (evaluation.isScored) calculate(evaluation)
  })
  useLayoutEffect(storeValues, [])
}

function getChanges({ productName = '', ...fields }: Record<string, string>, renderedValues: StoredEvaluation) {
  const changes: Partial<StoredEvaluation> = productName === renderedValues.productName ? {} : { productName }
  for (const name of SCORE_FIELDS) {
    const score = parseScore(fields[name] ?? '')
    if (score !== undefined && score !== renderedValues[name]) Object.assign(changes, { [name]: score, isScored: true })
  }
  return changes
}
