import type { TrialCount } from '#contracts/evaluation-projects/counted.ts'
import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { createAnalysisRequest, hasScores, listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import { type CountedResult, countTrials, listRunCriteria } from '#contracts/rules/evaluation/counted-criteria.ts'
import type { EvaluationAnalysisService, Requester } from '#server/modules/evaluation-analysis/service.ts'
import { countByTask } from './judging/suggested-scores.ts'
import { canSeeCountedData } from './policy.ts'
import { getCountedScores } from './projects.ts'
import type { RunEvidence } from './reports/run-evidence.ts'

/** The seed of the bootstrap, fixed so that the same trials always give the same intervals. */
const SEED = 1

export type AnalyzeProject = ReturnType<typeof createProjectAnalysis>

/**
 * Creates the function that analyzes a project in the worker thread: scores, those of the first round if some were
 * revised, and trials, each `null` if there are none. The requester is the project itself by default.
 */
export const createProjectAnalysis =
  (analysis: EvaluationAnalysisService, runEvidence: Pick<RunEvidence, 'listResults'>) =>
  async (view: ProjectView, requester: Requester = { project: view.id }): Promise<ProjectAnalysis> => {
    const { judges, scores } = getCountedScores(view)
    const { setup, offers, measurements } = view
    const trials = listOwnTrials(view)
    const trialCounts = canSeeCountedData(view) ? await countProjectTrials(view, runEvidence) : []
    const counted = { offers, measurements, trialCounts }
    const request = createAnalysisRequest(setup, { ...counted, judges, scores })
    // Without judges, nothing but 复议 says when the result is for everybody to see.
    const isAnalyzed = hasScores(setup, request) && (scores.length > 0 || view.scoreVisibility === 'visible')
    const firstScores = listCountedScores(
      view.scores.filter(({ round }) => round === 1),
      setup,
    )
    const firstRequest = createAnalysisRequest(setup, { ...counted, judges, scores: firstScores })
    const isRevised = view.scores.some(({ round }) => round === 2)
    const [scoreAnalysis, firstRound, trialAnalysis] = await Promise.all([
      isAnalyzed ? analysis.analyze(request, requester) : null,
      isRevised && firstRequest.scores.length > 0
        ? analysis.analyze({ ...firstRequest, robustness: undefined }, requester)
        : null,
      trials.length === 0
        ? null
        : analysis.summarizeTrials(
            {
              seed: SEED,
              trials: trials.map(({ task, candidate, isPassed, seconds, cost }) => ({
                task,
                candidate,
                isPassed,
                ...(seconds !== null && { seconds }),
                ...(cost !== null && { cost }),
              })),
            },
            requester,
          ),
    ])
    return { analysis: scoreAnalysis, firstRound, trialAnalysis, trialCounts }
  }

/** Returns the trials that people entered. A candidate may have been removed from the setup after its trials. */
function listOwnTrials({ setup, trials }: ProjectView): ProjectView['trials'] {
  const candidates = new Set(setup.candidates.map(({ key }) => key))
  return trials.filter(({ candidate }) => candidates.has(candidate))
}

/** Counts the trials of run criteria: those of runs and, of tasks that no run asked, those that people entered. */
async function countProjectTrials(
  view: ProjectView,
  runEvidence: Pick<RunEvidence, 'listResults'>,
): Promise<TrialCount[]> {
  const { id, setup, tasks } = view
  if (listRunCriteria(setup).length === 0) return []
  const asked = await runEvidence.listResults(id)
  const toCell = ({ task, candidate }: Pick<CountedResult, 'task' | 'candidate'>) => JSON.stringify([task, candidate])
  const askedCells = new Set(asked.map(toCell))
  const typed = countByTask(listOwnTrials(view)).filter((result) => !askedCells.has(toCell(result)))
  return countTrials(setup, tasks, [...asked, ...typed.map((result) => ({ ...result, run: null }))])
}
