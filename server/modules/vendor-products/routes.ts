import { vendorCalls } from '#contracts/vendors/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { VendorProductService } from './service.ts'

export const vendorProductRoutes = (vendorProducts: VendorProductService) => [
  handle(vendorCalls.listOwn, ({ actor }) => vendorProducts.listOwn(actor.id)),
]
