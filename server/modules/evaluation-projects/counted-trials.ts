import type { TrialCount } from '#contracts/evaluation-projects/counted.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { type CountedResult, countTrials, listRunCriteria } from '#contracts/rules/evaluation/counted-criteria.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { countByTask } from './judging/suggested-scores.ts'
import type { RunEvidence } from './reports/run-evidence.ts'

type TriedProject = Pick<ProjectView, 'id' | 'setup' | 'tasks' | 'trials'>

/**
 * Returns the trials that people entered and that count. A candidate may have been removed from the setup after its trials.
 */
export function listOwnTrials({ setup, trials }: TriedProject): ProjectView['trials'] {
  const candidates = new Set(setup.candidates.map(({ key }) => key))
  return trials.filter(({ candidate, isSetAside }) => !isSetAside && candidates.has(candidate))
}

/**
 * Counts the trials of run criteria: those of runs and, of tasks that no run asked, those that people entered. Inside a
 * transaction, pass its `db`.
 */
export async function countProjectTrials(
  view: TriedProject,
  runEvidence: Pick<RunEvidence, 'listResults'>,
  db?: Queryable,
): Promise<TrialCount[]> {
  const { id, setup, tasks } = view
  if (listRunCriteria(setup).length === 0) return []
  const asked = await runEvidence.listResults(id, db)
  const toCell = ({ task, candidate }: Pick<CountedResult, 'task' | 'candidate'>) => JSON.stringify([task, candidate])
  const askedCells = new Set(asked.map(toCell))
  const typed = countByTask(listOwnTrials(view)).filter((result) => !askedCells.has(toCell(result)))
  return countTrials(setup, tasks, [...asked, ...typed.map((result) => ({ ...result, run: null }))])
}
