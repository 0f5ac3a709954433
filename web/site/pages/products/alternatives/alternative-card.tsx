import type { Alternatives, ProductDifferences } from '#contracts/similar-products/alternatives.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CompareToggle } from '../../../compare/compare-toggle.tsx'
import { getButtonClass } from '../../../components/buttons.tsx'
import { ProductLogo } from '../../../components/product-logo.tsx'
import { Link } from '../../../router.tsx'
import { AddToShortlist } from '../../shortlists/add-to-shortlist.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'

type AlternativeCardProps = {
  catalogue: Catalogue
  /** The product whose alternatives are listed. */
  product: Alternatives['product']
  alternative: Alternatives['items'][number]
}

/** An alternative of a product with how the two differ, and what to do with it. */
export const AlternativeCard = ({ catalogue, product, alternative }: AlternativeCardProps) => (
  <li className="card p-5 break-inside-avoid md:p-6">
    <div className="flex items-center gap-4">
      <ProductLogo name={alternative.name} logoUrl={alternative.logoUrl} />
      <h3 className="min-w-0 text-lg break-words">
        <Link
          to={CATALOGUE_PAGES[catalogue].getProductPath(alternative)}
          className="inline-flex min-h-11 items-center hover:underline"
        >
          {alternative.name}
        </Link>
      </h3>
    </div>
    {alternative.summary && <p className="mt-3">{alternative.summary}</p>}
    <Differences product={product} alternative={alternative} />
    <div className="mt-4 flex flex-wrap gap-3" data-print="none">
      <CompareToggle catalogue={catalogue} product={alternative} className={getButtonClass('outline')} />
      <AddToShortlist catalogue={catalogue} products={[alternative]} />
    </div>
  </li>
)

type Kind = { key: keyof ProductDifferences; label: string }

const listKinds = (own: string, other: string): Kind[] => [
  { key: 'shared', label: '两者都有' },
  { key: 'gained', label: `${other}有，${own}没有` },
  { key: 'missing', label: `${own}有，${other}没有` },
  { key: 'unknownThere', label: `${own}有，${other}未知` },
  { key: 'unknownHere', label: `${other}有，${own}未知` },
]

function Differences({ product, alternative }: Pick<AlternativeCardProps, 'product' | 'alternative'>) {
  const { differences } = alternative
  const kinds = listKinds(product.name, alternative.name).filter(({ key }) => differences[key].length > 0)
  if (kinds.length === 0) return <p className="mt-3 text-muted">两者都没有可以比较的资料。</p>
  return (
    <dl className="mt-4 grid gap-x-6 border-t border-line text-sm">
      {kinds.map(({ key, label }) => (
        <div key={key} className="grid gap-x-6 border-b border-line py-2.5 md:grid-cols-[14rem_1fr]">
          <dt className="break-words text-muted">{label}</dt>
          <dd className={key.startsWith('unknown') ? 'text-muted' : undefined}>{differences[key].join('、')}</dd>
        </div>
      ))}
    </dl>
  )
}
