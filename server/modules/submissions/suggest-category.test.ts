import { describe, expect, it } from 'vitest'
import { SUBMISSION_CATEGORIES } from '#contracts/vocabulary.ts'
import { suggestCategory } from './suggest-category.ts'

const CATALOGUE = ['智能体开发平台', '知识库与检索', '工作流自动化', '多智能体框架', '对话机器人', '智能客服']

describe('suggestCategory', () => {
  it.each([
    { case: 'the one that contains its word', category: '客服', categories: CATALOGUE, expected: '智能客服' },
    {
      case: 'one of its other words',
      category: '客服',
      categories: ['知识库与检索', '对话机器人'],
      expected: '对话机器人',
    },
    { case: 'a synonym', category: '销售', categories: ['营销与增长', '其他'], expected: '营销与增长' },
    { case: 'a Latin word', category: '销售', categories: ['AI CRM', '其他'], expected: 'AI CRM' },
    { case: 'the equal one before a longer one', category: '销售', categories: ['销售', '智能销售'], expected: '销售' },
    { case: 'one of several words', category: '知识管理', categories: CATALOGUE, expected: '知识库与检索' },
    {
      case: 'its own word before a synonym',
      category: '财务',
      categories: ['金融科技', '财务助手'],
      expected: '财务助手',
    },
    { case: 'a Chinese name of an acronym', category: 'HR', categories: ['人力资源', '其他'], expected: '人力资源' },
    { case: 'the one for all others', category: 'HR', categories: [...CATALOGUE, '其他'], expected: '其他' },
    { case: 'a part of its field', category: '供应链', categories: ['采购寻源'], expected: '采购寻源' },
    { case: 'a general one', category: '其他', categories: ['通用智能体'], expected: '通用智能体' },
  ] as const)('proposes $case: $expected for $category', ({ category, categories, expected }) => {
    expect(suggestCategory(category, categories)).toBe(expected)
  })

  it.each(['供应链', '其他'] as const)('proposes nothing for %s if no category is similar', (category) => {
    expect(suggestCategory(category, CATALOGUE)).toBeUndefined()
  })

  it.each(SUBMISSION_CATEGORIES)('proposes nothing for %s if there are no categories', (category) => {
    expect(suggestCategory(category, [])).toBeUndefined()
  })
})
