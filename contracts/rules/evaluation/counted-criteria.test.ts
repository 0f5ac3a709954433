import { describe, expect, it } from 'vitest'
import { MeasurementsSchema } from '../../evaluation-projects/counted.ts'
import { ProjectOffersSchema } from '../../evaluation-projects/offer.ts'
import { type ProjectSetup, ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import { analyzeEvaluation } from './analysis.ts'
import { createAnalysisRequest, hasScores } from './analysis-request.ts'
import {
  type CountedResult,
  countTrials,
  listGivenScores,
  listJudgedGroups,
  listMeasuredCriteria,
  listRunCriteria,
  rateTrials,
} from './counted-criteria.ts'
import { describeCountedRule, describeTrialCount, describeTrialSource } from './describe-counted.ts'
import { describeEvaluation } from './report-sentences.ts'
import { createRandom } from './seeded-random.ts'

const run = { id: 'r1', title: '首轮' }

/** A setup of one group. */
const createSetup = (...criteria: object[]): ProjectSetup =>
  ProjectSetupSchema.parse({
    candidates: ['a', 'b', 'c'].map((key) => ({ key, name: key.toUpperCase() })),
    groups: [
      {
        key: 'all',
        title: '全部',
        weight: 100,
        criteria: criteria.map((criterion, index) => ({
          key: `c${index}`,
          title: `准则${index}`,
          weight: 1,
          ...criterion,
        })),
      },
    ],
    grades: [{ key: 'own', title: '自行核实', description: '', cap: 100 }],
    thresholds: { strong: 90, recommend: 80, cautious: 70 },
  })

const REFUSED = { isRequired: true, minimum: 95, counted: { kind: 'runs', tags: ['应拒答'], questions: 300 } }
const WRONGLY = { minimum: 95, counted: { kind: 'runs', shown: 'failed', tags: ['不应拒答'], questions: 300 } }
const MINUTES = { counted: { kind: 'measured', unit: '分钟', direction: 'atMost', mark: 10 } }
const RESOLVED = { counted: { kind: 'measured', unit: '%', direction: 'atLeast', mark: 80 } }

/** One trial of each of some questions, of which the first ones pass. */
const listResults = (candidate: string, { trials, passed }: { trials: number; passed: number }): CountedResult[] =>
  Array.from({ length: trials }, (_, index) => ({
    task: `q${index}`,
    candidate,
    trials: 1,
    passed: index < passed ? 1 : 0,
    run,
  }))
const listTasks = (count: number, tags: string[]) =>
  Array.from({ length: count }, (_, index) => ({ key: `q${index}`, criterion: null, tags }))

describe('criteria that are counted from trials', () => {
  const setup = createSetup(REFUSED)
  const [criterion] = listRunCriteria(setup)
  if (!criterion) throw new Error('there is no criterion')

  it('have 95.0 %, 91.9 to 96.9, for 285 of 300', () => {
    const [count] = countTrials(setup, listTasks(300, ['应拒答']), listResults('a', { trials: 300, passed: 285 }))
    if (!count) throw new Error('there is no count')
    expect(count).toMatchObject({ criterion: 'c0', candidate: 'a', questions: 300, trials: 300, passed: 285, typed: 0 })
    const rate = rateTrials(criterion, count)
    expect(rate).toMatchObject({ rate: 0.95, mark: 0.95, isMet: true, isLargeEnough: true })
    expect(rate.interval[0]).toBeCloseTo(0.9192, 4)
    expect(rate.interval[1]).toBeCloseTo(0.9695, 4)
    expect(describeTrialCount(criterion, count)).toBe('通过率285/300，95.0%（91.9%至96.9%），达到')
    expect(listGivenScores(setup, { offers: [], trialCounts: [count] })).toEqual([
      { candidate: 'a', criterion: 'c0', score: 95 },
    ])
  })

  it('veto whoever is one trial below the mark, and say so without rounding', () => {
    const trialCounts = countTrials(
      setup,
      listTasks(2_000, ['应拒答']),
      listResults('a', { trials: 2_000, passed: 1_899 }),
    )
    const [count] = trialCounts
    if (!count) throw new Error('there is no count')
    expect(describeTrialCount(criterion, count)).toBe('通过率1899/2000，94.95%（93.9%至95.8%），未达到')
    const { candidates } = analyzeEvaluation(
      createAnalysisRequest(setup, { judges: [], scores: [], offers: [], trialCounts }),
    )
    expect(candidates[0]).toMatchObject({
      key: 'a',
      recommendation: '暂不推荐',
      vetoes: [{ criterion: 'c0', minimum: 95 }],
    })
  })

  it('say when there are too few questions: repeats are no new ones', () => {
    const repeated = listResults('a', { trials: 60, passed: 60 }).map((result) => ({ ...result, trials: 5, passed: 5 }))
    const [count] = countTrials(setup, listTasks(60, ['应拒答']), repeated)
    if (!count) throw new Error('there is no count')
    expect(count).toMatchObject({ questions: 60, trials: 300, passed: 300 })
    expect(describeTrialCount(criterion, count)).toBe(
      '通过率300/300，100.0%（98.7%至100.0%），达到，但只有60道题，不足300道，仅供参考',
    )
  })

  it('can show how many failed, at most', () => {
    const wrongly = createSetup(WRONGLY)
    const [failing] = listRunCriteria(wrongly)
    const [count] = countTrials(wrongly, listTasks(300, ['不应拒答']), listResults('b', { trials: 300, passed: 288 }))
    if (!failing || !count) throw new Error('there is no count')
    expect(rateTrials(failing, count)).toMatchObject({ rate: 0.04, isMet: true })
    expect(describeTrialCount(failing, count)).toBe('未通过率12/300，4.0%（2.3%至6.9%），达到')
    expect(describeCountedRule(failing)).toBe(
      '由实测计算：计入指定这条准则的题，以及标签为“不应拒答”的题；未通过率不高于5%为达到，至少300道题。得分为通过率。',
    )
  })

  it('count the tasks that name them or have their tag, and say where trials are from', () => {
    const tasks = [
      { key: 'q0', criterion: 'c0', tags: [] },
      { key: 'q1', criterion: null, tags: ['安全', '应拒答'] },
      { key: 'q2', criterion: null, tags: ['安全'] },
    ]
    const results = listResults('a', { trials: 3, passed: 3 }).map((result) =>
      result.task === 'q0' ? { ...result, run: null } : result,
    )
    const [count] = countTrials(setup, tasks, results)
    expect(count).toMatchObject({ questions: 2, trials: 2, passed: 2, typed: 1, runs: [run] })
    expect(count && describeTrialSource(count)).toBe('运行“首轮”，另有1/2次由人登记')
  })

  it('have the same rates as by counting one by one', () => {
    const random = createRandom(7)
    const two = createSetup(REFUSED, WRONGLY)
    const tasks = [...Array(40).keys()].map((index) => ({
      key: `q${index}`,
      criterion: random() < 0.2 ? 'c1' : null,
      tags: random() < 0.5 ? ['应拒答'] : random() < 0.5 ? ['不应拒答'] : [],
    }))
    const results = ['a', 'b', 'c'].flatMap((candidate) =>
      tasks.map(({ key: task }) => {
        const trials = 1 + Math.floor(random() * 4)
        return { task, candidate, trials, passed: Math.floor(random() * (trials + 1)), run }
      }),
    )
    const tagOf: Record<string, string> = { c0: '应拒答', c1: '不应拒答' }
    const counts = countTrials(two, tasks, results)
    expect(counts).toHaveLength(6)
    for (const { criterion, candidate, trials, passed } of counts) {
      const counted = { trials: 0, passed: 0 }
      for (const task of tasks) {
        if (task.criterion !== criterion && !task.tags.includes(tagOf[criterion] ?? '')) continue
        const own = results.find((result) => result.task === task.key && result.candidate === candidate)
        counted.trials += own?.trials ?? 0
        counted.passed += own?.passed ?? 0
      }
      expect({ trials, passed }).toEqual(counted)
    }
  })
})

describe('criteria of a pilot', () => {
  const setup = createSetup(MINUTES, RESOLVED)
  const measurements = MeasurementsSchema.parse([
    { candidate: 'a', criterion: 'c0', before: 15, after: 10 },
    { candidate: 'a', criterion: 'c1', before: 60, after: 79.9 },
    { candidate: 'b', criterion: 'c0', before: 15, after: null },
  ])

  it('count as 100 or 0, and leave unscored what wasn’t measured', () => {
    expect(listGivenScores(setup, { offers: [], measurements })).toEqual([
      { candidate: 'a', criterion: 'c0', score: 100 },
      { candidate: 'a', criterion: 'c1', score: 0 },
    ])
    expect(listMeasuredCriteria(setup).map(describeCountedRule)).toEqual([
      '由试点数据判定：试点后不高于10分钟为达到，得100分，否则0分。',
      '由试点数据判定：试点后不低于80%为达到，得100分，否则0分。',
    ])
  })

  it('need no judges', () => {
    expect(listJudgedGroups(setup)).toEqual([])
    const request = createAnalysisRequest(setup, { judges: [], scores: [], offers: [], measurements })
    expect(hasScores(setup, request)).toBe(true)
    const analysis = analyzeEvaluation(request)
    expect(analysis.candidates[0]).toMatchObject({ key: 'a', total: 50, coverage: 1 })
    const sentences = describeEvaluation({ setup, judges: [], scores: [], analysis, trialAnalysis: null })
    expect(sentences.agreement).toBe('全部准则由数据计算，没有评委打分。')
  })
})

describe('offers above the ceiling', () => {
  const price = { basis: 'offer', rule: { formula: 'lowest', ceiling: 120 } }
  const setup = createSetup({ price }, {})
  const offers = ProjectOffersSchema.parse([
    { candidate: 'a', price: 100 },
    { candidate: 'b', price: 120.01 },
    { candidate: 'c', price: 120 },
  ])
  const judges = [{ id: 'j' }]
  const scores = ['a', 'b', 'c'].map((candidate) => ({
    judge: 'j',
    candidate,
    criterion: 'c1',
    score: candidate === 'b' ? 100 : 50,
    grade: 'own',
    round: 1 as const,
    note: '',
    links: [],
    reason: '',
    version: 1,
    files: [],
    updatedAt: '2026-11-30T00:00:00.000Z',
  }))

  it('leave their candidates outside the order, with the reason', () => {
    const analysis = analyzeEvaluation(createAnalysisRequest(setup, { judges, scores, offers }))
    expect(analysis.candidates.map(({ key, rank }) => [key, rank])).toEqual([
      ['a', 1],
      ['c', 2],
    ])
    const sentences = describeEvaluation({ setup, judges: [], scores, offers, analysis, trialAnalysis: null })
    expect(sentences.excluded).toEqual(['B的报价120.01元，高于最高限价120元，报价无效，不得分，也不参加排名。'])
  })

  it('leave candidates without an offer outside the order, too', () => {
    const priced = offers.filter(({ candidate }) => candidate === 'a')
    const analysis = analyzeEvaluation(createAnalysisRequest(setup, { judges, scores, offers: priced }))
    expect(analysis.candidates.map(({ key }) => key)).toEqual(['a'])
    const describeOffers = (given: typeof offers) =>
      describeEvaluation({ setup, judges: [], scores, offers: given, analysis, trialAnalysis: null })
    expect(describeOffers(priced)).toMatchObject({
      excluded: ['B未报价，没有价格分，也不参加排名。', 'C未报价，没有价格分，也不参加排名。'],
      unpriced: [],
    })
    expect(describeOffers([])).toMatchObject({
      excluded: [],
      unpriced: ['“准则0”由报价计算，还没有候选填写报价，暂不能计分，名次没有算上价格。'],
    })
  })

  it('leave nothing to analyse if all are invalid', () => {
    const invalid = offers.map((offer) => ({ ...offer, price: 121 }))
    expect(hasScores(setup, createAnalysisRequest(setup, { judges, scores, offers: invalid }))).toBe(false)
  })
})

it('rejects a criterion with two ways of scoring, and one of trials without a mark', () => {
  const parse = (criterion: object) => () => createSetup(criterion)
  expect(parse({ ...MINUTES, isChecklist: true })).toThrow('一条准则只能有一种计分办法')
  expect(parse({ counted: { kind: 'runs' } })).toThrow('请填写分数线')
})
