import { expect, it } from 'vitest'
import { calculateScore } from '#contracts/rules/score.ts'
import { describeCalculation } from './describe-calculation.ts'

it.each([
  [[93, 92, 87], [40, 35, 25], '技术93×40%＋商业92×35%＋市场87×25%＝91.15，取91'],
  [[50, 50, 50], [40, 35, 25], '技术50×40%＋商业50×35%＋市场50×25%＝50'],
  [[80, 79, 78], [1, 199, 200], '技术80×0.25%＋商业79×49.75%＋市场78×50%＝78.5，取79'],
  [[79, 80, 79], [100, 99, 1], '技术79×50%＋商业80×49.5%＋市场79×0.5%＝79.495，取79'],
  [[90, 60, 30], [1, 1, 1], '技术90×33.33%＋商业60×33.33%＋市场30×33.33%＝60'],
] as const)('describes %j weighted %j', ([techScore, businessScore, marketScore], [tech, business, market], text) => {
  const scores = { techScore, businessScore, marketScore }
  const weights = { tech, business, market }
  expect(describeCalculation(scores, weights, calculateScore(scores, weights))).toBe(text)
})
