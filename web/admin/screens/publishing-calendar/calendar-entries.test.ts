import { expect, it } from 'vitest'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { Calendar } from '#contracts/content-drafts/draft.ts'
import { fillPath } from '#contracts/paths.ts'
import { listEntries } from './calendar-entries.ts'

const PUBLICATION: Calendar['published'][number] = {
  kind: 'product',
  product: { catalogue: 'agent', id: 'p1', name: '客服智能体' },
  isListed: true,
  revision: 3,
  createdAt: '2026-11-30T02:00:00.000Z',
  createdBy: { id: 'u', name: '张三' },
  changes: { paths: 1, sections: ['基本信息'] },
  restoredFrom: null,
}
const DRAFT: Calendar['scheduled'][number] = {
  kind: 'home',
  product: null,
  version: 1,
  savedAt: '2026-11-29T02:00:00.000Z',
  savedBy: { id: 'u', name: '张三' },
  baseRevision: 1,
  publishedRevision: 1,
  listingChange: null,
  schedule: { at: '2026-11-30T01:00:00.000Z', by: { id: 'u', name: '张三' } },
  failure: null,
}
const list = (calendar: Partial<Calendar>) =>
  listEntries({ scheduled: [], published: [], isTruncated: false, ...calendar })

it('lists publications and schedules in the order of their times, each with its editor', () => {
  expect(list({ scheduled: [DRAFT], published: [PUBLICATION] })).toMatchObject([
    { title: '首页内容', path: `${ADMIN_PAGES.home}?version=draft`, note: '定时发布' },
    { title: '客服智能体', path: fillPath(ADMIN_PAGES.productDetail, { id: '客服智能体' }), note: '已发布第3版' },
  ])
})

it('names a product that no longer exists, and links it to nothing', () => {
  const published = [{ ...PUBLICATION, product: null }]
  expect(list({ published })).toMatchObject([{ title: '已删除的产品', path: null }])
  const scheduled = [{ ...DRAFT, kind: 'product' as const }]
  expect(list({ scheduled })).toMatchObject([{ title: '已删除的产品', path: null }])
})
