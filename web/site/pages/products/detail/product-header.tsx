import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ProductDetail, PublicProduct } from '#contracts/products/product.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { isExternalLink, toSafeLink } from '#contracts/rules/safe-link.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../../shared/formats.ts'
import { CompareToggle } from '../../../compare/compare-toggle.tsx'
import { getButtonClass } from '../../../components/buttons.tsx'
import { ProductLogo } from '../../../components/product-logo.tsx'
import { ProductRating } from '../../../components/product-rating.tsx'
import { Link } from '../../../router.tsx'
import { FollowButton } from '../../following/follow-button.tsx'
import { AddToShortlist } from '../../shortlists/add-to-shortlist.tsx'
import { BackLink } from '../back-link.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'

type NextStepsProps = { product: Pick<PublicProduct, 'id' | 'name' | 'officialLink'>; catalogue: Catalogue }

/** Links and buttons to compare or evaluate a product, add it to a shortlist, ask for advice, or visit its website. */
function NextSteps({ product, catalogue }: NextStepsProps) {
  const { evaluationProjects, selection } = SITE_PAGES
  const projectsUrl = buildPageUrl(evaluationProjects.path, evaluationProjects.parameters, { products: [product.id] })
  const selectionUrl = buildPageUrl(selection.path, selection.parameters, { product: product.name })
  return (
    <div className="flex flex-wrap gap-3 lg:shrink-0 lg:justify-end" data-print="none">
      <CompareToggle catalogue={catalogue} product={product} className={getButtonClass('primary')} />
      <Link to={projectsUrl} className={getButtonClass('outline')}>
        评估这个产品
      </Link>
      <AddToShortlist catalogue={catalogue} products={[product]} />
      <FollowButton
        input={{ kind: 'product', catalogue, product: product.id }}
        subject={`“${product.name}”`}
        label="关注"
      />
      <Link to={`${selectionUrl}#consultation`} className={getButtonClass('outline')}>
        咨询
      </Link>
      <OfficialLink link={product.officialLink} />
    </div>
  )
}

function OfficialLink({ link }: { link: string }) {
  const safeLink = toSafeLink(link)
  if (!safeLink || !isExternalLink(safeLink)) return null
  return (
    <a href={safeLink} target="_blank" rel="noopener noreferrer" className={getButtonClass('outline')}>
      访问官网
      <ExternalLink className="size-4" aria-label="（在新标签页打开）" />
    </a>
  )
}

/** Longer names are set in a smaller font, so that they don't take eight lines. */
const LONG_NAME_LENGTH = 40

type ProductHeaderProps = {
  product: ProductDetail
  catalogue: Catalogue
  /** The verdict of the published evaluation, if there is one. */
  verdict?: ReactNode
}

/** The product's name and main facts. */
export function ProductHeader({ product, catalogue, verdict }: ProductHeaderProps) {
  const { name, logoUrl, category, slogan, price, factsUpdatedOn, facts } = product
  const vendor = facts.find(({ attribute }) => attribute === 'vendor')
  return (
    <header className="border-b border-line bg-surface">
      <div className="shell pt-4 pb-8 md:pt-6 md:pb-10">
        <BackLink to={CATALOGUE_PAGES[catalogue].listPath}>返回列表</BackLink>
        <div className="mt-3 flex flex-wrap items-start justify-between gap-x-8 gap-y-5 lg:flex-nowrap">
          <div className="flex min-w-0 items-start gap-4 md:gap-6">
            <ProductLogo name={name} logoUrl={logoUrl} size="large" />
            <div className="min-w-0">
              {category && <p className="text-sm font-medium text-muted">{category}</p>}
              <h1 className={`mt-1 ${name.length > LONG_NAME_LENGTH ? 'text-xl md:text-2xl' : 'text-2xl md:text-4xl'}`}>
                {name}
              </h1>
              {slogan && <p className="mt-2 max-w-prose text-muted md:mt-3 md:text-lg">{slogan}</p>}
            </div>
          </div>
          <NextSteps product={product} catalogue={catalogue} />
        </div>
        <dl className="mt-7 flex flex-wrap gap-x-12 gap-y-4 border-t border-line pt-5">
          <Detail title={PRODUCT_FIELDS.rating.label}>
            <ProductRating product={product} />
          </Detail>
          {verdict && <Detail title="平台评估">{verdict}</Detail>}
          <Detail title={PRODUCT_FIELDS.price.label}>{price || '未提供'}</Detail>
          {vendor && <Detail title={vendor.label}>{describeFactValue(vendor, vendor.value)}</Detail>}
          {/* The day on which facts were last changed or confirmed; it begins with the listing. */}
          <Detail title="最近更新">
            <time dateTime={factsUpdatedOn}>{formatDay(factsUpdatedOn)}</time>
          </Detail>
        </dl>
      </div>
    </header>
  )
}

function Detail({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{title}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  )
}
