import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ListedProduct } from '#contracts/products/product.ts'
import type { ProductVerdict } from '#contracts/published-evaluations/verdict.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CARD_TOGGLE_CLASS, CompareToggle } from '../../../compare/compare-toggle.tsx'
import { CachedElement } from '../../../components/cached-element.tsx'
import { ProductLogo } from '../../../components/product-logo.tsx'
import { ProductRating } from '../../../components/product-rating.tsx'
import { HighlightedMatch, SearchExcerpts } from '../../../components/search-excerpt.tsx'
import { Tag } from '../../../components/tag.tsx'
import { VerdictSeal } from '../../../components/verdict-seal.tsx'
import { Link, useLocation } from '../../../router.tsx'

/** The verdict of the platform's evaluation as a seal, with the score below. */
const CardVerdict = ({ verdict: { recommendation, score, isExample } }: { verdict: ProductVerdict }) => (
  <p className="ml-auto shrink-0 text-center text-xs leading-5 text-muted">
    <span className="sr-only">平台评估，</span>
    <VerdictSeal verdict={recommendation} className="mx-auto mb-0.5 block size-11" />
    <span className="tabular-nums">
      <span>{isExample && '示例 '}</span>
      {score}分
    </span>
  </p>
)

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
  const { name, logoUrl, category, price, deploymentTypes, keyCapabilities, verdict } = product
  return (
    <>
      <div className="flex gap-4">
        <ProductLogo name={name} logoUrl={logoUrl} />
        <div className="min-w-0">
          <h3 className="text-lg">
            <ProductLink product={product} url={url} />
          </h3>
          <p className="line-clamp-2 text-sm text-muted">{joinWithDots([category, price])}</p>
        </div>
        {verdict && <CardVerdict verdict={verdict} />}
      </div>
      <Summary product={product} />
      {keyCapabilities.length > 0 && <Capabilities capabilities={keyCapabilities} />}
      <div className="mt-auto pt-3">
        {deploymentTypes.length > 0 && <DeploymentTypes types={deploymentTypes} />}
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

/** Returns where the search has matched a field, if it has. */
const findMatch = ({ matches }: ListedProduct, field: 'name' | 'slogan' | 'description') =>
  matches.find(({ label }) => label === PRODUCT_FIELDS[field].label)

/** The product's name as a link that is stretched over the entire card. */
function ProductLink({ product, url }: { product: ListedProduct; url: string }) {
  // The list's URL, to which the product page links back.
  const { pathname, search } = useLocation()
  const match = findMatch(product, 'name')
  return (
    <Link
      to={url}
      state={{ from: pathname + search }}
      className="line-clamp-2 after:absolute after:inset-0 focus-visible:outline-none"
    >
      {match ? <HighlightedMatch match={match} /> : product.name}
    </Link>
  )
}

/** The slogan, or else the description, followed by excerpts of the other fields that a search has matched. */
function Summary({ product }: { product: ListedProduct }) {
  const { slogan, description, matches } = product
  const nameMatch = findMatch(product, 'name')
  const sloganMatch = findMatch(product, 'slogan')
  const isDescriptionShown = !slogan && description && !findMatch(product, 'description')
  return (
    <>
      {slogan && (
        <p className="mt-4 line-clamp-2 font-medium">
          {sloganMatch ? <HighlightedMatch match={sloganMatch} /> : slogan}
        </p>
      )}
      {isDescriptionShown && <p className="mt-4 line-clamp-2">{description}</p>}
      <SearchExcerpts matches={matches.filter((match) => match !== nameMatch && match !== sloganMatch)} />
    </>
  )
}

const Capabilities = ({ capabilities }: { capabilities: readonly string[] }) => (
  <ul className="mt-3 text-sm text-muted">
    {capabilities.slice(0, MAX_CAPABILITIES).map((capability) => (
      <li key={capability} className="border-t border-line py-1.5">
        <span className="line-clamp-1">{capability}</span>
      </li>
    ))}
  </ul>
)

const DeploymentTypes = ({ types }: { types: readonly string[] }) => (
  <ul className="flex flex-wrap gap-1.5" aria-label={PRODUCT_FIELDS.deploymentTypes.label}>
    {types.map((type) => (
      <li key={type} className="leading-none">
        <Tag>{type}</Tag>
      </li>
    ))}
  </ul>
)
