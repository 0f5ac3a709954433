import { z } from 'zod'
import { GET, groupCalls, POST, paged, sentences } from '../call.ts'
import { FACTS } from '../limits.ts'
import { changesQuery } from '../mirror.ts'
import { idParams } from '../path-id.ts'
import { EditorFactSchema, FactConfirmationSchema, ProductFactChangeSchema } from './fact.ts'
import {
  FactDisputeQuerySchema,
  FactDisputeSchema,
  IncompleteProductQuerySchema,
  IncompleteProductSchema,
  StaleFactQuerySchema,
  StaleFactSchema,
  UnknownAttributeSchema,
  UnknownFactQuerySchema,
} from './fact-review.ts'
import { FACT_MESSAGES } from './messages.ts'

const FactParamsSchema = idParams('资料编号。')

/** Lists of facts that need attention, across all products, and their confirmation. */
export const factReviewCalls = groupCalls('资料核对', '过期、未知与说法不一的资料，及其确认。', {
  confirm: POST('/api/facts/:id/confirm', {
    access: 'products:write',
    params: FactParamsSchema,
    body: FactConfirmationSchema,
    etag: 'checked',
    reply: EditorFactSchema,
    message: FACT_MESSAGES.confirmed,
    summary: '确认一条资料仍然属实',
    description: sentences(
      '`readAt` 改为今天或所给的日期，值不变。',
      '`If-Match` 为该产品资料的版本，已被他人更新则返回412；响应中的版本是确认之后的。',
    ),
  }),
  withdrawConfirmation: POST('/api/facts/:id/confirm/withdraw', {
    access: 'products:write',
    params: FactParamsSchema,
    etag: 'checked',
    failures: ['conflict'],
    reply: EditorFactSchema,
    message: FACT_MESSAGES.confirmationWithdrawn,
    summary: '撤销一条资料的最近一次确认',
    description: sentences('恢复到确认之前；确认与撤销都留在更新记录中。', '确认之后又有更改的，返回409。'),
  }),
  listAllChanges: GET('/api/facts/changes', {
    access: 'products:read',
    query: z.object(changesQuery),
    reply: paged(ProductFactChangeSchema),
    summary: '按先后列出全部产品资料的改动',
    description: sentences(
      '供程序同步：`after` 为改动之后的资料，`null` 表示已删除。',
      '彻底删除的产品的改动不再列出。两个参数都不带时从头开始。',
    ),
  }),
  listStale: GET('/api/facts/stale', {
    access: 'products:read',
    query: StaleFactQuerySchema,
    reply: paged(StaleFactSchema),
    failureMessage: FACT_MESSAGES.factsFailed,
    summary: '列出待确认的资料',
    description: sentences(
      `日期不明、已过期或证书已到期的资料；最多计${FACTS.listCounted}条。`,
      '已移入回收站的产品除外。',
    ),
  }),
  listUnknown: GET('/api/facts/unknown', {
    access: 'products:read',
    query: UnknownFactQuerySchema,
    reply: z.array(UnknownAttributeSchema),
    failureMessage: FACT_MESSAGES.factsFailed,
    summary: '列出浏览最多的产品中最常缺少的资料',
    description: `在每个目录浏览最多的${FACTS.viewed}个已上架产品中，统计筛选或对比用到的属性；缺少者的浏览量合计最多的在前。`,
  }),
  listIncomplete: GET('/api/facts/incomplete', {
    access: 'products:read',
    query: IncompleteProductQuerySchema,
    reply: paged(IncompleteProductSchema),
    failureMessage: FACT_MESSAGES.factsFailed,
    summary: '列出资料不全的产品',
    description: `缺少筛选或对比用到的属性的已上架产品，浏览最多的在前；最多计${FACTS.listCounted}个。`,
  }),
  listDisputes: GET('/api/facts/disputes', {
    access: 'products:read',
    query: FactDisputeQuerySchema,
    reply: paged(FactDisputeSchema),
    failureMessage: FACT_MESSAGES.factsFailed,
    summary: '列出来源说法不一的资料',
    description: sentences(
      `同一产品的同一属性有不同的值，浏览最多的产品在前；最多计${FACTS.listCounted}处。`,
      '已移入回收站的产品除外。',
    ),
  }),
})
