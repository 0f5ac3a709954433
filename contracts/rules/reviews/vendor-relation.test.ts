import { describe, expect, it } from 'vitest'
import { isVendorContact, isVendorRelated, type VendorFacts } from './vendor-relation.ts'

const VENDOR: VendorFacts = {
  emails: ['Wang.Min@paiban.cn', 'sales@example.com', ''],
  company: '杭州 排班科技有限公司',
  officialLink: 'https://www.paiban-app.com/product',
}

describe('the relation to a vendor', () => {
  it.each([
    ['the contact, in any letter case', 'wang.min@PAIBAN.cn', ''],
    ['a colleague', 'li@paiban.cn', ''],
    ['a colleague below the domain', 'li@mail.paiban.cn', ''],
    ['an address of the site', 'dev@paiban-app.com', ''],
    ['the company, however it is spaced', 'someone@qq.com', '杭州排班科技有限公司'],
  ])('is detected by %s', (_, email, company) => {
    expect(isVendorRelated({ email, company }, VENDOR)).toBe(true)
  })

  it.each([
    ['a customer', 'cio@jituan.com.cn', '示例集团'],
    ['an address that ends like it', 'cio@notpaiban.cn', ''],
    ['a domain that is kept for examples', 'cio@example.com', ''],
    ['nothing', '', ''],
  ])('is not detected by %s', (_, email, company) => {
    expect(isVendorRelated({ email, company }, VENDOR)).toBe(false)
  })

  it('is not inferred from a shared public mail host', () => {
    const vendor = { emails: ['boss@163.com'], company: '', officialLink: 'https://github.com/boss/product' }
    expect(isVendorRelated({ email: 'cio@163.com', company: '' }, vendor)).toBe(false)
    expect(isVendorRelated({ email: 'cio@github.com', company: '' }, vendor)).toBe(false)
    expect(isVendorRelated({ email: 'boss@163.com', company: '' }, vendor)).toBe(true)
  })

  it('lets only the contact represent the vendor', () => {
    expect(isVendorContact('wang.min@paiban.cn', VENDOR)).toBe(true)
    expect(isVendorContact('li@paiban.cn', VENDOR)).toBe(false)
    expect(isVendorContact('', VENDOR)).toBe(false)
  })
})
