import { expect, it } from 'vitest'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { describeActionError } from './describe-action-error.ts'

it.each([
  [
    'that the action may have taken effect if there was no reply',
    { status: 0, message: SITE_MESSAGES.network },
    ADMIN_MESSAGES.actionReplyLost,
  ],
  [
    'that the action may have taken effect if only a gateway replied',
    { status: 502, message: '操作失败', isDefaultMessage: true },
    ADMIN_MESSAGES.actionReplyLost,
  ],
  ['why the server rejected the action', { status: 409, message: '该邮箱已注册' }, '该邮箱已注册'],
  [
    'what failed if the server rejected the action without a reason',
    { status: 404, message: '请求的内容不存在', isDefaultMessage: true },
    '请求的内容不存在',
  ],
  ['what failed after an unexpected error', new TypeError('x is not a function'), '删除用户失败'],
])('says %s', (_, error, message) => {
  expect(describeActionError(error, '删除用户失败')).toBe(message)
})
