import { ExternalLink } from 'lucide-react'
import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { PublicProduct } from '#contracts/products/product.ts'
import { isExternalLink, toSafeLink } from '#contracts/rules/safe-link.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CompareToggle } from '../../../compare/compare-toggle.tsx'
import { getButtonClass } from '../../../components/buttons.tsx'
import { Link } from '../../../router.tsx'
import { AddToShortlist } from '../../shortlists/add-to-shortlist.tsx'

type NextStepsProps = { product: Pick<PublicProduct, 'id' | 'name' | 'officialLink'>; catalogue: Catalogue }

/** Links and buttons to compare or evaluate a product, add it to a shortlist, ask for advice, or visit its website. */
export function NextSteps({ product, catalogue }: NextStepsProps) {
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
