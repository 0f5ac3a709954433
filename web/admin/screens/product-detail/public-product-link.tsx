import { ExternalLink } from 'lucide-react'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getPublicPath } from './product-paths.ts'

type PublicProductLinkProps = {
  catalogue: Catalogue
  product: { id: string; name: string }
  tab: 'reviews' | 'questions' | 'evaluation'
}

/** A link to a tab of a product's public page, in a new browser tab. */
export const PublicProductLink = ({ catalogue, product, tab }: PublicProductLinkProps) => (
  <a
    href={`${getPublicPath(catalogue, product)}?tab=${tab}`}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-11 items-center gap-1.5 md:min-h-0"
  >
    <span className="wrap-anywhere">{product.name}</span>
    <ExternalLink className="size-3.5 shrink-0" aria-label="（在新标签页打开）" />
  </a>
)
