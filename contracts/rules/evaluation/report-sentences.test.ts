import { describe, expect, it } from 'vitest'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { type ProjectSetup, ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import { analyzeEvaluation } from './analysis.ts'
import { createAnalysisRequest, listCountedScores } from './analysis-request.ts'
import { DEFAULT_GRADES } from './evidence-grades.ts'
import { describeEvaluation } from './report-sentences.ts'
import { compareTrials, summarizeTrials, type Trial } from './trials.ts'

type Points = Record<string, readonly (number | readonly number[] | null)[]>

const NAMES: Record<string, string> = { a: '甲', b: '乙', c: '丙' }

const createSetup = (candidates: readonly string[], overrides: object = {}): ProjectSetup =>
  ProjectSetupSchema.parse({
    candidates: candidates.map((key) => ({ key, name: NAMES[key] })),
    groups: [
      {
        key: 'tech',
        title: '技术',
        weight: 40,
        criteria: [{ key: 't', title: '准确性', weight: 1, isRequired: true, minimum: 50 }],
      },
      {
        key: 'market',
        title: '市场',
        weight: 60,
        criteria: [
          { key: 'm', title: '案例', weight: 3 },
          { key: 'n', title: '口碑', weight: 1 },
        ],
      },
    ],
    grades: DEFAULT_GRADES,
    thresholds: { strong: 90, recommend: 80, cautious: 70 },
    ...overrides,
  })

/** Scores of each candidate on 准确性, 案例 and 口碑: one number, or one for each judge. */
function evaluate(points: Points, overrides: Partial<ProjectSetup> = {}) {
  const setup = createSetup(Object.keys(points), overrides)
  const judges = ['j1', 'j2', 'j3'].map((id) => ({ id }))
  const scores = Object.entries(points).flatMap(([candidate, row]) =>
    ['t', 'm', 'n'].flatMap((criterion, column) =>
      [row[column] ?? []]
        .flat()
        .map((score, index) => createProjectScore({ judge: `j${index + 1}`, candidate, criterion, score })),
    ),
  )
  return describeEvaluation({
    setup,
    judges: [],
    scores,
    analysis: analyzeEvaluation(
      createAnalysisRequest(setup, { judges, scores: listCountedScores({ setup, scores }), offers: [] }),
    ),
    trialAnalysis: null,
  })
}

describe('the verdict', () => {
  it.each<{ case: string; points: Points; sentence: string }>([
    {
      case: 'states the winner',
      points: { a: [60, 95, 95], b: [90, 70, 70] },
      sentence: '甲排名第一，总分81，结论为“推荐”。',
    },
    {
      case: 'omits the rank of a single candidate',
      points: { a: [72.4, 72, 72] },
      sentence: '甲总分72.2，结论为“谨慎推荐”。',
    },
    {
      case: 'states two winners with equal totals',
      points: { a: [80, 80, 80], b: [80, 80, 80] },
      sentence: '甲与乙并列第一，总分80，结论为“推荐”。',
    },
    {
      case: 'names all that share the first place',
      points: { a: [80, 80, 80], b: [80, 80, 80], c: [80, 80, 80] },
      sentence: '丙、甲与乙并列第一，总分80，结论为“推荐”。',
    },
    {
      case: 'states the verdict of each that shares the first place if they differ, whichever name is first',
      points: { a: [40, 100, 100], b: [70, 80, 80] },
      sentence: '甲与乙并列第一，总分76。甲的“准确性”低于最低分，结论为“暂不推荐”；乙的结论为“谨慎推荐”。',
    },
    {
      case: 'states why a candidate is vetoed, and who is first without a veto',
      points: { a: [40, 100, 100], b: [70, 75, 75] },
      sentence:
        '甲排名第一，总分76，但“准确性”低于最低分，结论为“暂不推荐”。未触及一票否决的候选中，乙居首，总分73，结论为“谨慎推荐”。',
    },
    {
      case: 'states that all are vetoed',
      points: { a: [40, 100, 100], b: [30, 75, 75] },
      sentence: '甲排名第一，总分76，但“准确性”低于最低分，结论为“暂不推荐”。所有候选都触及一票否决。',
    },
    {
      case: 'draws no conclusion from too few scores',
      points: { a: [90, null, null], b: [80, null, null] },
      sentence: '甲暂列第一，总分90，但只有40%的权重有评分，证据不足，不下结论。',
    },
    {
      case: 'names the first candidate with enough scores if the first of all has too few',
      points: { a: [90, null, null], b: [40, 85, 85], c: [80, 70, 70] },
      sentence:
        '甲暂列第一，总分90，但只有40%的权重有评分，证据不足，不下结论。评分充分且未触及一票否决的候选中，丙居首，总分74，结论为“谨慎推荐”。',
    },
    {
      case: 'shows a total with enough decimals to explain its verdict',
      points: { a: [79.46, 79.46, 79.46] },
      sentence: '甲总分79.46，结论为“谨慎推荐”。',
    },
    { case: 'states that nothing is scored', points: { a: [], b: [] }, sentence: '还没有计入的评分，无法得出结论。' },
  ])('$case', ({ points, sentence }) => {
    expect(evaluate(points).verdict).toBe(sentence)
  })

  it('is a fixed sentence before an analysis', () => {
    expect(
      describeEvaluation({ setup: createSetup(['a']), judges: [], scores: [], analysis: null, trialAnalysis: null })
        .verdict,
    ).toBe('还没有计入的评分，无法得出结论。')
  })
})

describe('order and reasons', () => {
  const { order, reasons } = evaluate({ a: [60, 95, 95], b: [90, 70, 70], c: [] })
  it('list every candidate', () => {
    expect(order).toEqual(['第1名　甲：81分，推荐', '第2名　乙：78分，谨慎推荐', '丙：没有评分'])
  })
  it('add up to the lead', () => {
    expect(reasons).toEqual([
      '甲比乙高3分：技术−12，市场+15。',
      '甲领先最多的是“案例”（11.3）、“口碑”（3.8）。',
      '乙领先的是“准确性”（12）。',
    ])
  })
  it('state that totals are equal', () => {
    expect(evaluate({ a: [80, 80, 80], b: [80, 80, 80] }).reasons).toEqual(['甲与乙总分相同：技术±0，市场±0。'])
  })
  it("don't round a lead to zero", () => {
    expect(evaluate({ a: [80, 80, 80.2], b: [80, 80, 80] }).reasons).toContain('甲领先最多的是“口碑”（不足0.1）。')
  })
  it('give no reasons for a single candidate', () => {
    expect(evaluate({ a: [80, 80, 80] }).reasons).toEqual([])
  })
})

describe('what would change', () => {
  it('lists the weights at which another candidate becomes first, smallest change first', () => {
    // 60w + 95(1 − w) = 90w + 70(1 − w) at w = 25/55.
    expect(evaluate({ a: [60, 95, 95], b: [90, 70, 70] }).changes).toEqual([
      '技术权重高于45.5%时，乙超过甲。',
      '市场权重低于54.5%时，乙超过甲。',
      '“准确性”的占比高于45.5%时，乙超过甲。',
      '“案例”的占比低于37.5%时，乙超过甲。',
      '“口碑”的占比低于3.4%时，乙超过甲。',
      '甲的总分再高8.5分，结论升为“强烈推荐”。',
      '甲的总分再低1.5分以上，结论降为“谨慎推荐”。',
    ])
  })
  it('states that no weight changes the first place', () => {
    expect(evaluate({ a: [90, 95, 95], b: [80, 70, 70] }).changes).toEqual([
      '任何一组或一条准则的权重单独变动，都不会改变第一名。',
      '甲的总分再低3.5分以上，结论降为“推荐”。',
    ])
  })
  it('states the distance from 暂不推荐 to the next verdict', () => {
    expect(evaluate({ a: [60, 60, 60] }).changes).toEqual(['甲的总分再高9.5分，结论升为“谨慎推荐”。'])
  })

  it('omits verdicts that no total has, if thresholds are equal', () => {
    const thresholds = { strong: 70, recommend: 70, cautious: 70 }
    expect(evaluate({ a: [70, 70, 70] }, { thresholds }).changes).toEqual([
      '甲的总分再低0.5分以上，结论降为“暂不推荐”。',
    ])
    expect(evaluate({ a: [60, 60, 60] }, { thresholds }).changes).toEqual(['甲的总分再高9.5分，结论升为“强烈推荐”。'])
  })

  it('states points that suffice, rounded up', () => {
    expect(evaluate({ a: [69.446, 69.446, 69.446] }).changes).toEqual(['甲的总分再高0.06分，结论升为“谨慎推荐”。'])
  })
  it('states no figure for a distance below a hundredth of a point', () => {
    expect(evaluate({ a: [79.5, 79.5, 79.5] }).changes.at(-1)).toBe('甲的总分稍低一点，结论降为“谨慎推荐”。')
  })
})

describe('a shared place', () => {
  const { changes, robustness } = evaluate({ a: [80, 80, 80], b: [80, 80, 80] })
  it('states equal chances, and no robust first place', () => {
    expect(robustness).toBe(
      '各项权重在±25%内变动、分数从各评委中抽取，10,000次模拟中甲有50%、乙有50%居首，排名不稳健。',
    )
  })
  it('keeps them first together with any weights', () => {
    expect(changes).toEqual([
      '任何一组或一条准则的权重单独变动，都不会改变第一名。',
      '甲、乙的总分再高9.5分，结论升为“强烈推荐”。',
      '甲、乙的总分再低0.5分以上，结论降为“谨慎推荐”。',
    ])
  })
  it('separates them by any change if their scores differ', () => {
    // 0.4 × 90 + 0.6 × 70 = 0.4 × 60 + 0.6 × 90.
    expect(evaluate({ a: [90, 70, 70], b: [60, 90, 90] }).changes.slice(0, 2)).toEqual([
      '技术权重低于40%时，乙单独居首。',
      '技术权重高于40%时，甲单独居首。',
    ])
  })
  it('compares all that share the second place with the first one', () => {
    expect(evaluate({ a: [90, 90, 90], b: [80, 80, 80], c: [80, 80, 80] }).reasons).toEqual(
      expect.arrayContaining(['甲比乙高10分：技术+4，市场+6。', '甲比丙高10分：技术+4，市场+6。']),
    )
  })
})

describe('agreement', () => {
  it.each<{ case: string; points: Points; sentence: string }>([
    {
      case: 'can not be compared with one judge',
      points: { a: [80, 80, 80] },
      sentence: '没有两位评委评过同一项，无法比较一致性。',
    },
    {
      case: 'has no coefficient if all scores are equal',
      points: { a: [[80, 80], 80, 80] },
      sentence: '1项有两位以上评委评分，所有分数相同，无法计算一致性系数。',
    },
    {
      case: 'is good',
      points: {
        a: [
          [90, 91],
          [50, 50],
          [20, 21],
        ],
      },
      sentence: '评委的一致性系数α为0.999，一致（3项有两位以上评委评分）。',
    },
    {
      case: 'is tolerable just below 0.8',
      points: {
        a: [
          [90, 61],
          [50, 52],
          [20, 21],
        ],
      },
      sentence: '评委的一致性系数α为0.796，勉强一致（3项有两位以上评委评分）。',
    },
    {
      case: 'is bad',
      points: {
        a: [
          [90, 50],
          [50, 90],
          [20, 21],
        ],
      },
      sentence: '评委的一致性系数α为0.451，分歧较大（3项有两位以上评委评分）。',
    },
  ])('$case', ({ points, sentence }) => {
    expect(evaluate(points).agreement).toBe(sentence)
  })
  it('lists the largest disputes', () => {
    expect(
      evaluate({
        a: [
          [90, 50],
          [50, 90, 70],
          [20, 21],
        ],
      }).disputes,
    ).toEqual(['2项评分相差超过15分，最大的是甲的“准确性”（相差40分）、甲的“案例”（相差40分）。'])
    expect(evaluate({ a: [80, 80, 80] }).disputes).toEqual([])
  })
})

describe('robustness', () => {
  it.each<{ case: string; points: Points; sentence: RegExp }>([
    {
      case: 'is high for a clear winner',
      points: { a: [90, 90, 90], b: [50, 50, 50] },
      sentence: /^各项权重在±25%内变动、分数从各评委中抽取，10,000次模拟中甲有100%居首，排名稳健。$/,
    },
    {
      case: 'is low for a narrow one',
      points: { a: [60, [100, 74, 74], 95], b: [75, 75, 75] },
      sentence: /不稳健。居首更多的是乙（[\d.]+%）。$/,
    },
    {
      case: 'is limited if the first candidate has too few scores',
      points: { a: [90, null, null], b: [80, 80, 80] },
      sentence: /排名稳健。但甲的评分不足，补齐后排名可能改变。$/,
    },
    {
      case: 'is not rated for a single candidate',
      points: { a: [90, 90, 90] },
      sentence: /^只有一个候选有评分，没有名次可言。$/,
    },
  ])('$case', ({ points, sentence }) => {
    expect(evaluate(points).robustness).toMatch(sentence)
  })
})

describe('vetoes and coverage', () => {
  it('state criterion, points and minimum', () => {
    expect(evaluate({ a: [[40, 45], 90, 90] }).vetoes).toEqual(['甲的“准确性”为42.5分，低于最低分50，一票否决。'])
  })
  it('state what is missing', () => {
    expect(evaluate({ a: [90, 90, null], b: [80, null, null] }).coverage).toEqual([
      '甲有85%的权重有评分，未评的准则按同组得分计。',
      '乙只有40%的权重有评分，不足80%，不下结论。',
    ])
    expect(evaluate({ a: [90, 90, 90] }).coverage).toEqual(['所有候选的全部准则都有评分。'])
  })
})

describe('tests', () => {
  const describeTrials = (results: Record<string, readonly string[]>) => {
    const trials: Trial[] = Object.entries(results).flatMap(([candidate, tasks]) =>
      tasks.flatMap((marks, index) =>
        [...marks].map((mark) => ({ candidate, task: `q${index}`, isPassed: mark === '1' })),
      ),
    )
    return describeEvaluation({
      judges: [],
      scores: [],
      setup: createSetup(Object.keys(results)),
      analysis: null,
      trialAnalysis: { candidates: summarizeTrials(trials), differences: compareTrials(trials, 1) },
    }).trials
  }
  it('state rate, interval and repetition', () => {
    expect(describeTrials({ a: ['11', '10'] })).toEqual([
      '甲通过3/4次（75%，95%区间30.1%至95.4%）；每题连试2次都通过的概率为50%。',
    ])
  })
  it('distinguish a clear difference from one that is uncertain because there are too few tasks', () => {
    expect(describeTrials({ a: ['1', '1', '1', '1'], b: ['0', '0', '0', '0'] }).at(-1)).toBe(
      '甲在共同任务上的通过率比乙高100个百分点，差别明确。',
    )
    expect(describeTrials({ a: ['1', '0'], b: ['1', '1'] }).at(-1)).toBe(
      '乙在共同任务上的通过率比甲高50个百分点，任务太少，还不足以断定。',
    )
    expect(describeTrials({ a: ['1'], b: ['1'] }).at(-1)).toBe('甲与乙在共同任务上的通过率相同。')
  })
})
