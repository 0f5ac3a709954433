/** The domains of mail addresses and sites that show which company somebody belongs to. */
import { getDomain } from 'tldts'

/** Mail hosts that are open to everyone, so that sharing one doesn't indicate a common company. */
const PUBLIC_MAIL = new Set(
  (
    'qq.com vip.qq.com foxmail.com 163.com vip.163.com 126.com yeah.net 188.com 163.net 263.net sina.com sina.cn ' +
    'vip.sina.com sina.com.cn sohu.com aliyun.com 139.com 189.cn wo.cn 21cn.com tom.com eyou.com gmail.com ' +
    'googlemail.com outlook.com outlook.cn hotmail.com live.com live.cn msn.com yahoo.com yahoo.cn yahoo.com.cn ' +
    'yahoo.co.jp ymail.com icloud.com me.com mac.com proton.me protonmail.com pm.me zoho.com aol.com gmx.com ' +
    'gmx.de gmx.net mail.com mail.ru yandex.ru yandex.com fastmail.com hey.com naver.com duck.com tutanota.com ' +
    // Hosts whose own products are sold, and whose users all get an address.
    'dingtalk.com 88.com 111.com email.cn zoho.com.cn zohomail.com zohomail.cn tuta.com tuta.io 2980.com petalmail.com'
  ).split(' '),
)
/** Reserved for examples and tests (RFC 2606). */
const RESERVED = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/
/** Hosts with the pages of many vendors, which belong to none of them. */
const SHARED_HOSTS = new Set(
  (
    'github.com gitee.com gitlab.com huggingface.co modelscope.cn notion.site yuque.com gitbook.io readthedocs.io ' +
    'feishu.cn larksuite.com coze.cn coze.com'
  ).split(' '),
)

/** Returns what follows the `@` of an address, in lower case. */
export const getMailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Returns whether a domain may belong to one company: it is no public mail host, reserved, or shared by many vendors. */
export const isCompanyDomain = (domain: string): boolean =>
  domain !== '' && !PUBLIC_MAIL.has(domain) && !RESERVED.test(domain) && !SHARED_HOSTS.has(domain)

/** Returns the host of a link without `www.`; '' if it isn't a valid address. */
export function getSiteHost(link: string): string {
  try {
    return new URL(link).hostname.toLowerCase().replace(/^www\./, '')
  } catch {
    return ''
  }
}

/**
 * Returns the part of a host that somebody has registered, such as `paiban.com.cn` for `app.paiban.com.cn`, if it may belong
 * to one company; '' for public suffixes and all others. Hosters' suffixes count as public: `a.github.io` and `b.github.io`
 * are two.
 */
export function getCompanyDomain(host: string): string {
  const domain = getDomain(host, { allowPrivateDomains: true })?.toLowerCase() ?? ''
  return isCompanyDomain(host.toLowerCase()) && isCompanyDomain(domain) ? domain : ''
}
