import type { AnalysisRequest } from '../../evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import type { ProjectScore } from '../../evaluation-projects/score.ts'
import { createBarredLookup, type DeclaredInterest } from './conflicts.ts'
import { type CountedData, listGivenScores, listJudgedGroups } from './counted-criteria.ts'
import { listPriceExclusions } from './project-prices.ts'
import { DEFAULT_DRAWS, DEFAULT_SPREAD } from './robustness.ts'

const getCellKey = ({ judge, candidate, criterion }: ProjectScore) => JSON.stringify([judge, candidate, criterion])

/** A score that counts: it has points and evidence. */
type CountedScore = ProjectScore & { score: number; grade: string }

/** What the scores of a project depend on; `interest` is missing in reports from before declarations. */
export type ScoredProject = {
  setup: ScoredParts
  scores: readonly ProjectScore[]
  interest?: DeclaredInterest
}

/**
 * Returns the scores that count: the last round of each judge's cell, if it has points and evidence, the judge has no
 * conflict of interest with the candidate, and the setup still has its candidate, grade and criterion, which judges score.
 * These may have been removed, since a project can return to 设定.
 */
export function listCountedScores({ setup, scores, interest }: ScoredProject): CountedScore[] {
  const last = new Map<string, ProjectScore>()
  for (const score of scores) {
    const earlier = last.get(getCellKey(score))
    if (!earlier || earlier.round < score.round) last.set(getCellKey(score), score)
  }
  const candidates = listKeys(setup.candidates)
  const criteria = listKeys(listJudgedGroups(setup).flatMap((group) => group.criteria))
  const grades = listKeys(setup.grades)
  const isBarred = createBarredLookup(interest)
  return [...last.values()]
    .filter(hasPointsAndEvidence)
    .filter(({ judge, candidate }) => !isBarred(judge, candidate))
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

/** What of a project is analysed; `scores` are those that count. */
type AnalyzedData = CountedData & { judges: readonly { id: string }[]; scores: readonly CountedScore[] }

/**
 * Returns the request of a project's analysis, which anyone can send to the public call. Candidates without an offer,
 * or with an invalid one, stand outside the order: the request has neither them nor their scores.
 */
export function createAnalysisRequest(setup: ProjectSetup, data: AnalyzedData, seed = 1): AnalysisRequest {
  const excluded = new Set(listPriceExclusions({ setup, offers: data.offers }).map(({ candidate }) => candidate))
  const isInOrder = ({ candidate }: { candidate: string }) => !excluded.has(candidate)
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
    candidates: setup.candidates.filter(({ key }) => !excluded.has(key)).map(({ key, name }) => ({ key, name })),
    judges: data.judges.map(({ id }) => ({ key: id })),
    scores: data.scores.filter(isInOrder).map(({ judge, candidate, criterion, score, grade }) => ({
      judge,
      candidate,
      criterion,
      score,
      grade,
    })),
    given: listGivenScores(setup, data).filter(isInOrder),
    aggregate: setup.aggregate,
    robustness: { draws: DEFAULT_DRAWS, seed, weights: 'near', spread: DEFAULT_SPREAD },
  }
}

/** Returns whether there is something to analyse: scores of judges, or, if nobody has to judge, counted ones. */
export const hasScores = (setup: ProjectSetup, { scores, given }: AnalysisRequest): boolean =>
  scores.length > 0 || (given.length > 0 && listJudgedGroups(setup).length === 0)
