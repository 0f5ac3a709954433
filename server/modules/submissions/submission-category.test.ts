import { describe, expect, it } from 'vitest'
import { categorizeSubmission } from './submission-category.ts'

const categorize = (productName: string, productDescription = '', keyFeatures = '') =>
  categorizeSubmission({ productName, productDescription, keyFeatures })

describe('categorizeSubmission', () => {
  it.each([
    ['客服', '客服'],
    ['服务', '客服'],
    ['对话', '客服'],
    ['销售', '销售'],
    ['CRM', '销售'],
    ['crm', '销售'],
    ['Crm', '销售'],
    ['营销', '销售'],
    ['知识', '知识管理'],
    ['文档', '知识管理'],
    ['管理', '知识管理'],
    ['财务', '财务'],
    ['会计', '财务'],
    ['金融', '财务'],
    ['HR', 'HR'],
    ['hr', 'HR'],
    ['人力', 'HR'],
    ['招聘', 'HR'],
    ['供应链', '供应链'],
    ['采购', '供应链'],
    ['物流', '供应链'],
    ['排班', '其他'],
    ['', '其他'],
  ])('assigns %j to %s', (word, category) => {
    expect(categorize(`智能${word}助手`)).toBe(category)
    expect(categorize('', `用于${word}。`)).toBe(category)
    expect(categorize('', '', word)).toBe(category)
  })

  it.each([
    ['供应链 采购 财务', '财务'],
    ['财务管理', '知识管理'],
    ['招聘与会计', '财务'],
    ['物流 hr', 'HR'],
    ['知识库与营销', '销售'],
    ['销售客服', '客服'],
    ['HR CRM 文档 采购 对话', '客服'],
  ])('uses the first matching category for %j: %s', (text, category) => {
    expect(categorize('', text)).toBe(category)
  })

  it('depends on the order of the keywords, not of the fields', () => {
    expect(categorize('物流助手', '采购', '客服')).toBe('客服')
  })

  it('matches no keyword across two fields', () => {
    expect(categorize('智能客', '服')).toBe('其他')
  })

  it('matches a keyword inside a longer word, as specified', () => {
    expect(categorize('Chrome 插件')).toBe('HR')
  })
})
