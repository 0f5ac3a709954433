import { vendorCalls } from '#contracts/vendors/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { VendorProductService } from './service.ts'

export const vendorProductRoutes = (vendorProducts: VendorProductService) => [
  defineRoute(vendorCalls.listOwn, ({ actor }) => vendorProducts.listOwn(actor.id)),
  defineRoute(vendorCalls.getUpdateForm, ({ params, actor }) => vendorProducts.updates.getForm(params.id, actor.id)),
  defineRoute(vendorCalls.sendUpdate, ({ params, body, actor }) =>
    vendorProducts.updates.send(params.id, body, actor.id),
  ),
  defineRoute(vendorCalls.withdrawUpdate, ({ params, actor }) =>
    vendorProducts.updates.withdraw(params.id, params.receipt, actor),
  ),
]
