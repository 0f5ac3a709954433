import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import { useFormOutcome } from '../../form-outcome.tsx'
import { readFormEvaluation, useStoredEvaluation } from './evaluation-store.ts'

/** Returns the stored evaluation; before hydration, the one that was posted without script, if any. */
export function useCurrentEvaluation() {
  const storedEvaluation = useStoredEvaluation()
  const isHydrated = useIsHydrated()
  const calculation = useFormOutcome('calculation')
  const report = useFormOutcome('report')
  const outcome = calculation ?? report
  const evaluation = isHydrated || !outcome ? storedEvaluation : readFormEvaluation(outcome.values)
  const result = calculation?.data
  return { evaluation, outcome, postedResult: result && { input: evaluation, output: result } }
}
