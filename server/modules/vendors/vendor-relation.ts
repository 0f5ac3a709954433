/** Detects whether a reviewer belongs to a product's vendor: such a review has to disclose it. */

/** The known data of a product's vendor. */
export type VendorProfile = {
  /** Contact email addresses: the product's own, and those of its approved submissions. */
  emails: readonly string[]
  company: string
  officialLink: string
}
type Reviewer = { email: string; company: string }

/** Mail hosts that are open to everyone, so that sharing one doesn't indicate a common company. */
const PUBLIC_MAIL = new Set(
  (
    'qq.com vip.qq.com foxmail.com 163.com vip.163.com 126.com yeah.net 188.com sina.com sina.cn vip.sina.com ' +
    'sohu.com aliyun.com 139.com 189.cn wo.cn 21cn.com tom.com gmail.com googlemail.com outlook.com hotmail.com ' +
    'live.com live.cn msn.com yahoo.com icloud.com me.com mac.com proton.me protonmail.com zoho.com'
  ).split(' '),
)
/** Reserved for examples and tests (RFC 2606). */
const RESERVED = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/
/** Hosts with the pages of many vendors, which belong to none of them. */
const SHARED_HOSTS = new Set(['github.com', 'gitee.com', 'gitlab.com', 'huggingface.co', 'modelscope.cn'])

const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
const isCompanyDomain = (domain: string): boolean =>
  domain !== '' && !PUBLIC_MAIL.has(domain) && !RESERVED.test(domain) && !SHARED_HOSTS.has(domain)

/** Returns whether a domain equals another or is one of its subdomains. */
const isWithin = (domain: string, other: string): boolean => domain === other || domain.endsWith(`.${other}`)

function getHost(link: string): string {
  try {
    return new URL(link).hostname.toLowerCase().replace(/^www\./, '')
  } catch {
    return ''
  }
}

const normalizeCompany = (company: string): string => company.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()

/**
 * Returns whether an email address is one of the vendor's contacts, in any letter case; its owner represents the
 * vendor.
 */
export const isVendorContact = (email: string, { emails }: Pick<VendorProfile, 'emails'>): boolean =>
  emails.some((contact) => contact !== '' && contact.toLowerCase() === email.toLowerCase())

/**
 * Returns whether a reviewer seems to belong to the vendor: by a contact address, by the company's mail domain (that of
 * its contact or of its site), or by the company's name. Public mail hosts and reserved domains are ignored.
 */
export function isVendorRelated(reviewer: Reviewer, vendor: VendorProfile): boolean {
  if (isVendorContact(reviewer.email, vendor)) return true
  const company = normalizeCompany(reviewer.company)
  if (company !== '' && company === normalizeCompany(vendor.company)) return true
  const domain = getDomain(reviewer.email)
  if (!isCompanyDomain(domain)) return false
  const vendorDomains = [...vendor.emails.map(getDomain), getHost(vendor.officialLink)].filter(isCompanyDomain)
  return vendorDomains.some((vendorDomain) => isWithin(domain, vendorDomain) || isWithin(vendorDomain, domain))
}
