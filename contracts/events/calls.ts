import { z } from 'zod'
import { DELETE, file, GET, groupCalls, POST, sentences } from '../call.ts'
import { ExportQuerySchema, TABLE_TYPES } from '../table.ts'
import { EVENT_MESSAGES } from './messages.ts'
import {
  AttendeeParamsSchema,
  AttendeeSchema,
  EventParamsSchema,
  EventPlacesSchema,
  EventRegistrationSchema,
  EventSummarySchema,
} from './registration.ts'

export const eventCalls = groupCalls('活动报名', '会员在本平台报名社区活动：名额、候补与取消；报名名单的管理。', {
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
    reply: z.array(EventSummarySchema),
    summary: '列出在本平台报名的活动',
    description: '已从社区页面移除、但有人报名的活动也在其中。',
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
