import { queryOptions } from '@tanstack/react-query'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { STATEMENT_STATUS_LABELS } from '#contracts/published-evaluations/statuses.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import type { VendorProduct } from '#contracts/vendors/vendor-product.ts'
import { call } from '../../../shared/call.ts'

/** The products that the member `userId` represents as their vendor. */
export const ownProductsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['own-products', userId],
    queryFn: async ({ signal }) => (await call(vendorCalls.listOwn, { signal })).data,
    staleTime: 0,
  })

const PRODUCT_PAGES = {
  agent: { getAddress: PAGES.product, parameters: SITE_PAGES.product.parameters },
  ai: { getAddress: PAGES.aiProduct, parameters: SITE_PAGES.aiProduct.parameters },
} as const

type Tab = 'overview' | 'facts' | 'reviews'
const getProductAddress = ({ catalogue, id }: VendorProduct, tab: Tab): string => {
  const { getAddress, parameters } = PRODUCT_PAGES[catalogue]
  return buildPageUrl(getAddress(id), parameters, { tab })
}

export type VendorTask = { label: string; address: string; isWaiting: boolean }

/** Lists a vendor's tasks for a product, pending ones first. */
export function listTasks(product: VendorProduct): VendorTask[] {
  const { unansweredReviews, staleFacts, evaluation } = product
  const tasks: VendorTask[] = [
    {
      label: unansweredReviews > 0 ? `回复评价（${unansweredReviews}条）` : '查看评价',
      address: getProductAddress(product, 'reviews'),
      isWaiting: unansweredReviews > 0,
    },
    {
      label: staleFacts > 0 ? `核对资料（${staleFacts}项待确认）` : '查看资料',
      address: getProductAddress(product, 'facts'),
      isWaiting: staleFacts > 0,
    },
    ...(evaluation && product.catalogue === 'agent'
      ? [
          {
            label: evaluation.statement
              ? `对评估的声明（${STATEMENT_STATUS_LABELS[evaluation.statement]}）`
              : '对评估作声明',
            address: PAGES.vendorStatement(product.id),
            isWaiting: evaluation.statement === 'rejected',
          },
        ]
      : []),
  ]
  return [...tasks.filter(({ isWaiting }) => isWaiting), ...tasks.filter(({ isWaiting }) => !isWaiting)]
}
