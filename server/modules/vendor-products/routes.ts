import { vendorCalls } from '#contracts/vendors/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { VendorProductService } from './service.ts'

/** Routes for vendors of listed products: what they have to do, and their updates. */
export const vendorProductRoutes = (vendorProducts: VendorProductService) => [
  defineRoute(vendorCalls.listOwn, ({ user }) => vendorProducts.listOwn(user.id)),
  defineRoute(vendorCalls.getUpdateForm, ({ params, user }) => vendorProducts.updates.getForm(params.id, user.id)),
  defineRoute(vendorCalls.sendUpdate, ({ params, body, user }) =>
    vendorProducts.updates.send(params.id, body, user.id),
  ),
  defineRoute(vendorCalls.getFigures, ({ params, query, user }) =>
    vendorProducts.figures.get(params.id, query.days, user.id),
  ),
  defineRoute(vendorCalls.exportFigures, async ({ params, query, user }) =>
    download(await vendorProducts.figures.exportFile(params.id, query, user.id)),
  ),
  defineRoute(vendorCalls.withdrawUpdate, ({ params, user }) =>
    vendorProducts.updates.withdraw(params.id, params.receipt, user),
  ),
]
