import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ListedProduct } from '#contracts/products/product.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CARD_TOGGLE_CLASS, CompareToggle } from '../../../compare/compare-toggle.tsx'
import { CachedElement } from '../../../components/cached-element.tsx'
import { ProductLogo } from '../../../components/product-logo.tsx'
import { ProductRating } from '../../../components/product-rating.tsx'
import { HighlightedMatch, SearchExcerpts } from '../../../components/search-excerpt.tsx'
import { Tag } from '../../../components/tag.tsx'
import { Link, useLocation } from '../../../router.tsx'
import { CardVerdict } from './card-verdict.tsx'

const MAX_CAPABILITIES = 3

type ProductCardProps = {
  catalogue: Catalogue
  product: ListedProduct
  url: string
  isCompared: boolean
}

/** A product in a list. */
export const ProductCard = (props: ProductCardProps) => (
  <CachedElement
    element="li"
    component={CardContent}
    props={props}
    className={`card relative flex flex-col p-5 focus-within:has-[h3_a:focus-visible]:outline-3 focus-within:has-[h3_a:focus-visible]:outline-offset-3 focus-within:has-[h3_a:focus-visible]:outline-indigo hover:shadow-md md:p-6 ${props.isCompared ? 'border-indigo bg-indigo-tint inset-ring inset-ring-indigo' : ''}`}
  />
)

function CardContent({ catalogue, product, url, isCompared }: ProductCardProps) {
  // The list's URL, to which the product page links back.
  const { pathname, search } = useLocation()
  const { name, logoUrl, slogan, description, category, price, deploymentTypes, keyCapabilities, verdict, matches } =
    product
  const findMatch = (field: 'name' | 'slogan' | 'description') =>
    matches.find(({ label }) => label === PRODUCT_FIELDS[field].label)
  const nameMatch = findMatch('name')
  const sloganMatch = findMatch('slogan')
  return (
    <>
      <div className="flex gap-4">
        <ProductLogo name={name} logoUrl={logoUrl} />
        <div className="min-w-0">
          <h3 className="text-lg">
            <Link
              to={url}
              state={{ from: pathname + search }}
              className="line-clamp-2 after:absolute after:inset-0 focus-visible:outline-none"
            >
              {nameMatch ? <HighlightedMatch match={nameMatch} /> : name}
            </Link>
          </h3>
          <p className="line-clamp-2 text-sm text-muted">{joinWithDots([category, price])}</p>
        </div>
        {verdict && <CardVerdict verdict={verdict} />}
      </div>
      {slogan && (
        <p className="mt-4 line-clamp-2 font-medium">
          {sloganMatch ? <HighlightedMatch match={sloganMatch} /> : slogan}
        </p>
      )}
      {!slogan && description && !findMatch('description') && <p className="mt-4 line-clamp-2">{description}</p>}
      <SearchExcerpts matches={matches.filter((match) => match !== nameMatch && match !== sloganMatch)} />
      {keyCapabilities.length > 0 && (
        <ul className="mt-3 text-sm text-muted">
          {keyCapabilities.slice(0, MAX_CAPABILITIES).map((capability) => (
            <li key={capability} className="border-t border-line py-1.5">
              <span className="line-clamp-1">{capability}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto pt-3">
        {deploymentTypes.length > 0 && (
          <ul className="flex flex-wrap gap-1.5" aria-label={PRODUCT_FIELDS.deploymentTypes.label}>
            {deploymentTypes.map((type) => (
              <li key={type} className="leading-none">
                <Tag>{type}</Tag>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-3 -mb-3 flex items-center justify-between gap-3 border-t border-line pt-1.5">
          <ProductRating product={product} />
          <CompareToggle
            catalogue={catalogue}
            product={product}
            isInitiallySelected={isCompared}
            className={CARD_TOGGLE_CLASS}
          />
        </div>
      </div>
    </>
  )
}
