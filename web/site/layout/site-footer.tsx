import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { Site } from '#contracts/settings/settings.ts'
import type { Brand } from '../brand.ts'
import { CachedElement } from '../components/cached-element.tsx'
import { Seal } from '../components/seal.tsx'
import { Link } from '../router.tsx'
import { useBranding } from '../site-context.tsx'

const SERVICE_LINKS = [
  { to: PAGES.products, label: '智能体产品目录' },
  { to: PAGES.ai, label: '78AI应用目录' },
  { to: PAGES.evaluation, label: '专业评估' },
  { to: PAGES.selection, label: '选型咨询' },
] as const
const PARTICIPATION_LINKS = [
  { to: PAGES.community, label: 'CIO社区' },
  { to: PAGES.submit, label: '提交产品' },
  { to: PAGES.submissionStatus, label: '查询提交状态' },
] as const
const LEGAL_LINKS = [
  { to: PAGES.ratingRules, label: SITE_PAGES.ratingRules.title },
  { to: PAGES.privacy, label: SITE_PAGES.privacy.title },
  { to: PAGES.terms, label: SITE_PAGES.terms.title },
] as const

/** The public register of ICP filings. */
const ICP_FILING_LINK = 'https://beian.miit.gov.cn/'

/** Returns the URL of a filing with the public security authority. */
const getPoliceFilingLink = (number: string): string =>
  `https://beian.mps.gov.cn/#/query/webSearch?code=${number.replaceAll(/\D/g, '')}`

const ENTRY_CLASS = 'inline-flex min-h-11 items-center wrap-anywhere hover:text-indigo md:min-h-9'

/** Shorter matches aren't phone numbers. */
const MIN_PHONE_DIGITS = 5

/** Appends a full stop, unless the text is empty or ends with punctuation. */
const appendFullStop = (text: string): string => (text === '' || /[。！？.!?]$/.test(text) ? text : `${text}。`)

export function SiteFooter() {
  const { site, brand } = useBranding()
  return (
    <CachedElement
      element="footer"
      component={FooterContent}
      props={{ site, brand }}
      className="mt-16 border-t border-line bg-sunken"
      data-print="none"
    />
  )
}

function FooterContent({ site, brand }: { site: Site | undefined; brand: Brand }) {
  return (
    <>
      <div className="shell grid grid-cols-2 gap-x-6 gap-y-10 py-12 md:grid-cols-[2fr_1fr_1fr_1.4fr] md:gap-10">
        <div className="col-span-2 md:col-span-1">
          <p className="flex items-center gap-2.5 text-lg font-semibold">
            {/* The seal is the default logo, so it isn't shown next to an uploaded one. */}
            {!brand.logoUrl && <Seal className="size-8 shrink-0" />}
            <span className="min-w-0 wrap-anywhere">{brand.name}</span>
          </p>
          <p className="mt-3 max-w-[22em] text-sm text-muted">
            {appendFullStop(brand.tagline)}以证据评估产品，帮助企业做出经得起追问的选择。
          </p>
        </div>
        <FooterLinks title="服务" links={SERVICE_LINKS} />
        <FooterLinks title="参与" links={PARTICIPATION_LINKS} />
        <div className="col-span-2 md:col-span-1">
          <h2 className="text-sm">联系我们</h2>
          <ul className="mt-2 text-sm text-muted">
            {site?.contactEmail && (
              <li>
                <a className={ENTRY_CLASS} href={`mailto:${site.contactEmail}`}>
                  {site.contactEmail}
                </a>
              </li>
            )}
            {site?.contactPhone && (
              <li>
                <Phone number={site.contactPhone} />
              </li>
            )}
            <li>
              <Link className={ENTRY_CLASS} to={`${PAGES.selection}#consultation`}>
                预约免费咨询
              </Link>
            </li>
          </ul>
        </div>
      </div>
      <div className="border-t border-line">
        <div className="shell py-4 text-xs text-muted">
          <p className="py-1">
            产品名称与商标归各自权利人所有。评估结论依据公开资料与评估人提交的证据得出，供选型参考，不构成采购承诺。
          </p>
          <div className="flex flex-wrap items-center gap-x-5">
            {site?.operatorName && <span className={ENTRY_CLASS}>{site.operatorName}</span>}
            {LEGAL_LINKS.map(({ to, label }) => (
              <Link key={to} className={ENTRY_CLASS} to={to}>
                {label}
              </Link>
            ))}
            {site?.icpNumber && (
              <a className={ENTRY_CLASS} href={ICP_FILING_LINK} target="_blank" rel="noopener">
                {site.icpNumber}
              </a>
            )}
            {site?.policeNumber && (
              <a className={ENTRY_CLASS} href={getPoliceFilingLink(site.policeNumber)} target="_blank" rel="noopener">
                {site.policeNumber}
              </a>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

function FooterLinks({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={`页脚：${title}`}>
      <h2 className="text-sm">{title}</h2>
      <ul className="mt-2 text-sm text-muted">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link className={ENTRY_CLASS} to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A phone number as a link that dials its digits, without text that follows, such as an extension or office hours. */
function Phone({ number }: { number: string }) {
  const [digits = ''] = /^\+?[\d\s()-]+/.exec(number) ?? []
  const dialableNumber = digits.replaceAll(/[^\d+]/g, '')
  if (dialableNumber.length < MIN_PHONE_DIGITS) return <span className={ENTRY_CLASS}>{number}</span>
  return (
    <a className={ENTRY_CLASS} href={`tel:${dialableNumber}`}>
      {number}
    </a>
  )
}
