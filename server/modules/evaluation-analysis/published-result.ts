/** Derives a candidate's published result from a finished project's report. */
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type {
  PublishedCriterion,
  PublishedGroup,
  PublishedResult,
  ScoreInterval,
} from '#contracts/published-evaluations/published-evaluation.ts'
import { createAnalysisRequest, listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import { type CriterionShare, listCriterionShares, tabulateScores } from '#contracts/rules/evaluation/scoring.ts'
import type { ScoredCriterion } from './group-interval.ts'

/** A scored group of a candidate, and the data from which its interval is drawn. `key` is the group's key. */
export type GroupDraws = { key: string; score: number; criteria: ScoredCriterion[] }

type Result = ReportData['analysis']['candidates'][number]

/** Returns a candidate's result in a report, `undefined` if it has none. */
export const findResult = ({ analysis }: ReportData, candidate: string): Result | undefined =>
  analysis.candidates.find(({ key }) => key === candidate)

/** Returns the scored groups of a candidate, each with the effective scores of its judges. */
export function listGroupDraws(report: ReportData, candidate: string): GroupDraws[] {
  const { setup, judges, offers = [], measurements, trialCounts } = report
  const scores = listCountedScores(report)
  const request = createAnalysisRequest(setup, { judges, scores, offers, measurements, trialCounts })
  const candidateScores = tabulateScores(request).find(({ key }) => key === candidate)
  const result = findResult(report, candidate)
  if (!candidateScores || !result) return []
  const scoredCriteria = candidateScores.criteria.filter(
    (criterion) => criterion.weight > 0 && criterion.scores.length > 0,
  )
  return setup.groups.flatMap(({ key }) => {
    const score = result.groups[key] ?? null
    const criteria = scoredCriteria
      .filter(({ group }) => group === key)
      .map((criterion) => ({ weight: criterion.weight, scores: criterion.scores }))
    return score === null || criteria.length === 0 ? [] : [{ key, score, criteria }]
  })
}

/** Returns a candidate's published result; `undefined` if the candidate has no verdict. */
export function summarizeResult(
  report: ReportData,
  candidate: string,
  intervalsByGroup: Readonly<Record<string, ScoreInterval | null>>,
): PublishedResult | undefined {
  const result = findResult(report, candidate)
  if (!result || result.recommendation === null || result.score === null || result.total === null) return undefined
  const { setup, judges, analysis } = report
  const criteriaByGroup = Map.groupBy(listCriterionShares(setup.groups), ({ group }) => group)
  const toPublishedCriterion = createCriterionView(report, result)
  const groups: PublishedGroup[] = setup.groups.map(({ key, title }) => {
    const criteria = criteriaByGroup.get(key) ?? []
    return {
      key,
      title,
      share: criteria.reduce((sum, criterion) => sum + criterion.share, 0),
      score: result.groups[key] ?? null,
      interval: intervalsByGroup[key] ?? null,
      criteria: criteria.map(toPublishedCriterion),
    }
  })
  return {
    recommendation: result.recommendation,
    score: result.score,
    total: result.total,
    coverage: result.coverage,
    judges: judges.length,
    candidates: analysis.candidates.length,
    thresholds: setup.thresholds,
    groups,
  }
}

type Criterion = ReportData['setup']['groups'][number]['criteria'][number]

function createCriterionView(report: ReportData, result: Result) {
  const { setup } = report
  const candidateScores = listCountedScores(report).filter(({ candidate }) => candidate === result.key)
  return ({ key, title, share, isRequired, minimum }: Criterion & CriterionShare): PublishedCriterion => {
    const points = result.criteria[key]
    const grades = candidateScores.filter(({ criterion }) => criterion === key).map(({ grade }) => grade)
    return {
      key,
      title,
      share,
      score: points?.mean ?? null,
      lowest: points?.min ?? null,
      highest: points?.max ?? null,
      grades: setup.grades.flatMap((grade) => {
        const count = grades.filter((gradeKey) => gradeKey === grade.key).length
        return count === 0 ? [] : [{ title: grade.title, cap: grade.cap, judges: count }]
      }),
      minimum: isRequired ? minimum : null,
      isVetoed: result.vetoes.some(({ criterion }) => criterion === key),
    }
  }
}
