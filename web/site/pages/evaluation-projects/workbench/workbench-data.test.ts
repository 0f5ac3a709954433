import { expect, it } from 'vitest'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { analyzeEvaluation } from '#contracts/rules/evaluation/analysis.ts'
import { DEFAULT_GRADES } from '#contracts/rules/evaluation/evidence-grades.ts'
import { createAnalysisRequest } from '#contracts/rules/evaluation/project-scores.ts'
import { DEFAULT_THRESHOLDS } from '#contracts/rules/score.ts'
import { getHeatStep, listCellJudges, listMissing, tabulateMatrix } from './workbench-data.ts'

const criterion = (key: string, weight: number, minimum: number | null = null) => ({
  key,
  title: `准则${key}`,
  description: '',
  evidence: [],
  weight,
  isRequired: minimum !== null,
  minimum,
})

const SETUP: ProjectSetup = {
  candidates: [
    { key: 'a', name: '甲', productId: null, catalogue: null },
    { key: 'b', name: '乙', productId: null, catalogue: null },
  ],
  profile: null,
  groups: [
    { key: 'tech', title: '技术', weight: 60, criteria: [criterion('t1', 30), criterion('t2', 10, 60)] },
    { key: 'market', title: '市场', weight: 40, criteria: [criterion('m1', 5)] },
  ],
  weightings: [],
  grades: DEFAULT_GRADES,
  thresholds: DEFAULT_THRESHOLDS,
  aggregate: 'mean',
}

const score = (judge: string, place: string, points: number, more: Partial<ProjectScore> = {}): ProjectScore => ({
  judge,
  candidate: place.slice(0, 1),
  criterion: place.slice(1),
  score: points,
  grade: 'verified',
  note: '',
  links: [],
  reason: '',
  version: 1,
  round: 1,
  files: [],
  updatedAt: '2026-11-22T04:00:00.000Z',
  ...more,
})

const SCORES = [
  score('j1', 'at1', 90),
  score('j2', 'at1', 70),
  score('j1', 'at2', 50),
  score('j2', 'at2', 50),
  score('j1', 'am1', 80),
  score('j1', 'bt1', 60),
  score('j2', 'bt1', 62),
]
const JUDGES = [{ id: 'j1' }, { id: 'j2' }]
const matrix = tabulateMatrix(SETUP, analyzeEvaluation(createAnalysisRequest(SETUP, JUDGES, SCORES)))
const row = (key: string) => matrix.flatMap((group) => group.rows).find((item) => item.criterion === key)

it('computes the share of each criterion in the total', () => {
  expect(matrix.flatMap((group) => group.rows.map(({ share }) => share))).toEqual([45, 15, 40])
})

it('marks disputes, vetoes and cells without a score', () => {
  expect(row('t1')?.cells).toEqual([
    { candidate: 'a', value: 80, spread: 20, isDisputed: true, isVetoed: false, judges: 2 },
    { candidate: 'b', value: 61, spread: 2, isDisputed: false, isVetoed: false, judges: 2 },
  ])
  expect(row('t2')?.cells.map(({ isVetoed, value }) => [isVetoed, value])).toEqual([
    [true, 50],
    [false, null],
  ])
})

it('lists cells that too few judges have scored, fewest scores first', () => {
  expect(listMissing(matrix, JUDGES.length)).toEqual([
    { candidate: 'b', criterion: 't2', judges: 0 },
    { candidate: 'b', criterion: 'm1', judges: 0 },
    { candidate: 'a', criterion: 'm1', judges: 1 },
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
  const revised = score('j1', 'at1', 95, { round: 2, grade: 'claimed', reason: '证据只有宣传资料' })
  const [first, second] = listCellJudges({ candidate: 'a', criterion: 't1' }, [...SCORES, revised], SETUP.grades)
  expect(first).toMatchObject({ judge: 'j1', counted: 50 })
  expect(first?.rounds.map(({ round, score: points }) => [round, points])).toEqual([
    [2, 95],
    [1, 90],
  ])
  expect(second).toMatchObject({ judge: 'j2', counted: 70 })
})
