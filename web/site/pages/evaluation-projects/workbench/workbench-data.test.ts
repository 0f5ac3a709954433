import { expect, it } from 'vitest'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { analyzeEvaluation } from '#contracts/rules/evaluation/analysis.ts'
import { createAnalysisRequest, listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import { DEFAULT_GRADES } from '#contracts/rules/evaluation/evidence-grades.ts'
import { DEFAULT_THRESHOLDS } from '#contracts/rules/score.ts'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { type CellRef, getHeatStep, listCellJudges, listMissingScores, tabulateMatrix } from './workbench-data.ts'

const createCriterion = (key: string, weight: number, minimum: number | null = null) => ({
  key,
  title: key,
  description: '',
  evidence: [],
  weight,
  isRequired: minimum !== null,
  minimum,
})

const SETUP: ProjectSetup = {
  candidates: [
    { key: 'dify', name: 'Dify', productId: null, catalogue: null },
    { key: 'coze', name: 'Coze', productId: null, catalogue: null },
  ],
  profile: null,
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 60,
      criteria: [createCriterion('accuracy', 30), createCriterion('security', 10, 60)],
    },
    { key: 'market', title: '市场', weight: 40, criteria: [createCriterion('references', 5)] },
  ],
  weightings: [],
  grades: DEFAULT_GRADES,
  thresholds: DEFAULT_THRESHOLDS,
  aggregate: 'mean',
}

const createScore = (
  judge: string,
  { candidate, criterion }: CellRef,
  score: number,
  fields: Partial<ProjectScore> = {},
): ProjectScore => createProjectScore({ judge, candidate, criterion, score, ...fields })

const DIFY_ACCURACY = { candidate: 'dify', criterion: 'accuracy' }
const DIFY_SECURITY = { candidate: 'dify', criterion: 'security' }
const COZE_ACCURACY = { candidate: 'coze', criterion: 'accuracy' }
const SCORES = [
  createScore('chen', DIFY_ACCURACY, 90),
  createScore('zhou', DIFY_ACCURACY, 70),
  createScore('chen', DIFY_SECURITY, 50),
  createScore('zhou', DIFY_SECURITY, 50),
  createScore('chen', { candidate: 'dify', criterion: 'references' }, 80),
  createScore('chen', COZE_ACCURACY, 60),
  createScore('zhou', COZE_ACCURACY, 62),
]
const JUDGES = [{ id: 'chen' }, { id: 'zhou' }]
const matrix = tabulateMatrix(
  SETUP,
  analyzeEvaluation(
    createAnalysisRequest(SETUP, {
      judges: JUDGES,
      scores: listCountedScores({ setup: SETUP, scores: SCORES }),
      offers: [],
    }),
  ),
)
const findRow = (criterion: string) => matrix.flatMap((group) => group.rows).find((row) => row.criterion === criterion)

it('computes the share of each criterion in the total', () => {
  expect(matrix.flatMap((group) => group.rows.map(({ share }) => share))).toEqual([45, 15, 40])
})

it('marks cells with disputed scores', () => {
  expect(findRow('accuracy')?.cells).toEqual([
    { candidate: 'dify', value: 80, spread: 20, isDisputed: true, isVetoed: false, judges: 2 },
    { candidate: 'coze', value: 61, spread: 2, isDisputed: false, isVetoed: false, judges: 2 },
  ])
})

it('marks vetoes, and has no value for cells without a score', () => {
  expect(findRow('security')?.cells).toMatchObject([
    { candidate: 'dify', isVetoed: true, value: 50 },
    { candidate: 'coze', isVetoed: false, value: null },
  ])
})

it('lists cells that too few judges have scored, fewest scores first', () => {
  expect(listMissingScores(matrix, () => JUDGES.length)).toEqual([
    { candidate: 'coze', criterion: 'security', judges: 0 },
    { candidate: 'coze', criterion: 'references', judges: 0 },
    { candidate: 'dify', criterion: 'references', judges: 1 },
  ])
})

it.each([
  [0, 0],
  [39.9, 0],
  [40, 1],
  [79.9, 4],
  [90, 6],
  [100, 6],
])('shades %d points with step %d', (value, step) => {
  expect(getHeatStep(value)).toBe(step)
})

it('caps a revised score by its evidence, and lists the first-round score as well', () => {
  const revision = createScore('chen', DIFY_ACCURACY, 95, { round: 2, grade: 'claimed', reason: '证据只有宣传资料' })
  expect(listCellJudges(DIFY_ACCURACY, [...SCORES, revision], SETUP.grades)).toMatchObject([
    {
      judge: 'chen',
      counted: 50,
      rounds: [
        { round: 2, score: 95 },
        { round: 1, score: 90 },
      ],
    },
    { judge: 'zhou', counted: 70 },
  ])
})
