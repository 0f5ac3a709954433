import { z } from 'zod'
import { GET, groupCalls, messageOnly, PATCH, POST, PUT, paged, sentences } from '../call.ts'
import { idParams } from '../path-id.ts'
import { InboxChangeSchema, InboxItemSchema, InboxQuerySchema, InboxReadAllSchema } from './inbox-item.ts'
import { INBOX_MESSAGES } from './messages.ts'
import { SubscriptionsInputSchema, SubscriptionsSchema } from './subscriptions.ts'

export const inboxCalls = groupCalls('收件箱', '自己收到的通知，保留90天。', {
  list: GET('/api/inbox', {
    access: 'signed-in',
    query: InboxQuerySchema,
    reply: paged(InboxItemSchema, { unread: z.int() }),
    summary: '列出自己的通知',
    description: '新的在前；`unread` 为未读的总数。不再有权查看的事项不列出。',
  }),
  change: PATCH('/api/inbox/:id', {
    access: 'signed-in',
    failures: ['notFound'],
    params: idParams('通知编号。'),
    body: InboxChangeSchema,
    reply: messageOnly,
    failureMessage: INBOX_MESSAGES.saveFailed,
    summary: '将一条通知标为已读或未读',
  }),
  readAll: POST('/api/inbox/read', {
    access: 'signed-in',
    body: InboxReadAllSchema,
    example: { until: '2026-11-22T02:00:00.000Z' },
    reply: messageOnly,
    message: INBOX_MESSAGES.allRead,
    failureMessage: INBOX_MESSAGES.saveFailed,
    summary: '将全部通知标为已读',
    description: '只标记 `until` 以及之前的：之后到达的仍为未读。',
  }),
  getSubscriptions: GET('/api/inbox/subscriptions', {
    access: 'dashboard:read',
    reply: SubscriptionsSchema,
    summary: '读取自己关注的事件',
    description: '`events` 列出当前角色可以关注的全部事件。',
  }),
  saveSubscriptions: PUT('/api/inbox/subscriptions', {
    access: 'dashboard:read',
    body: SubscriptionsInputSchema,
    example: { ways: { 'lead.created': 'mail', 'review.pending': 'digest' }, digestHour: 9 },
    reply: SubscriptionsSchema,
    message: INBOX_MESSAGES.subscriptionsSaved,
    failureMessage: INBOX_MESSAGES.saveFailed,
    summary: '保存自己关注的事件',
    description: sentences(
      '`inbox` 只进收件箱，`mail` 另外立即发邮件，`digest` 另外每日汇总为一封邮件；没有新事件时不发。',
      '失去查看某种事件的权限后，不再收到它的通知。',
    ),
  }),
})
