import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { createAnalysisRequest, listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import type { EvaluationAnalysisService, Requester } from '#server/modules/evaluation-analysis/service.ts'
import { getCountedScores } from './projects.ts'

/** The seed of the bootstrap, fixed so that the same trials always give the same intervals. */
const SEED = 1

export type AnalyzeProject = ReturnType<typeof createProjectAnalysis>

/**
 * Creates the function that analyzes a project in the worker thread: scores, those of the first round if some were
 * revised, and trials, each `null` if there are none. The requester is the project itself by default.
 */
export const createProjectAnalysis =
  (analysis: EvaluationAnalysisService) =>
  async (view: ProjectView, requester: Requester = { project: view.id }): Promise<ProjectAnalysis> => {
    const { judges, scores } = getCountedScores(view)
    const { offers } = view
    const candidates = new Set(view.setup.candidates.map(({ key }) => key))
    // A candidate may have been removed from the setup after its trials.
    const trials = view.trials.filter(({ candidate }) => candidates.has(candidate))
    const firstScores = listCountedScores(
      view.scores.filter(({ round }) => round === 1),
      view.setup,
    )
    const isRevised = view.scores.some(({ round }) => round === 2)
    const [scoreAnalysis, firstRound, trialAnalysis] = await Promise.all([
      scores.length === 0
        ? null
        : analysis.analyze(createAnalysisRequest(view.setup, { judges, scores, offers }), requester),
      !isRevised || firstScores.length === 0
        ? null
        : analysis.analyze(
            { ...createAnalysisRequest(view.setup, { judges, scores: firstScores, offers }), robustness: undefined },
            requester,
          ),
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
    return { analysis: scoreAnalysis, firstRound, trialAnalysis }
  }
