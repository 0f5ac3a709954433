import { expect, it } from 'vitest'
import { SUBMISSION_CATEGORIES } from '../vocabulary.ts'
import { suggestCategory } from './catalogue-category.ts'

const CATALOGUE = ['智能体开发平台', '知识库与检索', '工作流自动化', '多智能体框架', '对话机器人', '智能客服']

it.each([
  ['客服', CATALOGUE, '智能客服'],
  ['客服', ['知识库与检索', '对话机器人'], '对话机器人'],
  ['销售', ['营销与增长', '其他'], '营销与增长'],
  ['销售', ['AI CRM', '其他'], 'AI CRM'],
  ['销售', ['销售', '智能销售'], '销售'],
  ['知识管理', CATALOGUE, '知识库与检索'],
  ['财务', ['金融科技', '财务助手'], '财务助手'],
  ['HR', ['人力资源', '其他'], '人力资源'],
  ['HR', [...CATALOGUE, '其他'], '其他'],
  ['供应链', ['采购寻源'], '采购寻源'],
  ['供应链', CATALOGUE, undefined],
  ['其他', CATALOGUE, undefined],
  ['其他', ['通用智能体'], '通用智能体'],
] as const)('proposes for %s, among %j, %s', (category, categories, expected) => {
  expect(suggestCategory(category, categories)).toBe(expected)
})

it.each(SUBMISSION_CATEGORIES)('proposes nothing for %s if there are no categories', (category) => {
  expect(suggestCategory(category, [])).toBeUndefined()
})
