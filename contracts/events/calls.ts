import { z } from 'zod'
import { DELETE, file, GET, groupCalls, messageOnly, POST, PUT, paged, sentences } from '../call.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { queryFlag } from '../query-flag.ts'
import { TABLE_TYPES } from '../table.ts'
import {
  EventCancellationSchema,
  EventCountsSchema,
  EventInputSchema,
  EventQuerySchema,
  EventRecordSchema,
} from './event-record.ts'
import { EVENT_MESSAGES } from './messages.ts'
import {
  AttendeeParamsSchema,
  AttendeeSchema,
  EventParamsSchema,
  EventPlacesSchema,
  EventRegistrationSchema,
} from './registration.ts'

export const eventCalls = groupCalls('社区活动', '社区活动的管理；会员在本平台报名：名额、候补与取消；报名名单。', {
  listAvailability: GET('/api/events/places', {
    access: 'public',
    reply: z.array(EventPlacesSchema),
    summary: '列出各场活动的名额与候补人数',
  }),
  listOwn: GET('/api/events/registrations', {
    access: 'signed-in',
    reply: z.array(EventRegistrationSchema),
    summary: '列出自己的报名',
    description: '未开始的在前，按活动时间的先后；已开始的在后，新报名的在前。',
  }),
  register: POST('/api/events/:eventId/registration', {
    access: 'signed-in',
    callsPerMinute: 20,
    params: EventParamsSchema,
    failures: ['notFound', 'conflict'],
    reply: EventRegistrationSchema,
    message: EVENT_MESSAGES.confirmed,
    summary: '报名一场活动',
    description: sentences('名额已满时加入候补，`status` 为 `waiting`。', '重复报名时返回已有的报名。'),
  }),
  cancel: DELETE('/api/events/:eventId/registration', {
    access: 'signed-in',
    params: EventParamsSchema,
    failures: ['notFound', 'conflict'],
    reply: z.null(),
    message: EVENT_MESSAGES.cancelled,
    summary: '取消自己的报名',
    description: '空出的名额由候补中最早的人递补，并邮件通知。',
  }),
  list: GET('/api/events', {
    access: 'events:read',
    query: EventQuerySchema,
    reply: paged(EventRecordSchema, { counts: EventCountsSchema }),
    summary: '列出社区活动',
    description: sentences('每页20场，附报名人数。', '社区页面列出没有取消的活动。'),
  }),
  create: POST('/api/events', {
    access: 'events:write',
    hasIdempotencyKey: true,
    body: EventInputSchema,
    example: { title: '智能体选型私享会', date: '2026-12-10', time: '14:00-16:00', location: '上海', places: 30 },
    failures: ['conflict'],
    reply: EventRecordSchema,
    message: EVENT_MESSAGES.created,
    summary: '新建一场活动',
    description: '列在社区页面各场活动之前。',
  }),
  update: PUT('/api/events/:eventId', {
    access: 'events:write',
    params: EventParamsSchema,
    query: z.object({ confirmed: queryFlag('已知悉对报名者的影响。') }),
    body: EventInputSchema,
    failures: ['notFound', 'conflict'],
    reply: EventRecordSchema,
    etag: 'checked',
    message: EVENT_MESSAGES.saved,
    summary: '修改一场活动',
    description: sentences(
      '已有人报名的活动改名、改期、改地点或不再在本平台报名时返回409（`reason` 为 `confirmation-required`），说明影响；带 `confirmed=true` 重新发送即保存，并邮件通知报名者，附更新的日历。',
      '名额不能少于已报名的人数。',
    ),
  }),
  callOff: POST('/api/events/:eventId/cancellation', {
    access: 'events:write',
    hasIdempotencyKey: true,
    params: EventParamsSchema,
    body: EventCancellationSchema,
    example: { reason: '讲师临时有事，改期另行通知' },
    failures: ['notFound', 'conflict'],
    reply: messageOnly,
    message: EVENT_MESSAGES.calledOff,
    summary: '取消一场活动',
    description: '活动不再列在社区页面；报名者收到附原因与日历取消的邮件。',
  }),
  remove: DELETE('/api/events/:eventId', {
    access: 'events:write',
    params: EventParamsSchema,
    failures: ['notFound', 'conflict'],
    reply: messageOnly,
    message: EVENT_MESSAGES.deleted,
    summary: '删除一场没有人报名的活动',
    description: '已有人报名的活动不能删除，只能取消。',
  }),
  listAttendees: GET('/api/events/:eventId/attendees', {
    access: 'events:write',
    params: EventParamsSchema,
    reply: z.array(AttendeeSchema),
    summary: '列出一场活动的报名者',
    description: sentences('含联系方式，因此需要管理活动的权限。', '已报名的在前，候补在后，各按报名的先后。'),
  }),
  exportAttendees: GET('/api/events/:eventId/attendees/export', {
    access: 'events:write',
    params: EventParamsSchema,
    query: ExportQuerySchema,
    reply: file(...TABLE_TYPES),
    summary: '导出报名名单',
    description: '每次导出都会留下记录。',
  }),
  removeAttendee: DELETE('/api/events/:eventId/attendees/:userId', {
    access: 'events:write',
    params: AttendeeParamsSchema,
    failures: ['notFound'],
    reply: z.null(),
    message: EVENT_MESSAGES.removed,
    summary: '取消一名报名者的报名',
  }),
})
