import { describe, expect, it } from 'vitest'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { AnalysisRequestSchema } from '../../evaluation-analysis/analysis.ts'
import { ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import { createAnalysisRequest, listCountedScores } from './analysis-request.ts'
import { DEFAULT_GRADES } from './evidence-grades.ts'

const SETUP = ProjectSetupSchema.parse({
  candidates: [{ key: 'a', name: '甲' }],
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 60,
      criteria: [
        { key: 't1', title: '准确性', weight: 30 },
        { key: 't2', title: '安全', weight: 30, isRequired: true, minimum: 60 },
      ],
    },
    { key: 'market', title: '市场', weight: 40, criteria: [{ key: 'm1', title: '案例', weight: 40 }] },
  ],
  grades: DEFAULT_GRADES,
})

describe('listCountedScores', () => {
  it('lists the scores of the last round that have points and evidence', () => {
    const scores = [
      createProjectScore({ score: 60 }),
      createProjectScore({ score: 70, round: 2 }),
      createProjectScore({ criterion: 't2', score: null }),
      createProjectScore({ criterion: 'm1', grade: null }),
      createProjectScore({ judge: 'j2', score: 50 }),
    ]
    expect(listCountedScores({ setup: SETUP, scores }).map(({ judge, score }) => [judge, score])).toEqual([
      ['j1', 70],
      ['j2', 50],
    ])
  })

  it.each([
    { part: 'candidate', score: createProjectScore({ candidate: 'gone' }) },
    { part: 'criterion', score: createProjectScore({ criterion: 'gone' }) },
    { part: 'grade', score: createProjectScore({ grade: 'gone' }) },
  ])('omits a score whose $part the setup no longer has', ({ score }) => {
    expect(listCountedScores({ setup: SETUP, scores: [score] })).toEqual([])
  })
})

describe('createAnalysisRequest', () => {
  it('creates a request that is valid for the public call', () => {
    const scores = listCountedScores({ setup: SETUP, scores: [createProjectScore({})] })
    const request = createAnalysisRequest(SETUP, { judges: [{ id: 'j1' }], scores, offers: [] })
    expect(AnalysisRequestSchema.safeParse(request)).toMatchObject({ success: true })
    expect(request.scores).toEqual([{ judge: 'j1', candidate: 'a', criterion: 't1', score: 80, grade: 'verified' }])
  })
})
