import { expect, it } from 'vitest'
import { createDuplicateDetector } from './possible-duplicates.ts'

it.each([
  ['智能客服', '智能客服', 'sameName'],
  ['ＡＣＭＥ 助手', 'acme助手', 'sameName'],
  ['智能·客服（Pro）', '智能客服 PRO', 'sameName'],
  ['機器人', '机器人', 'sameName'],
  ['智能客服', '智能客户', 'similarName'],
  ['智能客服', '云雀智能客服', 'similarName'],
  ['智能客服', '智能客服企业版', 'similarName'],
  ['排班助手', '排版助手', 'similarName'],
  ['云雀', '芸雀', 'similarName'],
  ['Dify', 'Dify.AI', 'similarName'],
  ['智能客服', '智能客服2', 'similarName'],
  ['智能客服2号', '智能客服3号', undefined],
  ['GLM-4', 'GLM-4.5', undefined],
  ['智能客服', '智能销售', undefined],
  ['智能客服', '面向金融机构的智能客服与质检平台', undefined],
  ['云', '云雀', undefined],
  ['合同审查', '排班助手', undefined],
] as const)('compares %j with %j: %s', (name, other, expected) => {
  expect(createDuplicateDetector({ name, company: '甲公司' })({ name: other, company: '乙公司' })).toBe(expected)
})

it.each([
  ['杭州示例科技有限公司', '杭州示例科技有限公司', 'sameCompany'],
  ['杭州示例科技有限公司', '杭州示例', 'sameCompany'],
  ['杭州示例（集团）股份有限公司', '杭州示例集团', 'sameCompany'],
  ['杭州示例科技有限公司', '北京示例科技有限公司', undefined],
  ['', '', undefined],
] as const)('compares the companies %j and %j: %s', (company, other, expected) => {
  expect(createDuplicateDetector({ name: '合同审查', company })({ name: '排班助手', company: other })).toBe(expected)
})
