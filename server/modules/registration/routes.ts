import { RegisterReplySchema } from '#contracts/account-links/account-link.ts'
import { RegisterSchema } from '#contracts/identity/account.ts'
import { API } from '#contracts/paths.ts'
import { clientOf } from '#server/platform/http/guard/actor.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import type { RegistrationService } from './service.ts'

export const registrationRoutes =
  (registration: RegistrationService): Routes =>
  (app) => {
    app.post(
      API.register,
      {
        config: { access: 'open', perMinute: 20, failures: ['forbidden', 'conflict'] },
        schema: {
          tags: ['账号'],
          summary: '注册',
          description: '须先验证邮箱时得到`verificationRequired`，尚未登录；邮件中的链接使账号可以登录。',
          body: RegisterSchema,
          response: { 200: RegisterReplySchema },
        },
      },
      (request) => registration.register(request.body, clientOf(request)),
    )
  }
