import { expect, it } from 'vitest'
import { describePeople, describeReadingAgreement } from './describe-readings.ts'

it.each([
  ['nothing to compare', { alpha: null, units: 0, agreed: 0 }, '没有两人都判定过的，无法比较一致性。'],
  [
    'equal verdicts',
    { alpha: null, units: 3, agreed: 3 },
    '3条由两人以上判定，其中3条一致；所有判定都相同，无法计算一致性系数。',
  ],
  ['good agreement', { alpha: 0.8, units: 9, agreed: 8 }, '9条由两人以上判定，其中8条一致；一致性系数α为0.8，一致。'],
  [
    'nearly good agreement',
    { alpha: 0.7999, units: 9, agreed: 8 },
    '9条由两人以上判定，其中8条一致；一致性系数α为0.799，勉强一致。',
  ],
  [
    'agreement by chance',
    { alpha: -2e-16, units: 6, agreed: 5 },
    '6条由两人以上判定，其中5条一致；一致性系数α为0，分歧较大。',
  ],
])('describes %s', (_case, agreement, expected) => {
  expect(describeReadingAgreement(agreement)).toBe(expected)
})

const PEOPLE = {
  readers: 2,
  read: 5,
  passed: 4,
  overturned: 1,
  undecided: 0,
  agreement: { alpha: 0.9, reason: null, units: 5, agreed: 5 },
  disputed: 0,
  pairs: null,
}
const CANDIDATE = { strength: null, interval: null, winRate: 0.75, winRateInterval: [0.5, 0.9] }

it('describes what people said of the replies of a run', () => {
  expect(describePeople(PEOPLE)).toEqual([
    '2位评委在不知道是谁的情况下判定了5条回答，其中4条通过，1条与检查的判定不同；以人的判定为准。',
    '5条由两人以上判定，其中5条一致；一致性系数α为0.9，一致。判定不一致的有0条。',
  ])
  expect(describePeople({ ...PEOPLE, undecided: 2 })[1]).toBe('另有2条没有判定完，保持原来的结果。')
  const reopenings = [{ at: '2026-11-30T02:05:00.000Z', reason: '标准有误' }]
  expect(describePeople({ ...PEOPLE, reopenings }).at(-1)).toBe(
    '结束之后，负责人已看到结果，又于2026-11-30 10:05重新开放，理由是“标准有误”。',
  )
})

it('describes who was better side by side, with strengths from three candidates on', () => {
  const pairs = {
    read: 8,
    undecided: 0,
    agreement: { alpha: null, reason: 'noPairs' as const, units: 0, agreed: 0 },
    candidates: [
      { ...CANDIDATE, key: 'b', name: '乙', winRate: 0.25, winRateInterval: [0.1, 0.5] as [number, number] },
      { ...CANDIDATE, key: 'a', name: '甲', winRateInterval: [0.5, 0.9] as [number, number] },
    ],
  }
  expect(describePeople({ ...PEOPLE, pairs }).slice(2)).toEqual([
    '两条回答并排对比了8对，平局各记半次（Wilson 95%区间）：甲胜率75%（50%至90%）；乙胜率25%（10%至50%）。',
    '并排对比：没有两人都判定过的，无法比较一致性。',
  ])
  const third = { ...CANDIDATE, key: 'c', name: '丙', winRateInterval: [0.5, 0.9] as [number, number] }
  const candidates = [...pairs.candidates, third]
  expect(describePeople({ ...PEOPLE, pairs: { ...pairs, candidates } })[3]).toContain('无法确定')
  const strong = candidates.map((candidate, index) => ({
    ...candidate,
    strength: (index + 1) / 6,
    interval: [0.1, 0.6] as [number, number],
  }))
  expect(describePeople({ ...PEOPLE, pairs: { ...pairs, candidates: strong } })[3]).toBe(
    'Bradley–Terry强度（95%区间）：丙50%（10%至60%）；甲33.3%（10%至60%）；乙16.7%（10%至60%）。',
  )
})
