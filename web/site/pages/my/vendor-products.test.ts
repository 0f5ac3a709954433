import { expect, it } from 'vitest'
import type { VendorProduct } from '#contracts/vendors/vendor-product.ts'
import { listTasks } from './vendor-products.ts'

const PRODUCT: VendorProduct = {
  id: 'p1',
  catalogue: 'agent',
  name: '排班助手',
  isActive: true,
  unansweredReviews: 0,
  staleFacts: 0,
  pendingUpdate: null,
  evaluation: null,
}
const describeTasks = (changes: Partial<VendorProduct>) =>
  listTasks({ ...PRODUCT, ...changes }).map(({ label, url, isActionRequired }) => [label, url, isActionRequired])

it.each<[string, Partial<VendorProduct>, readonly unknown[]]>([
  [
    'none',
    {},
    [
      ['查看评价', '/products/p1?tab=reviews', false],
      ['更新资料', '/my/products?update=p1', false],
    ],
  ],
  [
    'an update that has to be corrected first',
    { pendingUpdate: { receipt: 'ZJ-1', createdAt: '2026-11-21T02:00:00.000Z', isReturned: true } },
    [
      ['补正更新', '/my/products?update=p1', true],
      ['查看评价', '/products/p1?tab=reviews', false],
    ],
  ],
  [
    'an update that waits for its review, even with stale facts',
    { staleFacts: 3, pendingUpdate: { receipt: 'ZJ-1', createdAt: '2026-11-21T02:00:00.000Z', isReturned: false } },
    [
      ['查看评价', '/products/p1?tab=reviews', false],
      ['更新正在审核', '/my/products?update=p1', false],
    ],
  ],
  [
    'stale facts before answered reviews',
    { staleFacts: 3 },
    [
      ['核对资料（3项待确认）', '/my/products?update=p1', true],
      ['查看评价', '/products/p1?tab=reviews', false],
    ],
  ],
  [
    'a rejected statement',
    { catalogue: 'agent', evaluation: { id: 'e', statement: 'rejected' } },
    [
      ['对评估的声明（未通过）', '/products/p1/statement', true],
      ['查看评价', '/products/p1?tab=reviews', false],
      ['更新资料', '/my/products?update=p1', false],
    ],
  ],
  [
    'unanswered reviews, on the page of an AI product',
    { catalogue: 'ai', unansweredReviews: 2 },
    [
      ['回复评价（2条）', '/78ai/p1?tab=reviews', true],
      ['查看资料', '/78ai/p1?tab=facts', false],
    ],
  ],
])('lists pending tasks: %s', (_, changes, tasks) => {
  // What the product's use was is always offered last.
  expect(describeTasks(changes)).toEqual([...tasks, ['查看数据', '/my/product-figures?product=p1', false]])
})
