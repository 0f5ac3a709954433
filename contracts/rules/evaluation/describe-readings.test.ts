import { expect, it } from 'vitest'
import { describeReadingAgreement } from './describe-readings.ts'

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
