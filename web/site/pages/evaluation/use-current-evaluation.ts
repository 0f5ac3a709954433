import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import { usePostedForm } from '../../posted-form.tsx'
import { readFormEvaluation, useStoredEvaluation } from './evaluation-store.ts'

/** Returns the stored evaluation; before hydration, the one that was posted without script, if any. */
export function usePostedEvaluation() {
  const storedEvaluation = useStoredEvaluation()
  const isHydrated = useIsHydrated()
  const postedCalculation = usePostedForm('calculation')
  const postedReport = usePostedForm('report')
  const posted = postedCalculation ?? postedReport
  const evaluation = isHydrated || !posted ? storedEvaluation : readFormEvaluation(posted.values)
  const result = postedCalculation?.data
  return { evaluation, posted, postedResult: result && { input: evaluation, output: result } }
}
