import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { may } from '#contracts/permissions.ts'
import { success } from '#contracts/replies.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import {
  UserCreateSchema,
  UserListSchema,
  UserPasswordSchema,
  UserQuerySchema,
  UserRecordSchema,
  UserStatusChangeSchema,
  UserUpdateSchema,
} from '#contracts/users/user.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { UserService } from './service.ts'

const tags = ['用户管理']
const writes = { access: 'users:write', failures: ['conflict'] } as const
const params = z.object({ id: z.string().max(TEXT.word) })
const record = { 200: success(UserRecordSchema) }
const nothing = { 200: success(z.null()) }

const STATUS_SAID: Record<UserStatus, string> = {
  active: USER_MESSAGES.enabled,
  pending: USER_MESSAGES.awaits,
  inactive: USER_MESSAGES.disabled,
}
const seesContacts = (request: FastifyRequest) => may(callerOf(request).role, 'contacts:read')

export const userRoutes =
  (users: UserService): Routes =>
  (app) => {
    listRoutes(app, users)
    savingRoutes(app, users)
    actRoutes(app, users)
  }

function listRoutes(app: TypedApp, users: UserService) {
  app.get(
    ADMIN_API.users,
    {
      config: { access: 'users:read' },
      schema: {
        tags,
        summary: '列出用户',
        description: '新注册的在前。只读角色看不到用户名、邮箱与电话，也不能按邮箱查找。',
        querystring: UserQuerySchema,
        response: { 200: success(UserListSchema) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await users.list(request.query, seesContacts(request)),
    }),
  )
  app.get(
    ADMIN_API.user,
    {
      config: { access: 'users:read' },
      schema: {
        tags,
        summary: '查看一位用户',
        description: '只读角色看不到用户名、邮箱与电话。',
        params,
        response: record,
      },
    },
    async (request) => ({
      success: true as const,
      data: await users.get(request.params.id, seesContacts(request)),
    }),
  )
}

function actRoutes(app: TypedApp, users: UserService) {
  app.patch(
    ADMIN_API.userStatus,
    {
      config: writes,
      schema: {
        tags,
        summary: '启用或禁用用户',
        description: '不再活跃的用户，会话立即结束。',
        params,
        body: UserStatusChangeSchema,
        response: record,
      },
    },
    async (request) => {
      const { status } = request.body
      const data = await users.setStatus(actorOf(request), request.params.id, status)
      return { success: true as const, data, message: STATUS_SAID[status] }
    },
  )
  app.patch(
    ADMIN_API.userPassword,
    {
      config: writes,
      schema: {
        tags,
        summary: '重置用户的密码',
        description: '该用户的会话立即结束。自己的密码只能在“我的账号”中修改。',
        params,
        body: UserPasswordSchema,
        response: nothing,
      },
    },
    async (request) => {
      await users.setPassword(actorOf(request), request.params.id, request.body.newPassword)
      return { success: true as const, data: null, message: USER_MESSAGES.passwordReset }
    },
  )
  app.delete(
    ADMIN_API.user,
    { config: writes, schema: { tags, summary: '删除用户', params, response: nothing } },
    async (request) => {
      await users.remove(actorOf(request), request.params.id)
      return { success: true as const, data: null, message: USER_MESSAGES.removed }
    },
  )
}

function savingRoutes(app: TypedApp, users: UserService) {
  app.post(
    ADMIN_API.users,
    {
      config: writes,
      schema: {
        tags,
        summary: '新建用户',
        description: '须给出密码，或以`invite`为`true`发出邀请邮件，由对方自己设置密码。',
        body: UserCreateSchema,
        response: record,
      },
    },
    async (request) => ({
      ...{ success: true as const, message: request.body.invite ? USER_MESSAGES.invited : USER_MESSAGES.created },
      data: await users.create(actorOf(request), request.body),
    }),
  )
  app.post(
    ADMIN_API.userInvitation,
    {
      config: writes,
      schema: {
        tags,
        summary: '再次邀请用户',
        description: '只能邀请待审核的用户；先前邀请的链接随即失效。',
        params,
        response: record,
      },
    },
    async (request) => ({
      ...{ success: true as const, message: USER_MESSAGES.invited },
      data: await users.invite(actorOf(request), request.params.id),
    }),
  )
  app.put(
    ADMIN_API.user,
    {
      config: { ...writes, failures: ['conflict', 'staleRevision'] },
      schema: {
        tags,
        summary: '修改用户',
        description:
          '没有提交的字段保持不变；密码留空即不修改，修改后该用户的会话立即结束。`version` 为修改所依据的版本，用户已被他人更新时答复 412，什么也不保存；不带则直接保存。',
        params,
        body: UserUpdateSchema,
        response: record,
      },
    },
    async (request) => ({
      ...{ success: true as const, message: USER_MESSAGES.updated },
      data: await users.update(actorOf(request), request.params.id, request.body),
    }),
  )
}
