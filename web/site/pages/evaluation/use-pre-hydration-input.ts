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
    const changes = isPosted ? renderedValues : getChanges(form.current, renderedValues)
    if (Object.keys(changes).length === 0) return
    const evaluation = saveEvaluation(changes)
    if (evaluation.isScored) calculate(evaluation)
  })
  useLayoutEffect(storeValues, [])
}

function getChanges(form: HTMLFormElement, renderedValues: StoredEvaluation) {
  const { productName = '', ...fields } = readFormValues(form)
  const changes: Partial<StoredEvaluation> = productName === renderedValues.productName ? {} : { productName }
  for (const name of SCORE_FIELDS) {
    const slider = form.querySelector<HTMLInputElement>(`[data-score="${name}"]`)
    const score = [fields[name], slider?.value]
      .map((text = '') => parseScore(text))
      .find((entered) => entered !== undefined && entered !== renderedValues[name])
    if (score !== undefined) Object.assign(changes, { [name]: score, isScored: true })
  }
  return changes
}
