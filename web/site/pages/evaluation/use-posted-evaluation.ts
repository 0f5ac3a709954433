import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import { usePostedForm } from '../../posted-form.tsx'
import { readFormEvaluation, useStoredEvaluation } from './evaluation-store.ts'

/** Returns the evaluation: the stored one, or, until hydration, the one that was posted without script. */
export function usePostedEvaluation() {
  const stored = useStoredEvaluation()
  const isHydrated = useIsHydrated()
  const calculation = usePostedForm('calculation')
  const report = usePostedForm('report')
  const posted = calculation ?? report
  const evaluation = isHydrated || !posted ? stored : readFormEvaluation(posted.values)
  const result = calculation?.data
  return { evaluation, posted, postedResult: result && { input: evaluation, output: result } }
}
