import { PenLine } from 'lucide-react'
import { getButtonClass } from '../../components/buttons.tsx'
import { Link } from '../../router.tsx'
import { CATALOGUE_PAGES } from '../products/catalogue-pages.ts'
import type { ReviewedProduct } from './reviewed-product.ts'

export const WriteReviewLink = ({ product }: { product: ReviewedProduct }) => (
  <Link
    to={CATALOGUE_PAGES[product.catalogue].getReviewPath(product.id)}
    className={getButtonClass('primary', 'shrink-0')}
    data-print="none"
  >
    <PenLine className="size-4" aria-hidden />
    写评价
  </Link>
)
