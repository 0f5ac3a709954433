import { describe, expect, it } from 'vitest'
import { isVendorContact, isVendorRelated, type VendorProfile } from './vendor-relation.ts'

const VENDOR: VendorProfile = {
  emails: ['Wang.Min@paiban.cn', 'sales@example.com', ''],
  company: '杭州 排班科技有限公司',
  officialLink: 'https://www.paiban-app.com/product',
}

describe('the relation to a vendor', () => {
  it.each([
    { case: 'the contact, in any letter case', email: 'wang.min@PAIBAN.cn', company: '' },
    { case: 'a colleague', email: 'li@paiban.cn', company: '' },
    { case: 'a colleague at a subdomain', email: 'li@mail.paiban.cn', company: '' },
    { case: 'an email address at the website’s domain', email: 'dev@paiban-app.com', company: '' },
    { case: 'the company, regardless of spaces', email: 'someone@qq.com', company: '杭州排班科技有限公司' },
  ])('is detected by $case', ({ email, company }) => {
    expect(isVendorRelated({ email, company }, VENDOR)).toBe(true)
  })

  it.each([
    { case: 'a customer', email: 'cio@jituan.com.cn', company: '示例集团' },
    { case: 'a domain with the same ending', email: 'cio@notpaiban.cn', company: '' },
    { case: 'a domain reserved for examples', email: 'cio@example.com', company: '' },
    { case: 'nothing', email: '', company: '' },
  ])('is not detected by $case', ({ email, company }) => {
    expect(isVendorRelated({ email, company }, VENDOR)).toBe(false)
  })

  it('is not inferred from a shared public mail host', () => {
    const vendor = { emails: ['boss@163.com'], company: '', officialLink: 'https://github.com/boss/product' }
    expect(isVendorRelated({ email: 'cio@163.com', company: '' }, vendor)).toBe(false)
    expect(isVendorRelated({ email: 'cio@github.com', company: '' }, vendor)).toBe(false)
    expect(isVendorRelated({ email: 'boss@163.com', company: '' }, vendor)).toBe(true)
  })

  it('ignores a website without a valid address', () => {
    const vendor = { emails: [], company: '', officialLink: 'paiban-app.com' }
    expect(isVendorRelated({ email: 'dev@paiban-app.com', company: '' }, vendor)).toBe(false)
  })

  it('is detected by the company in another letter case', () => {
    expect(isVendorRelated({ email: '', company: 'paiban ＩＮＣ' }, { ...VENDOR, company: 'PaiBan Inc' })).toBe(true)
  })

  it('lets only the contact represent the vendor', () => {
    expect(isVendorContact('wang.min@paiban.cn', VENDOR)).toBe(true)
    expect(isVendorContact('li@paiban.cn', VENDOR)).toBe(false)
    expect(isVendorContact('', VENDOR)).toBe(false)
  })
})
