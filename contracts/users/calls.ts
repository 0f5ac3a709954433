import { z } from 'zod'
import { DELETE, GET, groupCalls, PATCH, POST, PUT, sentences } from '../call.ts'
import { AuthorshipSchema } from '../content/revision.ts'
import { idParams } from '../path-id.ts'
import { USER_MESSAGES } from './messages.ts'
import {
  UserCreateSchema,
  UserListSchema,
  UserPasswordSchema,
  UserQuerySchema,
  UserRecordSchema,
  UserStatusChangeSchema,
  UserUpdateSchema,
} from './user.ts'

/** The number of sessions that were ended. */
const EndedSessionsSchema = z.object({ ended: z.int() })

const UserParamsSchema = idParams('用户编号。')

export const userCalls = groupCalls('用户管理', '管理员对用户的新建、邀请、修改、启用与禁用、重置密码和删除。', {
  list: GET('/api/users', {
    access: 'users:read',
    query: UserQuerySchema,
    reply: UserListSchema,
    summary: '列出用户',
    description: sentences('新注册的在前。', '只读角色看不到用户名、邮箱与电话，也不能按邮箱查找。'),
  }),
  get: GET('/api/users/:id', {
    access: 'users:read',
    params: UserParamsSchema,
    reply: UserRecordSchema,
    summary: '查看一位用户',
    description: '只读角色看不到用户名、邮箱与电话。',
  }),
  getAuthorship: GET('/api/users/:id/authorship', {
    access: 'users:read',
    params: UserParamsSchema,
    reply: AuthorshipSchema,
    summary: '读取一位用户的资料最近由谁、何时保存',
  }),
  create: POST('/api/users', {
    hasIdempotencyKey: true,
    access: 'users:write',
    body: UserCreateSchema,
    failures: ['conflict'],
    reply: UserRecordSchema,
    message: USER_MESSAGES.created,
    summary: '新建用户',
    description: '须给出密码（对方首次登录时须修改），或以 `invite` 为 `true` 发出邀请邮件，由对方自己设置密码。',
  }),
  update: PUT('/api/users/:id', {
    access: 'users:write',
    params: UserParamsSchema,
    body: UserUpdateSchema,
    failures: ['conflict', 'versionConflict'],
    reply: UserRecordSchema,
    message: USER_MESSAGES.updated,
    summary: '修改用户',
    description: sentences('没有提交的字段保持不变。', '修改密码后，该用户的会话立即结束，下次登录须先改密码。'),
  }),
  setStatus: PATCH('/api/users/:id/status', {
    access: 'users:write',
    params: UserParamsSchema,
    body: UserStatusChangeSchema,
    failures: ['conflict'],
    reply: UserRecordSchema,
    message: USER_MESSAGES.updated,
    summary: '启用或禁用用户',
    description: '不再活跃的用户，会话立即结束。',
  }),
  setPassword: PATCH('/api/users/:id/reset-password', {
    access: 'users:write',
    params: UserParamsSchema,
    body: UserPasswordSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: USER_MESSAGES.passwordReset,
    summary: '重置用户的密码',
    description: sentences('该用户的会话立即结束，下次登录须先改密码。', '自己的密码只能在“我的账号”中修改。'),
  }),
  endSessions: DELETE('/api/users/:id/sessions', {
    access: 'users:write',
    params: UserParamsSchema,
    reply: EndedSessionsSchema,
    message: USER_MESSAGES.allSessionsEnded,
    summary: '结束一位用户的全部会话',
    description: sentences('该用户在各处都须重新登录。', '自己发出请求所用的会话保留。'),
  }),
  endAllSessions: DELETE('/api/user-sessions', {
    access: 'users:write',
    reply: EndedSessionsSchema,
    message: USER_MESSAGES.allSessionsEnded,
    summary: '结束全部用户的会话',
    description: '包括会员；只保留发出请求所用的会话。',
  }),
  invite: POST('/api/users/:id/invitation', {
    access: 'users:write',
    params: UserParamsSchema,
    failures: ['conflict'],
    reply: UserRecordSchema,
    message: USER_MESSAGES.invited,
    summary: '再次邀请用户',
    description: '只能邀请待审核的用户；先前邀请的链接随即失效。',
  }),
  remove: DELETE('/api/users/:id', {
    access: 'users:write',
    params: UserParamsSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: USER_MESSAGES.removed,
    summary: '删除用户',
  }),
})
