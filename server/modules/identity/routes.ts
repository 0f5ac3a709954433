import { z } from 'zod'
import {
  LoginSchema,
  PasswordChangeSchema,
  ProfileSchema,
  RefreshedSchema,
  RefreshSchema,
  RevokeOthersSchema,
  SessionSchema,
  SignedInSchema,
  UserSchema,
} from '#contracts/identity/account.ts'
import { LoginReplySchema, TwoFactorLoginSchema } from '#contracts/identity/two-factor.ts'
import { TEXT } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { actorOf, clientOf } from '#server/platform/http/guard/actor.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import { ownerOf } from './own-checks.ts'
import type { IdentityService } from './service.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'

const tags = ['账号']
const open = (perMinute: number) => ({ access: 'open' as const, perMinute })
const signedIn = { access: 'signed-in' } as const

const done = (message: string) => ({ success: true as const, data: null, message })

export const identityRoutes =
  (identity: IdentityService): Routes =>
  (app) => {
    signInRoutes(app, identity)
    profileRoutes(app, identity)
    sessionRoutes(app, identity)
    twoFactorRoutes(app, identity.twoFactor)
  }

function signInRoutes(app: TypedApp, identity: IdentityService) {
  app.post(
    API.login,
    {
      config: { ...open(60), failures: ['unauthenticated', 'forbidden'] },
      schema: {
        tags,
        summary: '登录',
        description:
          '`email` 可以是邮箱地址，也可以只写 @ 之前的部分，不区分大小写。开启了两步验证的账号得到`twoFactorRequired`与`challenge`，尚未登录。',
        body: LoginSchema,
        response: { 200: LoginReplySchema },
      },
    },
    (request) => identity.login(request.body, clientOf(request)),
  )
  app.post(
    API.loginTwoFactor,
    {
      config: { ...open(60), failures: ['unauthenticated', 'forbidden'] },
      schema: {
        tags,
        summary: '用验证码完成登录',
        description: '`challenge`来自登录的回复，5分钟内有效；`code`是验证器应用的验证码，或一个恢复码。',
        body: TwoFactorLoginSchema,
        response: { 200: SignedInSchema },
      },
    },
    (request) => identity.loginTwoFactor(request.body, clientOf(request)),
  )
  app.post(
    API.logout,
    { config: signedIn, schema: { tags, summary: '退出登录', response: { 200: success(z.null()) } } },
    async (request) => {
      const caller = callerOf(request)
      await identity.sessions.end(caller, caller.sessionId, request.ip)
      return done(MESSAGES.loggedOut)
    },
  )
}

function profileRoutes(app: TypedApp, identity: IdentityService) {
  app.get(
    API.me,
    {
      config: signedIn,
      schema: {
        tags,
        summary: '读取当前用户和会话编号',
        response: { 200: success(z.object({ user: UserSchema, sessionId: z.string() })) },
      },
    },
    async (request) => {
      const { id, sessionId } = callerOf(request)
      return { success: true as const, data: { user: await identity.read(id), sessionId } }
    },
  )
  app.put(
    API.profile,
    {
      config: signedIn,
      schema: {
        tags,
        summary: '更新个人资料',
        description: '没有提交的字段保持不变。回复中的 `user` 与 `data` 相同。',
        body: ProfileSchema,
        response: { 200: success(UserSchema).extend({ user: UserSchema }) },
      },
    },
    async (request) => {
      const user = await identity.updateProfile(actorOf(request), request.body)
      // `user` is what the specification's caller reads, `data` what every reply has.
      return { success: true as const, message: MESSAGES.profileSaved, data: user, user }
    },
  )
  app.put(
    API.ownPassword,
    {
      config: signedIn,
      schema: {
        tags,
        summary: '修改自己的密码',
        description: '修改后，自己的其他会话立即结束。当前密码的错误次数与登录失败一并计数。',
        body: PasswordChangeSchema,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      await identity.changePassword(ownerOf(request), request.body)
      return done(MESSAGES.passwordChanged)
    },
  )
}

function sessionRoutes(app: TypedApp, identity: IdentityService) {
  app.post(
    API.refreshSession,
    {
      config: signedIn,
      schema: { tags, summary: '延长会话', body: RefreshSchema, response: { 200: RefreshedSchema } },
    },
    (request) => identity.refresh(callerOf(request), request.body.sessionId),
  )
  app.get(
    API.sessions,
    {
      config: signedIn,
      schema: { tags, summary: '列出自己的会话', response: { 200: z.object({ sessions: z.array(SessionSchema) }) } },
    },
    async (request) => ({ sessions: await identity.sessions.list(callerOf(request)) }),
  )
  app.delete(
    API.session,
    {
      config: signedIn,
      schema: {
        tags,
        summary: '结束自己的一个会话',
        params: z.object({ id: z.string().max(TEXT.line) }),
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      await identity.sessions.end(callerOf(request), request.params.id, request.ip)
      return done(MESSAGES.sessionEnded)
    },
  )
  app.delete(
    API.sessions,
    {
      config: signedIn,
      schema: {
        tags,
        summary: '结束自己的其他会话',
        body: RevokeOthersSchema,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      await identity.sessions.endOthers(caller, request.body?.currentSessionId ?? caller.sessionId, request.ip)
      return done(MESSAGES.otherSessionsEnded)
    },
  )
}
