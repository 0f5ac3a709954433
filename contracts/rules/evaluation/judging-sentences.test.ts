import { describe, expect, it } from 'vitest'
import { calculateJudgeValidity } from './judge-validity.ts'
import {
  describeJudgeModel,
  describeRelation,
  describeRest,
  describeStanding,
  describeValidation,
  formatKappa,
} from './judging-sentences.ts'

/** The worked example: of 40 replies that people failed, the judge failed 30; of 80 that they passed, it passed 78. */
const VERDICTS = [
  ...Array<[boolean, boolean]>(78).fill([true, true]),
  ...Array<[boolean, boolean]>(2).fill([true, false]),
  ...Array<[boolean, boolean]>(10).fill([false, true]),
  ...Array<[boolean, boolean]>(30).fill([false, false]),
]
const calculate = (others?: { passed: number; total: number }) =>
  calculateJudgeValidity(
    VERDICTS.map(([human]) => human),
    VERDICTS.map(([, judge]) => judge),
    others,
  )
const VALIDATION = { ...calculate(), replies: 120, required: 50 }

describe('the sentences about a judge model', () => {
  it('say what the worked example found', () => {
    expect(describeValidation(VALIDATION)).toEqual([
      '人与裁判模型都判定过120份回答，90%的判定相同。',
      '人判为未通过的，它认出75%（95%区间59.8%至85.8%）。',
      '人判为通过的，它认出97.5%（95%区间91.3%至99.3%）。',
      '扣除碰巧相同之后的一致程度（Cohen κ）是0.76：0与碰巧无异，1为完全一致，0.6起才计入。',
    ])
  })

  it('correct the rate of the rest, and say that it was cut off', () => {
    const { corrected } = calculate({ passed: 320, total: 400 })
    expect(describeRest({ passed: 320, total: 400, corrected })).toMatch(
      /^人没有判定过的400份回答，裁判模型判通过320份（80%）；按它的误差校正为75\.9%（95%区间\d/,
    )
    const all = calculate({ passed: 400, total: 400 }).corrected
    expect(describeRest({ passed: 400, total: 400, corrected: all })).toContain('已截断')
    const certain = { rate: 1, interval: [1, 1] as [number, number], isClipped: false }
    expect(describeRest({ passed: 4, total: 4, corrected: certain })).toContain('100%（没有出现误差，算不出区间）')
    expect(describeRest({ passed: 4, total: 8, corrected: null })).toBe(
      '人没有判定过的8份回答，裁判模型判通过4份（50%）；它的误差还不知道，不能校正。',
    )
    expect(describeRest({ passed: 0, total: 0, corrected: null })).toBeUndefined()
  })

  it('say whether the verdicts count', () => {
    const validation = { ...VALIDATION, replies: 12 }
    expect(describeStanding({ standing: 'tooFew', validation })).toBe(
      '裁判模型目前只作参考：人与它都判定过的回答有12份，满50份才能验证。',
    )
    expect(describeStanding({ standing: 'tooWeak', validation: { ...VALIDATION, kappa: 0.41 } })).toContain(
      'κ为0.41，须达到0.6',
    )
    expect(describeStanding({ standing: 'tooWeak', validation: { ...VALIDATION, kappa: null } })).toContain('全都相同')
    expect(describeStanding({ standing: 'counts', validation: VALIDATION })).toContain('通过了验证')
    expect(describeStanding({ standing: 'none', validation: VALIDATION })).toBe('还没有连接裁判模型。')
  })

  it('say nothing of a comparison that wasn’t made', () => {
    const nothing = { failing: null, passing: null, agreement: null, kappa: null, replies: 0, required: 50 }
    expect(describeValidation(nothing)).toEqual([])
  })

  it('show no κ as enough that isn’t', () => {
    expect(formatKappa(0.5999)).toBe('0.5999')
    expect(formatKappa(0.6)).toBe('0.60')
    expect(formatKappa(-0.2)).toBe('−0.20')
  })

  it('tell a report which version of the rubric judged', () => {
    const findings = { standing: 'counts' as const, validation: VALIDATION, models: ['m'], candidates: [] }
    const sentences = describeJudgeModel({ ...findings, rubric: '不能编造', rubricVersion: 3 })
    expect(sentences[0]).toBe(
      '裁判模型自称m。裁判模型通过了验证，等待判定的试次按它的判定计入；检查与人的判定不受影响。',
    )
    expect(sentences.at(-1)).toBe('评分标准（第3版）：不能编造')
  })

  it('name what judge and candidate have in common', () => {
    expect(describeRelation({ name: '甲', relation: { kind: 'family', name: 'DeepSeek' } })).toBe(
      '裁判模型与“甲”同属DeepSeek系列，可能偏向它。',
    )
    expect(describeRelation({ name: '甲', relation: null })).toBeUndefined()
  })
})
