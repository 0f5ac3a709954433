import { vendorCalls } from '#contracts/vendors/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { VendorProductService } from './service.ts'

export const vendorProductRoutes = (vendorProducts: VendorProductService) => [
  defineRoute(vendorCalls.listOwn, ({ actor }) => vendorProducts.listOwn(actor.id)),
]
