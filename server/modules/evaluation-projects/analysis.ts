import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { createAnalysisRequest, hasScores, listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import type { EvaluationAnalysisService, Requester } from '#server/modules/evaluation-analysis/service.ts'
import { countProjectTrials, listOwnTrials } from './counted-trials.ts'
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
    const { setup, interest, offers, measurements } = view
    const trials = listOwnTrials(view)
    const trialCounts = canSeeCountedData(view) ? await countProjectTrials(view, runEvidence) : []
    const counted = { offers, measurements, trialCounts }
    const request = createAnalysisRequest(setup, { ...counted, judges, scores })
    // Without judges, nothing but 复议 says when the result is for everybody to see.
    const isAnalyzed = hasScores(setup, request) && (scores.length > 0 || view.scoreVisibility === 'visible')
    const firstScores = listCountedScores({ setup, scores: view.scores.filter(({ round }) => round === 1), interest })
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
