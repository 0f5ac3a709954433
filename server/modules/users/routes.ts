import { userCalls } from '#contracts/users/calls.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import { answer, withMessage } from '#server/platform/http/calls/answer.ts'
import type { UserService } from './service.ts'

const STATUS_MESSAGES: Record<UserStatus, string> = {
  active: USER_MESSAGES.enabled,
  pending: USER_MESSAGES.awaits,
  inactive: USER_MESSAGES.disabled,
}

export const userRoutes = (users: UserService) => [
  answer(userCalls.list, ({ query, user }) => users.list(query, user)),
  answer(userCalls.get, ({ params, user }) => users.get(params.id, user)),
  answer(userCalls.create, async ({ body, actor }) =>
    withMessage(body.invite ? USER_MESSAGES.invited : USER_MESSAGES.created, await users.create(actor, body)),
  ),
  answer(userCalls.update, ({ params, body, user }) => users.update(user, params.id, body)),
  answer(userCalls.setStatus, async ({ params, body: { status }, actor }) =>
    withMessage(STATUS_MESSAGES[status], await users.setStatus(actor, params.id, status)),
  ),
  answer(userCalls.setPassword, ({ params, body, actor }) => users.setPassword(actor, params.id, body.newPassword)),
  answer(userCalls.invite, ({ params, actor }) => users.invite(actor, params.id)),
  answer(userCalls.remove, ({ params, actor }) => users.remove(actor, params.id)),
]
