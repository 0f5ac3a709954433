import { get, groupCalls } from '../call.ts'
import { OWN_PRODUCTS_MAX } from '../limits.ts'
import { VendorProductsSchema } from './vendor-product.ts'

export const vendorCalls = groupCalls('厂商', '厂商的会员账号所代表的产品。', {
  listOwn: get('/api/my-products', {
    access: 'signed-in',
    reply: VendorProductsSchema,
    summary: '列出自己代表的产品',
    description: `账号邮箱经过验证，并且是产品的联系邮箱，或其已通过的提交的联系邮箱。按名称排列，最多${OWN_PRODUCTS_MAX}个，各附待办：未回复的评价、待确认的资料、对平台评估的声明。`,
  }),
})
