import { useQuery } from '@tanstack/react-query'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CARD_TOGGLE_CLASS, CompareToggle } from '../../../compare/compare-toggle.tsx'
import { ProductLogo } from '../../../components/product-logo.tsx'
import { Section } from '../../../components/section.tsx'
import { Link } from '../../../router.tsx'
import { useQueries } from '../../../site-context.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'

/** Similar products and how they differ; `id` is the id or name in the URL. */
export function SimilarProducts({ catalogue, id }: { catalogue: Catalogue; id: string }) {
  const { data = [] } = useQuery(useQueries().similarProducts(catalogue, id))
  if (data.length === 0) return null
  return (
    <div data-print="none">
      <Section title="相近产品" lead="按类别与已知资料比较，未知的不计为差异。">
        <ul className="grid gap-5 md:grid-cols-3">
          {data.map((product) => (
            <li key={product.id} className="card relative flex flex-col p-5 break-inside-avoid hover:shadow-md">
              <div className="flex items-center gap-3">
                <ProductLogo name={product.name} logoUrl={product.logoUrl} />
                <h3 className="min-w-0 text-lg">
                  <Link
                    to={CATALOGUE_PAGES[catalogue].getProductPath(product)}
                    className="line-clamp-2 after:absolute after:inset-0"
                  >
                    {product.name}
                  </Link>
                </h3>
              </div>
              {product.summary && <p className="mt-3 line-clamp-2">{product.summary}</p>}
              <p className="mt-2 text-sm whitespace-pre-line text-muted">{product.reason}</p>
              <div className="mt-auto -mb-2 flex justify-end pt-2">
                <CompareToggle catalogue={catalogue} product={product} className={CARD_TOGGLE_CLASS} />
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
