/** Detects whether a reviewer belongs to a product's vendor: such a review has to disclose it. */
import { toNfkc } from '#contracts/rules/normalize-text.ts'
import { getMailDomain, getSiteHost, isCompanyDomain } from '#server/platform/company-domain.ts'

/** The known data of a product's vendor. */
export type VendorProfile = {
  /** Contact email addresses: the product's own, and those of its approved submissions. */
  emails: readonly string[]
  company: string
  officialLink: string
}
type Reviewer = { email: string; company: string }

/** Returns whether a domain equals another or is one of its subdomains. */
const isWithin = (domain: string, other: string): boolean => domain === other || domain.endsWith(`.${other}`)

const normalizeCompany = (company: string): string => toNfkc(company).replaceAll(/\s/g, '').toLowerCase()

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
  const domain = getMailDomain(reviewer.email)
  if (!isCompanyDomain(domain)) return false
  const vendorDomains = [...vendor.emails.map(getMailDomain), getSiteHost(vendor.officialLink)].filter(isCompanyDomain)
  return vendorDomains.some((vendorDomain) => isWithin(domain, vendorDomain) || isWithin(vendorDomain, domain))
}
