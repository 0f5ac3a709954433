import { expect, it } from 'vitest'
import { describeAffiliation, describeBackground } from './describe-review.ts'

const NOTHING = { role: null, industry: null, companySize: null, deployment: null, monthsOfUse: null }

it('describes the background of an author as far as stated', () => {
  expect(describeBackground(NOTHING)).toBe('')
  expect(describeBackground({ ...NOTHING, role: 'it-lead', monthsOfUse: 8 })).toBe('CIO或信息化负责人，使用8个月')
  expect(
    describeBackground({
      role: 'it-lead',
      industry: 'manufacturing',
      companySize: 'to-5000',
      deployment: '私有化部署',
      monthsOfUse: 0,
    }),
  ).toBe('CIO或信息化负责人，制造，1000至5000人，私有化部署，使用不足1个月')
})

it('discloses a conflict of interest', () => {
  expect(describeAffiliation({ affiliation: 'none' })).toBe('')
  expect(describeAffiliation({ affiliation: 'vendor' })).toBe('厂商人员，不计入评分')
})
