import { describe, expect, it } from 'vitest'
import { EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const REQUEST = {
  method: {
    groups: [{ key: 'tech', weight: 40, criteria: [{ key: 't1', weight: 12, isRequired: true, minimum: 60 }] }],
    grades: [{ key: 'own', cap: 100 }],
    thresholds: { strong: 90, recommend: 80, cautious: 70 },
  },
  candidates: [
    { key: 'a', name: '甲' },
    { key: 'b', name: '乙' },
  ],
  judges: [{ key: 'j1' }, { key: 'j2' }],
  scores: [
    { judge: 'j1', candidate: 'a', criterion: 't1', score: 80, grade: 'own' },
    { judge: 'j2', candidate: 'a', criterion: 't1', score: 90, grade: 'own' },
    { judge: 'j1', candidate: 'b', criterion: 't1', score: 50, grade: 'own' },
  ],
}
const [SCORE] = REQUEST.scores
const withMethod = (method: object) => ({ ...REQUEST, method: { ...REQUEST.method, ...method } })
const withScore = (score: object) => ({ ...REQUEST, scores: [{ ...SCORE, ...score }] })
const withCriterion = (criterion: object) =>
  withMethod({ groups: [{ key: 'tech', weight: 40, criteria: [{ key: 't1', weight: 12, ...criterion }] }] })

onEveryDatabase('the calculations of an evaluation', (app) => {
  const post = async (path: string, payload: object) => {
    const reply = await app().server.inject({ method: 'POST', url: `/api/evaluation/${path}`, payload })
    return { status: reply.statusCode, body: reply.json() }
  }

  describe('the analysis', () => {
    it('returns standings, agreement, intervals and robustness to anyone', async () => {
      const { status, body } = await post('analysis', { ...REQUEST, robustness: { draws: 1000 } })
      expect(status).toBe(200)
      expect(body.data.candidates).toEqual([
        {
          key: 'a',
          rank: 1,
          total: 85,
          score: 85,
          recommendation: '推荐',
          coverage: 1,
          groups: { tech: 85 },
          criteria: { t1: { mean: 85, min: 80, max: 90, judges: 2 } },
          vetoes: [],
        },
        {
          key: 'b',
          rank: 2,
          total: 50,
          score: 50,
          recommendation: '暂不推荐',
          coverage: 1,
          groups: { tech: 50 },
          criteria: { t1: { mean: 50, min: 50, max: 50, judges: 1 } },
          vetoes: [{ criterion: 't1', mean: 50, minimum: 60 }],
        },
      ])
      expect(body.data.agreement).toMatchObject({ units: 1, disputed: [] })
      expect(body.data.robustness.rankAcceptability).toEqual({ a: [1, 0], b: [0, 1] })
      expect(body.data.weightIntervals).toEqual([
        {
          criterion: 't1',
          share: 1,
          winner: { from: 0, to: 1 },
          verdicts: { a: { from: 0, to: 1 }, b: { from: 0, to: 1 } },
        },
      ])
    })

    it('omits robustness if not requested, and accepts a request without scores', async () => {
      const { body } = await post('analysis', { ...REQUEST, scores: [] })
      expect(body.data).toMatchObject({
        robustness: null,
        weightIntervals: [],
        agreement: { alpha: null, reason: 'noPairs', units: 0 },
        candidates: [{ rank: null, total: null, recommendation: null }, { rank: null }],
      })
    })

    it.each([
      ['a score above 100', withScore({ score: 101 }), 'scores.0.score', '不能大于100'],
      ['a score below 0', withScore({ score: -1 }), 'scores.0.score', '不能小于0'],
      ['a score that is text', withScore({ score: '80' }), 'scores.0.score', '应为数字'],
      ['an unknown criterion', withScore({ criterion: 't9' }), 'scores.0.criterion', '没有“t9”'],
      ['an unknown judge', withScore({ judge: 'j9' }), 'scores.0.judge', '没有“j9”'],
      ['an unknown candidate', withScore({ candidate: 'c' }), 'scores.0.candidate', '没有“c”'],
      ['an unknown grade', withScore({ grade: 'none' }), 'scores.0.grade', '没有“none”'],
      [
        'a second score of a judge',
        { ...REQUEST, scores: [SCORE, SCORE] },
        'scores.1',
        '同一评委对同一候选的同一准则只能有一个分数',
      ],
      [
        'weights of zero',
        withMethod({ groups: [{ ...REQUEST.method.groups[0], weight: 0 }] }),
        'method.groups',
        '权重不能全为零',
      ],
      ['criteria without weight', withCriterion({ weight: 0 }), 'method.groups.0.criteria', '权重不能全为零'],
      ['a negative weight', withCriterion({ weight: -1 }), 'method.groups.0.criteria.0.weight', '不能小于0'],
      [
        'a veto without a minimum',
        withCriterion({ isRequired: true }),
        'method.groups.0.criteria.0.minimum',
        '必备准则须填写最低分',
      ],
      ['no candidate', { ...REQUEST, candidates: [] }, 'candidates', '至少1项'],
      ['no judge', { ...REQUEST, judges: [] }, 'judges', '至少要有一位评委，除非分数都是给定的'],
      ['no group', withMethod({ groups: [] }), 'method.groups', '至少1项'],
      [
        'two candidates with the same key',
        { ...REQUEST, candidates: [...REQUEST.candidates, { key: 'a', name: '丙' }] },
        'candidates.2.key',
        '键名“a”重复',
      ],
      [
        'a key that is a property of every object',
        { ...REQUEST, judges: [{ key: 'constructor' }] },
        'judges.0.key',
        '不能用作键名',
      ],
      [
        'thresholds in the wrong order',
        withMethod({ thresholds: { strong: 70, recommend: 80, cautious: 90 } }),
        'method.thresholds',
        '推荐档位的分数线应由高到低',
      ],
      ['a spread above 1', { ...REQUEST, robustness: { spread: 2 } }, 'robustness.spread', '不能大于1'],
      ['more draws than the maximum', { ...REQUEST, robustness: { draws: 1e9 } }, 'robustness.draws', '不能大于10000'],
    ])('rejects %s', async (_, payload, path, message) => {
      const { status, body } = await post('analysis', payload)
      expect(status).toBe(400)
      expect(body.errors).toContainEqual({ path, message })
    })

    it('rejects more than the maximum number of candidates, and accepts the maximum', async () => {
      const count = EVALUATION_ANALYSIS.candidates
      const candidates = Array.from({ length: count + 1 }, (_, index) => ({ key: `c${index}`, name: `候选${index}` }))
      expect((await post('analysis', { ...REQUEST, scores: [], candidates })).status).toBe(400)
      expect((await post('analysis', { ...REQUEST, scores: [], candidates: candidates.slice(1) })).status).toBe(200)
    })
  })

  describe('weights', () => {
    it('derives weights from pairwise comparisons', async () => {
      const { status, body } = await post('weights', {
        method: 'pairs',
        matrix: [
          [1, 3],
          [0.333, 1],
        ],
      })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ lambdaMax: 2, consistencyIndex: 0, consistencyRatio: 0, worst: null })
      expect(body.data.weights).toEqual([expect.closeTo(0.75), expect.closeTo(0.25)])
    })

    it('derives weights from a ranking', async () => {
      const { body } = await post('weights', { method: 'order', count: 2 })
      expect(body.data).toEqual({ weights: [0.75, 0.25] })
    })

    it.each([
      [
        'a pair that is not reciprocal',
        [
          [1, 3],
          [3, 1],
        ],
        'matrix.0.1',
        '第1项与第2项的比较值须互为倒数',
      ],
      [
        'a diagonal that is not 1',
        [
          [2, 3],
          [1 / 3, 1],
        ],
        'matrix.0.0',
        '准则与自身比较应为1',
      ],
      ['rows of different lengths', [[1, 3], [1]], 'matrix.1', '比较矩阵的行数与列数须相同'],
      [
        'zero',
        [
          [1, 0],
          [0, 1],
        ],
        'matrix.0.1',
        '比较值应大于0',
      ],
      ['nothing', [], 'matrix', '至少1项'],
    ])('rejects %s', async (_, matrix, path, message) => {
      const { status, body } = await post('weights', { method: 'pairs', matrix })
      expect(status).toBe(400)
      expect(body.errors).toContainEqual({ path, message })
    })

    it('rejects an unknown method', async () => {
      expect((await post('weights', { method: 'guess' })).status).toBe(400)
    })
  })

  describe('trials', () => {
    it('summarizes trials by candidate, with the differences', async () => {
      const createTrial = (task: string, candidate: string, isPassed: boolean) => ({
        task,
        candidate,
        isPassed,
        seconds: 2,
        cost: 0.1,
      })
      const trials = [
        createTrial('q1', 'a', true),
        createTrial('q2', 'a', true),
        createTrial('q1', 'b', true),
        createTrial('q2', 'b', false),
      ]
      const { status, body } = await post('trials', { trials, seed: 1 })
      expect(status).toBe(200)
      expect(body.data.candidates).toMatchObject([
        { key: 'a', tasks: 2, trials: 2, passed: 2, passRate: 1, passHat: [1], secondsMedian: 2 },
        { key: 'b', passRate: 0.5, passHat: [0.5] },
      ])
      expect(body.data.differences).toEqual([{ of: 'a', than: 'b', difference: 0.5, interval: [0, 1] }])
    })

    it.each([
      ['no trials', { trials: [] }, 'trials', '至少1项'],
      ['a trial without an outcome', { trials: [{ task: 'q', candidate: 'a' }] }, 'trials.0.isPassed', '缺少此项'],
      [
        'negative seconds',
        { trials: [{ task: 'q', candidate: 'a', isPassed: true, seconds: -1 }] },
        'trials.0.seconds',
        '不能小于0',
      ],
    ])('rejects %s in trials', async (_, payload, path, message) => {
      const { status, body } = await post('trials', payload)
      expect(status).toBe(400)
      expect(body.errors).toContainEqual({ path, message })
    })
  })

  describe('reliability', () => {
    it('returns consistency by candidate, and null for what the trials don’t tell', async () => {
      const createTrial = (isPassed: boolean, steps: string[]) => ({ task: 'q1', candidate: 'a', isPassed, steps })
      const trials = [createTrial(true, ['a', 'b', 'c']), createTrial(true, ['a', 'b', 'd'])]
      const { status, body } = await post('reliability', { trials })
      expect(status).toBe(200)
      expect(body.data.candidates).toEqual([
        {
          key: 'a',
          tasks: 1,
          outcomeConsistency: 1,
          sequenceConsistency: expect.closeTo(2 / 3),
          timeConsistency: null,
          costConsistency: null,
          robustness: null,
          safety: null,
        },
      ])
    })

    it('compares other words with the task’s own', async () => {
      const createTrial = (isPassed: boolean, variant: boolean) => ({ task: 'q1', candidate: 'a', isPassed, variant })
      const trials = [createTrial(true, false), createTrial(true, true), createTrial(false, true)]
      expect((await post('reliability', { trials })).body.data.candidates).toMatchObject([{ robustness: 0.5 }])
    })

    const trial = { task: 'q', candidate: 'a', isPassed: true }
    it.each([
      ['a severity above 1', [{ ...trial, severity: 2 }], 'trials.0.severity', '不能大于1'],
      ['an empty step', [{ ...trial, steps: [''] }], 'trials.0.steps.0', '请填写步骤'],
      ['more than 100 repeats', Array(101).fill(trial), 'trials.100', '同一候选的同一任务最多100次'],
    ])('rejects %s', async (_, trials, path, message) => {
      const { status, body } = await post('reliability', { trials })
      expect(status).toBe(400)
      expect(body.errors).toContainEqual({ path, message })
    })
  })

  describe('the validity of a judge', () => {
    it('returns rates, kappa and the corrected rate', async () => {
      const repeat = (count: number, verdict: boolean) => Array<boolean>(count).fill(verdict)
      const human = [...repeat(80, true), ...repeat(40, false)]
      const judge = [...repeat(78, true), ...repeat(2, false), ...repeat(10, true), ...repeat(30, false)]
      const { status, body } = await post('judge-validity', { human, judge, others: { passed: 320, total: 400 } })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        failing: { rate: 0.75 },
        passing: { rate: 0.975 },
        agreement: 0.9,
        kappa: expect.closeTo(0.763, 3),
        corrected: { rate: expect.closeTo(0.759, 3), isClipped: false },
      })
    })

    it.each([
      ['lists of different lengths', { human: [true], judge: [true, false] }, 'judge', '人与裁判模型的判定应一样多'],
      ['no verdicts', { human: [], judge: [] }, 'human', '至少1项'],
      [
        'more passed than judged',
        { human: [true], judge: [true], others: { passed: 3, total: 2 } },
        'others.passed',
        '通过数不能大于总数',
      ],
    ])('rejects %s', async (_, payload, path, message) => {
      const { status, body } = await post('judge-validity', payload)
      expect(status).toBe(400)
      expect(body.errors).toContainEqual({ path, message })
    })
  })

  describe('comparisons of two', () => {
    it('returns strengths and win rates', async () => {
      const judgements = [
        { a: 'x', b: 'y', winner: 'a' },
        { a: 'y', b: 'x', winner: 'b' },
        { a: 'x', b: 'y', winner: 'tie' },
      ]
      const { status, body } = await post('pairs', { judgements })
      expect(status).toBe(200)
      expect(body.data.candidates).toMatchObject([
        { key: 'x', strength: expect.closeTo(2.5 / 3), winRate: expect.closeTo(2.5 / 3) },
        { key: 'y', strength: expect.closeTo(0.5 / 3) },
      ])
    })

    it.each([
      ['a comparison with itself', [{ a: 'x', b: 'x', winner: 'a' }], 'judgements.0.b', '不能与自己比较'],
      ['no judgement', [], 'judgements', '至少1项'],
      [
        'more candidates than the maximum',
        Array.from({ length: 21 }, (_, index) => ({ a: 'x', b: `y${index}`, winner: 'a' })),
        'judgements',
        '候选最多20个',
      ],
    ])('rejects %s', async (_, judgements, path, message) => {
      const { status, body } = await post('pairs', { judgements })
      expect(status).toBe(400)
      expect(body.errors).toContainEqual({ path, message })
    })
  })

  describe('price scores', () => {
    const OFFERS = [100, 95, 42, 88].map((price, index) => ({ key: `offer-${index}`, price }))

    it('returns score, points and alarms of each offer', async () => {
      const { status, body } = await post('price-scores', {
        formula: 'lowest',
        weight: 30,
        offers: OFFERS,
        ceiling: 99,
      })
      expect(status).toBe(200)
      expect(body.data.offers).toMatchObject([
        { key: 'offer-0', evaluated: 100, score: 0, points: 0, isValid: false, alarms: [] },
        { key: 'offer-1', isValid: true, alarms: [] },
        { key: 'offer-2', evaluated: 42, score: 100, points: 30, alarms: ['secondLowest', 'ceiling'] },
        { key: 'offer-3', points: expect.closeTo(14.318, 3), alarms: [] },
      ])
    })

    it('calculates by every formula', async () => {
      for (const rule of [
        { formula: 'mean', parameters: { above: 1, below: 0.5 } },
        { formula: 'trimmedMean', parameters: { above: 1, below: 0.5 } },
        { formula: 'linear', ceiling: 120, parameters: { floor: 42 } },
        { formula: 'steps', parameters: { steps: [{ atMost: 90, score: 100 }] } },
      ]) {
        const { status, body } = await post('price-scores', { weight: 30, offers: OFFERS, ...rule })
        expect([rule.formula, status, body.data?.offers.length]).toEqual([rule.formula, 200, 4])
      }
    })

    it('refuses what can’t be scored, with the place', async () => {
      const request = { formula: 'lowest', weight: 30, offers: OFFERS }
      for (const [body, field, message] of [
        [{ ...request, offers: [{ key: 'a', price: 0 }] }, 'offers.0.price', '报价须大于0'],
        [{ ...request, offers: [{ key: 'a', price: -1 }] }, 'offers.0.price', '报价须大于0'],
        [{ ...request, offers: [{ key: 'a', price: 1, deduction: 1 }] }, 'offers.0.deduction', '扣除比例须小于1'],
        [{ ...request, offers: [...OFFERS, OFFERS[0]] }, 'offers.4.key', '键名“offer-0”重复'],
        [{ ...request, formula: 'linear', parameters: { floor: 1 } }, 'ceiling', undefined],
        [
          { ...request, formula: 'linear', ceiling: 9, parameters: { floor: 9 } },
          'parameters.floor',
          '下限须低于最高限价',
        ],
        [
          {
            ...request,
            formula: 'steps',
            parameters: {
              steps: [
                { atMost: 9, score: 100 },
                { atMost: 9, score: 50 },
              ],
            },
          },
          'parameters.steps.1.atMost',
          '各档须由低到高',
        ],
      ] as const) {
        const { status, body: reply } = await post('price-scores', body)
        expect(status).toBe(400)
        expect(reply.errors[0]).toMatchObject({ path: field, ...(message !== undefined && { message }) })
      }
    })
  })
})
