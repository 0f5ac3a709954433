/** Derives a candidate's published result from a finished project's report. */
import type { ReportData } from '../../evaluation-projects/report.ts'
import type {
  PublishedCriterion,
  PublishedGroup,
  PublishedResult,
  ScoreInterval,
} from '../../published-evaluations/published-evaluation.ts'
import { createAnalysisRequest, listCountedScores } from './analysis-request.ts'
import type { ScoredCriterion } from './group-interval.ts'
import { listCriterionShares, tabulateScores } from './scoring.ts'

/** A scored group of a candidate, and the data from which its interval is drawn. `key` is the group's key. */
export type GroupDraws = { key: string; score: number; criteria: ScoredCriterion[] }

type Result = ReportData['analysis']['candidates'][number]

/** Returns a candidate's result in a report, `undefined` if it has none. */
export const findResult = ({ analysis }: ReportData, candidate: string): Result | undefined =>
  analysis.candidates.find(({ key }) => key === candidate)

/** Returns the scored groups of a candidate, each with the effective scores of its judges. */
export function listGroupDraws(report: ReportData, candidate: string): GroupDraws[] {
  const { setup, judges, scores } = report
  const { method, candidates, scores: counted } = createAnalysisRequest(setup, judges, listCountedScores(scores))
  const criteria = listCriterionShares(method.groups)
  const row = tabulateScores(method, criteria, candidates, counted)[
    candidates.findIndex(({ key }) => key === candidate)
  ]
  const result = findResult(report, candidate)
  return method.groups.flatMap(({ key }, index) => {
    const score = result?.groups[key] ?? null
    const scored = criteria.flatMap(({ group, weight }, column) => {
      const points = row?.[column] ?? []
      return group === index && weight > 0 && points.length > 0 ? [{ weight, scores: points }] : []
    })
    return score === null || scored.length === 0 ? [] : [{ key, score, criteria: scored }]
  })
}

/**
 * Returns a candidate's published result; `undefined` if the candidate has no verdict. Takes the intervals of the
 * groups by key.
 */
export function summarizeResult(
  report: ReportData,
  candidate: string,
  intervals: Readonly<Record<string, ScoreInterval | null>>,
): PublishedResult | undefined {
  const result = findResult(report, candidate)
  if (!result || result.recommendation === null || result.score === null || result.total === null) return undefined
  const { setup, judges, analysis } = report
  const placed = listCriterionShares(setup.groups.map(toWeights))
  const shares = new Map(placed.map(({ key, share }) => [key, share]))
  const describe = createCriterionView(report, result)
  const groups: PublishedGroup[] = setup.groups.map(({ key, title, criteria }) => ({
    key,
    title,
    share: criteria.reduce((sum, criterion) => sum + (shares.get(criterion.key) ?? 0), 0),
    score: result.groups[key] ?? null,
    interval: intervals[key] ?? null,
    criteria: criteria.map((criterion) => describe(criterion, shares.get(criterion.key) ?? 0)),
  }))
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

type Group = ReportData['setup']['groups'][number]
type Criterion = Group['criteria'][number]

const toWeights = ({ key, weight, criteria }: Group) => ({
  key,
  weight,
  criteria: criteria.map((criterion) => ({ key: criterion.key, weight: criterion.weight })),
})

function createCriterionView({ setup, scores }: ReportData, result: Result) {
  const own = listCountedScores(scores).filter(({ candidate }) => candidate === result.key)
  return ({ key, title, isRequired, minimum }: Criterion, share: number): PublishedCriterion => {
    const points = result.criteria[key]
    const grades = own.filter(({ criterion }) => criterion === key).map(({ grade }) => grade)
    return {
      key,
      title,
      share,
      score: points?.mean ?? null,
      lowest: points?.min ?? null,
      highest: points?.max ?? null,
      grades: setup.grades.flatMap((grade) => {
        const count = grades.filter((key) => key === grade.key).length
        return count === 0 ? [] : [{ title: grade.title, cap: grade.cap, judges: count }]
      }),
      minimum: isRequired ? minimum : null,
      isVetoed: result.vetoes.some(({ criterion }) => criterion === key),
    }
  }
}
