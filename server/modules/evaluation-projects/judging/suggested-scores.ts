import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { ProjectTrial } from '#contracts/evaluation-projects/trial.ts'
import { roundTotal } from '#contracts/rules/score.ts'

type Suggestion = { candidate: string; criterion: string; score: number; passed: number; trials: number }

/** How many trials of a task a candidate had, and passed. */
export type TaskResult = { candidate: string; task: string; trials: number; passed: number }

/** Counts trials by candidate and task. */
export const countByTask = (trials: readonly ProjectTrial[]): TaskResult[] =>
  [...Map.groupBy(trials, ({ candidate }) => candidate)].flatMap(([candidate, ownTrials]) =>
    [...Map.groupBy(ownTrials, ({ task }) => task)].map(([task, list]) => ({
      candidate,
      task,
      trials: list.length,
      passed: list.filter(({ isPassed }) => isPassed).length,
    })),
  )

/**
 * Returns the scores that results suggest: for each criterion and candidate, the pass rate of its tasks in percent,
 * weighted by task and rounded. Tasks that the candidate hasn't tried are ignored.
 */
export function suggestScores(tasks: readonly Task[], results: readonly TaskResult[]): Suggestion[] {
  const criteria = [...new Set(tasks.flatMap(({ criterion }) => criterion ?? []))]
  return [...Map.groupBy(results, ({ candidate }) => candidate)].flatMap(([candidate, ownResults]) => {
    const resultsByTask = new Map(ownResults.map((result) => [result.task, result]))
    return criteria.flatMap((criterion) => {
      const weighted = tasks
        .filter((task) => task.criterion === criterion)
        .flatMap(({ key, weight }) => toWeighted(weight, resultsByTask.get(key)))
      const passRate = calculatePassRate(weighted)
      return passRate === null
        ? []
        : [{ candidate, criterion, score: roundTotal(passRate * 100), ...sumResults(weighted) }]
    })
  })
}

type WeightedResult = Pick<TaskResult, 'trials' | 'passed'> & { weight: number }

const toWeighted = (weight: number, result: TaskResult | undefined): WeightedResult[] =>
  result && result.trials > 0 ? [{ weight, trials: result.trials, passed: result.passed }] : []

/** Returns the mean of the tasks' pass rates, weighted by task; `null` if the weights add up to 0. */
function calculatePassRate(results: readonly WeightedResult[]): number | null {
  const weights = results.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return null
  return results.reduce((sum, { weight, passed, trials }) => sum + (weight * passed) / trials, 0) / weights
}

const sumResults = (results: readonly WeightedResult[]) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  trials: results.reduce((sum, { trials }) => sum + trials, 0),
})
