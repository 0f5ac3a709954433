import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { RatedProduct } from '#contracts/products/product.ts'
import { isExternalLink, safeLink } from '#contracts/rules/safe-link.ts'
import { formatDay } from '../../../shared/formats.ts'
import { buttonClass } from '../../parts/buttons.tsx'
import { ProductMark } from '../../parts/product-mark.tsx'
import { ProductRating } from '../../parts/product-rating.tsx'
import { BackLink } from './back-link.tsx'

/** From here on a name reads better small than on eight lines. */
const LONG_NAME = 40

/** The product's name and main facts. */
export function ProductHeader({ product, listPath }: { product: RatedProduct; listPath: string }) {
  const { name, logoUrl, category, slogan, price, lastUpdated } = product
  return (
    <header className="border-b border-line bg-surface">
      <div className="shell pt-4 pb-8 md:pt-6 md:pb-10">
        <BackLink to={listPath}>返回列表</BackLink>
        <div className="mt-3 flex flex-wrap items-start justify-between gap-x-8 gap-y-5 md:flex-nowrap">
          <div className="flex min-w-0 items-start gap-4 md:gap-6">
            <ProductMark name={name} logoUrl={logoUrl} size="large" />
            <div className="min-w-0">
              {category && <p className="text-sm font-medium text-muted">{category}</p>}
              <h1 className={`mt-1 ${name.length > LONG_NAME ? 'text-xl md:text-2xl' : 'text-2xl md:text-4xl'}`}>
                {name}
              </h1>
              {slogan && <p className="mt-2 max-w-prose text-muted md:mt-3 md:text-lg">{slogan}</p>}
            </div>
          </div>
          <OfficialLink link={product.officialLink} />
        </div>
        <dl className="mt-7 flex flex-wrap gap-x-12 gap-y-4 border-t border-line pt-5">
          <Fact title={PRODUCT_FIELDS.rating.label}>
            <ProductRating product={product} />
          </Fact>
          <Fact title={PRODUCT_FIELDS.price.label}>{price || '未提供'}</Fact>
          <Fact title="最近更新">
            <time dateTime={lastUpdated}>{formatDay(lastUpdated)}</time>
          </Fact>
        </dl>
      </div>
    </header>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{title}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  )
}

function OfficialLink({ link }: { link: string }) {
  const safe = safeLink(link)
  if (!safe || !isExternalLink(safe)) return null
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" className={buttonClass('outline', 'shrink-0')}>
      访问官网
      <ExternalLink className="size-4" aria-label="（在新标签页打开）" />
    </a>
  )
}
