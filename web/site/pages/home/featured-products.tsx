import { useQuery } from '@tanstack/react-query'
import type { HomeContent } from '#contracts/documents/home.ts'
import { PAGES } from '#contracts/paths.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { ProductRating } from '../../components/product-rating.tsx'
import { Section } from '../../components/section.tsx'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'

type FeaturedProduct = HomeContent['featuredProducts'][number]

export function FeaturedProducts({ products }: { products: readonly FeaturedProduct[] }) {
  const { data: ratings } = useQuery(useQueries().featuredRatings())
  if (products.length === 0) return null
  return (
    <Section
      title="精选产品"
      aside={
        <Link to={PAGES.products} className="inline-flex min-h-11 items-center font-medium text-indigo hover:underline">
          查看全部产品
        </Link>
      }
    >
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {withKeys(products, ({ name }) => name).map(({ key, item: product }) => (
          <li
            key={key}
            className={`card relative flex flex-col p-6 hover:border-indigo ${getToneClass(product.color)}`}
          >
            <div className="flex items-center gap-4">
              <span className="inline-flex size-12 shrink-0 items-center justify-center rounded-xl border border-tone bg-tone text-tone">
                <Icon name={product.icon} className="size-6" />
              </span>
              <div>
                <h3 className="text-lg">
                  <Link
                    to={toSafeLink(product.link) ?? PAGES.product(product.name)}
                    className="after:absolute after:inset-0"
                  >
                    {product.name}
                  </Link>
                </h3>
                <ProductRating product={ratings?.find(({ name }) => name === product.name) ?? product} />
              </div>
            </div>
            <p className="mt-4 flex-1 text-sm text-muted">{product.description}</p>
            <p className="mt-4 text-xs leading-6 font-medium text-tone">
              <Evidence product={product} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What the product's page offers, as a badge; without a demo and a case, an invitation that isn't a badge. */
function Evidence({ product: { hasDemo, hasCaseStudy } }: { product: FeaturedProduct }) {
  if (!hasDemo && !hasCaseStudy) return <span>了解更多</span>
  return <span className="inline-block rounded border border-tone bg-tone px-2">{hasDemo ? '可演示' : '有案例'}</span>
}
