import { ExternalLink } from 'lucide-react'
import { pageAddress, readPageQuery } from '#contracts/page-address.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import { isExternalLink, safeLink } from '#contracts/rules/safe-link.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { buttonClass } from '../../parts/buttons.tsx'
import { Link, useLocation } from '../../router.tsx'

const LIST_PAGES = { agent: SITE_PAGES.products, ai: SITE_PAGES.ai } as const

type NextStepsProps = { product: Pick<PublicProduct, 'id' | 'officialLink'>; catalogue: Catalogue }

/** What to do after reading: compare, evaluate, ask, visit. */
export function NextSteps({ product: { id, officialLink }, catalogue }: NextStepsProps) {
  const evaluate = pageAddress(PAGES.evaluationProjects, SITE_PAGES.evaluationProjects.parameters, { products: [id] })
  return (
    <div className="flex flex-wrap gap-3 md:max-w-80 md:shrink-0 md:justify-end" data-print="none">
      <Link to={useComparisonAddress(catalogue, id)} className={buttonClass('primary')}>
        加入对比
      </Link>
      {catalogue === 'agent' && (
        <Link to={evaluate} className={buttonClass('outline')}>
          评估这个产品
        </Link>
      )}
      <Link to={`${PAGES.selection}#consultation`} className={buttonClass('outline')}>
        咨询
      </Link>
      <OfficialLink link={officialLink} />
    </div>
  )
}

/** Returns the address of the list with this product among those chosen there, if the person came from the list. */
function useComparisonAddress(catalogue: Catalogue, id: string): string {
  const { state } = useLocation()
  const { path, parameters } = LIST_PAGES[catalogue]
  const from = typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : ''
  const search = from.startsWith(`${path}?`) ? from.slice(path.length) : ''
  const query = readPageQuery(parameters, new URLSearchParams(search))
  const compare = [...query.compare.filter((other) => other !== id), id]
  return pageAddress(path, parameters, { ...query, compare, view: compare.length > 1 ? 'compare' : 'list' })
}

function OfficialLink({ link }: { link: string }) {
  const safe = safeLink(link)
  if (!safe || !isExternalLink(safe)) return null
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" className={buttonClass('outline')}>
      访问官网
      <ExternalLink className="size-4" aria-label="（在新标签页打开）" />
    </a>
  )
}
