import { describe, expect, it } from 'vitest'
import { SubmitSchema } from '#contracts/documents/submit.ts'
import { getContactLink, isEmptyContent, withDefaults } from './default-content.ts'

const createDocument = (content: object) => SubmitSchema.parse(content)

describe('withDefaults', () => {
  it('adds default texts, four steps and a contact to an empty page, but no claims', () => {
    const page = withDefaults(createDocument({}))
    expect(page.pageInfo.title).toBe('提交产品')
    expect(page.formSection.title).toBe('填写产品资料')
    expect(page.submitProcess.steps.map(({ stepNumber }) => stepNumber)).toEqual([1, 2, 3, 4])
    expect(page.contactSection.buttons.map(({ text }) => text)).toEqual(['联系我们'])
    expect({ submitAdvantages: page.submitAdvantages, cases: page.successCases.cases }).toEqual({
      submitAdvantages: [],
      cases: [],
    })
    expect(SubmitSchema.safeParse(page).success).toBe(true)
  })

  it('keeps existing content', () => {
    const content = createDocument({
      pageInfo: { title: '厂商入驻', subtitle: '说明' },
      submitAdvantages: [{ title: '公开透明' }],
      formSection: { title: '资料', description: '请填写' },
      submitProcess: { title: '步骤', steps: [{ stepNumber: 1, title: '提交资料' }] },
      successCases: { title: '案例', cases: [{ title: '制造业上线案例' }] },
      contactSection: { title: '联系', description: '电话', buttons: [{ text: '拨打', link: 'tel:400' }] },
    })
    expect(withDefaults(content)).toEqual(content)
  })

  it('fills missing texts of a section', () => {
    const page = withDefaults(createDocument({ pageInfo: { title: '厂商入驻' } }))
    expect(page.pageInfo).toMatchObject({ title: '厂商入驻', subtitle: expect.stringContaining('3个工作日') })
  })
})

describe('isEmptyContent', () => {
  it.each([
    ['no content', {}, true],
    ['only a title of the form', { formSection: { title: '资料' } }, true],
    ['a page title', { pageInfo: { title: '厂商入驻' } }, false],
    ['an advantage', { submitAdvantages: [{ title: '公开' }] }, false],
    ['a step', { submitProcess: { steps: [{ title: '提交资料' }] } }, false],
    ['a case', { successCases: { cases: [{ title: '制造业上线案例' }] } }, false],
  ])('returns whether a page is empty: %s', (_, content, isEmpty) => {
    expect(isEmptyContent(createDocument(content))).toBe(isEmpty)
  })
})

describe('getContactLink', () => {
  it.each([
    ['no action', {}, '/selection#consultation'],
    ['the action contact', { action: 'contact' }, '/selection#consultation'],
    ['a blank action', { action: '' }, '/selection#consultation'],
    ['an unknown action', { action: 'unknown-action' }, '/selection#consultation'],
    ['a script', { action: 'javascript:alert(1)' }, '/selection#consultation'],
    ['a path as action', { action: '/evaluation' }, '/evaluation'],
    ['a link', { action: 'contact', link: 'tel:400' }, 'tel:400'],
  ])('links a button with %s', (_, button, link) => {
    const { buttons } = createDocument({ contactSection: { buttons: [button] } }).contactSection
    expect(buttons.map(getContactLink)).toEqual([link])
  })
})
