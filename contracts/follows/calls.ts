import { z } from 'zod'
import { DELETE, GET, groupCalls, PUT, sentences } from '../call.ts'
import { FOLLOWS } from '../limits.ts'
import { idParams } from '../path-id.ts'
import {
  DigestChangeSchema,
  FollowInputSchema,
  FollowListSchema,
  FollowsSeenSchema,
  FollowTargetSchema,
} from './follow.ts'
import { FOLLOW_MESSAGES } from './messages.ts'

export const followCalls = groupCalls('关注', '关注产品、类别与搜索：有什么变化，多久收一次邮件。', {
  list: GET('/api/follows', {
    access: 'signed-in',
    reply: FollowListSchema,
    summary: '列出自己的关注，及上次查看之后的变化',
  }),
  listTargets: GET('/api/follows/targets', {
    access: 'signed-in',
    reply: z.array(FollowTargetSchema),
    summary: '列出自己关注了什么，不含变化',
  }),
  follow: PUT('/api/follows', {
    access: 'signed-in',
    callsPerMinute: 60,
    body: FollowInputSchema,
    example: { kind: 'search', catalogue: 'agent', query: 'category=智能客服&f.private-deployment=yes' },
    failures: ['notFound', 'conflict'],
    reply: FollowTargetSchema,
    message: FOLLOW_MESSAGES.followed,
    summary: '关注一个产品或一组条件',
    description: sentences('已经关注的不会重复。', `每人最多${FOLLOWS.perMember}项。`),
  }),
  remove: DELETE('/api/follows/:id', {
    access: 'signed-in',
    params: idParams('关注的编号。'),
    failures: ['notFound'],
    reply: z.null(),
    message: FOLLOW_MESSAGES.unfollowed,
    summary: '取消一项关注',
  }),
  markSeen: PUT('/api/follows/seen', {
    access: 'signed-in',
    body: FollowsSeenSchema,
    reply: z.null(),
    summary: '把变化标记为已看',
  }),
  changeFrequency: PUT('/api/follows/frequency', {
    access: 'signed-in',
    body: DigestChangeSchema,
    reply: DigestChangeSchema,
    message: FOLLOW_MESSAGES.frequencySaved,
    summary: '选择多久收一次邮件',
    description: '没有变化时不发邮件。每周的在星期一，都在北京时间9时。',
  }),
})
