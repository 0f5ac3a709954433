import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { STATEMENT_STATUS_LABELS } from '#contracts/published-evaluations/statuses.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import type { VendorProduct } from '#contracts/vendors/vendor-product.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'
import { getProductUpdateUrl } from '../product-update/update-url.ts'
import { sortRequiredFirst } from './sort-required-first.ts'

/** Returns the query for the products that the member `userId` represents as their vendor. */
export const ownProductsQuery = (userId: string) => ({
  ...dataOf(queryOf(vendorCalls.listOwn, {}, userId)),
  staleTime: 0,
})

type Tab = 'overview' | 'facts' | 'reviews'

const getProductUrl = ({ catalogue, id }: VendorProduct, tab: Tab): string =>
  buildPageUrl(PRODUCT_PAGES[catalogue](id), SITE_PAGES.product.parameters, { tab })

type VendorTask = { label: string; url: string; isActionRequired: boolean }

/** Facts of agent products are confirmed by an update; those of AI products, which vendors don't submit, by editors. */
const createFactsTask = (product: VendorProduct): VendorTask => ({
  label: '查看资料',
  url: getProductUrl(product, 'facts'),
  isActionRequired: false,
})

function createUpdateTask({ id, staleFacts, pendingUpdate }: VendorProduct): VendorTask {
  const url = getProductUpdateUrl(id)
  if (pendingUpdate?.isReturned) return { label: '补正更新', url, isActionRequired: true }
  if (pendingUpdate) return { label: '更新正在审核', url, isActionRequired: false }
  return staleFacts > 0
    ? { label: `核对资料（${staleFacts}项待确认）`, url, isActionRequired: true }
    : { label: '更新资料', url, isActionRequired: false }
}

const createReviewsTask = (product: VendorProduct): VendorTask => ({
  label: product.unansweredReviews > 0 ? `回复评价（${product.unansweredReviews}条）` : '查看评价',
  url: getProductUrl(product, 'reviews'),
  isActionRequired: product.unansweredReviews > 0,
})

const createStatementTask = (
  productId: string,
  { statement }: NonNullable<VendorProduct['evaluation']>,
): VendorTask => ({
  label: statement ? `对评估的声明（${STATEMENT_STATUS_LABELS[statement]}）` : '对评估作声明',
  url: PAGES.vendorStatement(productId),
  isActionRequired: statement === 'rejected',
})

const createFiguresTask = ({ id }: VendorProduct): VendorTask => ({
  label: '查看数据',
  url: buildPageUrl(PAGES.productFigures, SITE_PAGES.productFigures.parameters, { product: id }),
  isActionRequired: false,
})

/** Lists a vendor's tasks for a product, pending ones first. */
export function listTasks(product: VendorProduct): VendorTask[] {
  const { id, catalogue, evaluation } = product
  const tasks = [createReviewsTask(product)]
  if (catalogue === 'ai') tasks.push(createFactsTask(product))
  else {
    tasks.push(createUpdateTask(product))
    if (evaluation) tasks.push(createStatementTask(id, evaluation))
  }
  return sortRequiredFirst([...tasks, createFiguresTask(product)])
}
