import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { ProjectTrial } from '#contracts/evaluation-projects/trial.ts'
import { roundTotal } from '#contracts/rules/score.ts'

export type Suggestion = { candidate: string; criterion: string; score: number; passed: number; trials: number }

/** The results of a candidate's trials of a task. */
type TaskResult = { weight: number; trials: number; passed: number }

/**
 * Returns the scores that trials suggest: for each criterion and candidate, the pass rate of its tasks in percent,
 * weighted by task and rounded. Tasks that the candidate hasn't tried are ignored.
 */
export function suggestScores(tasks: readonly Task[], trials: readonly ProjectTrial[]): Suggestion[] {
  const criteria = [...new Set(tasks.flatMap(({ criterion }) => criterion ?? []))]
  return [...Map.groupBy(trials, ({ candidate }) => candidate)].flatMap(([candidate, ownTrials]) => {
    const trialsByTask = Map.groupBy(ownTrials, ({ task }) => task)
    return criteria.flatMap((criterion) => {
      const results = tasks
        .filter((task) => task.criterion === criterion)
        .flatMap(({ key, weight }) => toResult(weight, trialsByTask.get(key)))
      const passRate = calculatePassRate(results)
      return passRate === null
        ? []
        : [{ candidate, criterion, score: roundTotal(passRate * 100), ...countTrials(results) }]
    })
  })
}

const toResult = (weight: number, trials: readonly ProjectTrial[] | undefined): TaskResult[] =>
  trials ? [{ weight, trials: trials.length, passed: trials.filter(({ isPassed }) => isPassed).length }] : []

/** Returns the mean of the tasks' pass rates, weighted by task; `null` if the weights add up to 0. */
function calculatePassRate(results: readonly TaskResult[]): number | null {
  const weights = results.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return null
  return results.reduce((sum, { weight, passed, trials }) => sum + (weight * passed) / trials, 0) / weights
}

const countTrials = (results: readonly TaskResult[]) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  trials: results.reduce((sum, { trials }) => sum + trials, 0),
})
