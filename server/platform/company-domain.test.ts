import { describe, expect, it } from 'vitest'
import { getCompanyDomain, getMailDomain, getSiteHost } from './company-domain.ts'

describe('the domain of a company', () => {
  it.each([
    { case: 'a site', host: getSiteHost('https://www.paiban.cn/product'), domain: 'paiban.cn' },
    { case: 'a subdomain', host: getSiteHost('https://app.paiban.com.cn'), domain: 'paiban.com.cn' },
    { case: 'an address', host: getMailDomain('Li@Mail.Paiban.CN'), domain: 'paiban.cn' },
    { case: 'a page at a hoster', host: 'paiban.github.io', domain: 'paiban.github.io' },
  ])('is what was registered: $case', ({ host, domain }) => {
    expect(getCompanyDomain(host)).toBe(domain)
  })

  it.each([
    { case: 'a public mail host', host: 'qq.com' },
    { case: 'another one', host: 'gmail.com' },
    { case: 'a host of its family', host: 'vip.163.com' },
    { case: 'a host of addresses for all users of a product', host: 'www.dingtalk.com' },
    { case: 'a page at a host of documents', host: 'paiban.feishu.cn' },
    { case: 'a page at a code host', host: 'github.com' },
    { case: 'a public suffix', host: 'com.cn' },
    { case: 'a hoster’s suffix', host: 'github.io' },
    { case: 'an IP address', host: '10.0.0.1' },
    { case: 'a name without a dot', host: 'localhost' },
    { case: 'an example', host: 'www.example.com' },
    { case: 'nothing', host: '' },
  ])('is unknown of $case', ({ host }) => {
    expect(getCompanyDomain(host)).toBe('')
  })

  it('is unknown of a link that is no address', () => {
    expect(getSiteHost('paiban.cn')).toBe('')
  })
})
