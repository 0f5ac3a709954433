import type { AnalysisRequest } from '../../evaluation-analysis/analysis.ts'
import type { ProjectOffer } from '../../evaluation-projects/offer.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import type { ProjectScore } from '../../evaluation-projects/score.ts'
import { listJudgedGroups, listPriceScores } from './project-prices.ts'
import { DEFAULT_DRAWS, DEFAULT_SPREAD } from './robustness.ts'

const getCellKey = ({ judge, candidate, criterion }: ProjectScore) => JSON.stringify([judge, candidate, criterion])

/** A score that counts: it has points and evidence. */
type CountedScore = ProjectScore & { score: number; grade: string }

/**
 * Returns the scores that count: the last round of each judge's cell, if it has points and evidence, and the setup still
 * has its candidate, grade and criterion, which judges score. These may have been removed, since a project can return to
 * 设定.
 */
export function listCountedScores(scores: readonly ProjectScore[], setup: ScoredParts): CountedScore[] {
  const last = new Map<string, ProjectScore>()
  for (const score of scores) {
    const earlier = last.get(getCellKey(score))
    if (!earlier || earlier.round < score.round) last.set(getCellKey(score), score)
  }
  const candidates = listKeys(setup.candidates)
  const criteria = listKeys(listJudgedGroups(setup).flatMap((group) => group.criteria))
  const grades = listKeys(setup.grades)
  return [...last.values()]
    .filter(hasPointsAndEvidence)
    .filter(
      ({ candidate, criterion, grade }) => candidates.has(candidate) && criteria.has(criterion) && grades.has(grade),
    )
}

type Keyed = { key: string }
/** The parts of a setup to which a score refers. */
type ScoredParts = Pick<ProjectSetup, 'groups'> & { candidates: readonly Keyed[]; grades: readonly Keyed[] }

const listKeys = (parts: readonly Keyed[]): ReadonlySet<string> => new Set(parts.map(({ key }) => key))

const hasPointsAndEvidence = (score: ProjectScore): score is CountedScore =>
  score.score !== null && score.grade !== null

type Offers = readonly ProjectOffer[]

/** Returns the request of a project's analysis, which anyone can send to the public call. */
export function createAnalysisRequest(
  setup: ProjectSetup,
  { judges, scores, offers }: { judges: readonly { id: string }[]; scores: readonly CountedScore[]; offers: Offers },
  seed = 1,
): AnalysisRequest {
  return {
    method: {
      groups: setup.groups.map((group) => ({
        key: group.key,
        weight: group.weight,
        criteria: group.criteria.map(({ key, weight, isRequired, minimum }) => ({
          key,
          weight,
          isRequired,
          ...(minimum !== null && { minimum }),
        })),
      })),
      grades: setup.grades.map(({ key, cap }) => ({ key, cap })),
      thresholds: setup.thresholds,
    },
    candidates: setup.candidates.map(({ key, name }) => ({ key, name })),
    judges: judges.map(({ id }) => ({ key: id })),
    scores: scores.map(({ judge, candidate, criterion, score, grade }) => ({
      judge,
      candidate,
      criterion,
      score,
      grade,
    })),
    given: listPriceScores({ setup, offers }),
    aggregate: setup.aggregate,
    robustness: { draws: DEFAULT_DRAWS, seed, weights: 'near', spread: DEFAULT_SPREAD },
  }
}
