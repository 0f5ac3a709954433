import { vendorCalls } from '#contracts/vendors/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { VendorProductService } from './service.ts'

export const vendorProductRoutes = (vendorProducts: VendorProductService) => [
  answer(vendorCalls.listOwn, ({ actor }) => vendorProducts.listOwn(actor.id)),
]
