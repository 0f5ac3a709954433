import { describe, expect, it } from 'vitest'
import { isVendorContact, isVendorRelated, type VendorProfile } from './vendor-relation.ts'

const VENDOR: VendorProfile = {
  emails: ['Wang.Min@paiban.cn', 'sales@example.com', ''],
  company: '杭州 排班科技有限公司',
  officialLink: 'https://www.paiban-app.com/product',
}

describe('the relation to a vendor', () => {
  it.each([
    ['the contact, in any letter case', 'wang.min@PAIBAN.cn', ''],
    ['a colleague', 'li@paiban.cn', ''],
    ['a colleague at a subdomain', 'li@mail.paiban.cn', ''],
    ['an email address at the website’s domain', 'dev@paiban-app.com', ''],
    ['the company, regardless of spaces', 'someone@qq.com', '杭州排班科技有限公司'],
  ])('is detected by %s', (_, email, company) => {
    expect(isVendorRelated({ email, company }, VENDOR)).toBe(true)
  })

  it.each([
    ['a customer', 'cio@jituan.com.cn', '示例集团'],
    ['a domain with the same ending', 'cio@notpaiban.cn', ''],
    ['a domain reserved for examples', 'cio@example.com', ''],
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
