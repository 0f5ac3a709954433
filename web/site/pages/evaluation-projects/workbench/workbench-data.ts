/** The data of the workbench: the matrix, missing scores, and the scores of one cell. */
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ProjectJudge, ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { hasWideSpread } from '#contracts/rules/evaluation/agreement.ts'
import { createBarredLookup, type DeclaredInterest } from '#contracts/rules/evaluation/conflicts.ts'
import { getEffectiveScore } from '#contracts/rules/evaluation/scoring.ts'

/** The candidate and the criterion of a cell. */
export type CellRef = { candidate: string; criterion: string }

export type MatrixCell = {
  candidate: string
  /** The mean or the median of the scores, as configured in the project; `null` if there are none. */
  value: number | null
  /** The spread of the judges' scores. */
  spread: number
  isDisputed: boolean
  isVetoed: boolean
  /** The number of judges whose score counts. */
  judges: number
}
export type MatrixRow = {
  criterion: string
  title: string
  /** Percent of the total weight. */
  share: number
  isRequired: boolean
  minimum: number | null
  /** From what it is counted instead of judged. */
  source: 'offers' | 'runs' | 'measured' | null
  cells: MatrixCell[]
}
export type MatrixGroup = {
  key: string
  title: string
  share: number
  /** One per candidate; `null` if no criterion of the group is scored. */
  scores: (number | null)[]
  rows: MatrixRow[]
}

const sumWeights = (parts: readonly { weight: number }[]) => parts.reduce((sum, { weight }) => sum + weight, 0)

/** Returns the matrix of criteria by candidates, with the candidates in the order of the analysis. */
export function tabulateMatrix({ groups }: Pick<ProjectSetup, 'groups'>, { candidates }: Analysis): MatrixGroup[] {
  const total = sumWeights(groups)
  return groups.map((group) => {
    const share = (group.weight / total) * 100
    const weightSum = sumWeights(group.criteria)
    return {
      key: group.key,
      title: group.title,
      share,
      scores: candidates.map((candidate) => candidate.groups[group.key] ?? null),
      rows: group.criteria.map(({ key, title, weight, isRequired, minimum, price, counted }) => ({
        criterion: key,
        title,
        share: weightSum === 0 ? 0 : (share * weight) / weightSum,
        isRequired,
        minimum,
        source: price ? 'offers' : (counted?.kind ?? null),
        cells: candidates.map((candidate) => toCell(candidate, key)),
      })),
    }
  })
}

function toCell({ key, criteria, vetoes }: Analysis['candidates'][number], criterion: string): MatrixCell {
  const result = criteria[criterion]
  const extremes = result ? [result.min, result.max] : []
  return {
    candidate: key,
    value: result?.mean ?? null,
    spread: result && result.judges > 1 ? result.max - result.min : 0,
    isDisputed: (result?.judges ?? 0) > 1 && hasWideSpread(extremes),
    isVetoed: vetoes.some((veto) => veto.criterion === criterion),
    judges: result?.judges ?? 0,
  }
}

/** The lowest score of step 1. Each further step of the heat map is ten points, since most scores are high. */
const HEAT_MIN_SCORE = 40
const HEAT_STEP_MAX = 6

/** Returns the step of the heat map (0 to 6) for a score of 0 to 100. */
export const getHeatStep = (value: number): number =>
  value < HEAT_MIN_SCORE ? 0 : Math.min(HEAT_STEP_MAX, 1 + Math.floor((value - HEAT_MIN_SCORE) / 10))

/** Returns the cells with scores by fewer than `judgeCount` judges, or without what they are counted from, fewest scores first. */
export function listMissingScores(
  matrix: readonly MatrixGroup[],
  getJudgeCount: (candidate: string) => number,
): (CellRef & { judges: number })[] {
  return matrix
    .flatMap((group) =>
      group.rows.flatMap((row) =>
        row.cells
          .filter(({ candidate, value, judges }) => (row.source ? value === null : judges < getJudgeCount(candidate)))
          .map(({ candidate, judges }) => ({ candidate, criterion: row.criterion, judges })),
      ),
    )
    .sort((a, b) => a.judges - b.judges)
}

/** Returns how many judges count for a candidate: all without a conflict of interest. */
export function countJudges(
  { judges, interest }: { judges: readonly { id: string }[]; interest: DeclaredInterest },
  candidate: string,
): number {
  const isBarred = createBarredLookup(interest)
  return judges.filter(({ id }) => !isBarred(id, candidate)).length
}

/** A judge's scores of a cell, latest round first. */
type CellJudge = {
  judge: string
  /** The latest score after its cap; `null` if it doesn't count. */
  counted: number | null
  rounds: ProjectScore[]
}

/** Returns the judges who have scored a cell, with their scores capped by the evidence. */
export function listCellJudges(
  { candidate, criterion }: CellRef,
  scores: readonly ProjectScore[],
  grades: ProjectSetup['grades'],
): CellJudge[] {
  const cellScores = scores.filter((score) => score.candidate === candidate && score.criterion === criterion)
  const caps = new Map(grades.map(({ key, cap }) => [key, cap]))
  return [...Map.groupBy(cellScores, (score) => score.judge)].map(([judge, judgeScores]) => {
    const rounds = judgeScores.toSorted((a, b) => b.round - a.round)
    const { score = null, grade = null } = rounds[0] ?? {}
    const cap = grade === null ? undefined : caps.get(grade)
    return { judge, counted: score === null || cap === undefined ? null : getEffectiveScore(score, cap), rounds }
  })
}

/** Returns the judges whose scores count: those who have submitted them. */
export const listSubmittedJudges = (judges: readonly ProjectJudge[]): ProjectJudge[] =>
  judges.filter(({ status }) => status === 'submitted')
