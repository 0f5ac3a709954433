import { expect, it } from 'vitest'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { getErrorMessage } from './error-message.ts'

it.each([
  ['the server’s own sentence', { status: 409, message: '该邮箱已注册' }, '该邮箱已注册'],
  ['a reply without one', { status: 502, message: '操作失败，请稍后重试', isDefaultMessage: true }, '获取用户列表失败'],
  ['no reply at all', { status: 0, message: '网络连接失败，请检查网络后重试' }, '获取用户列表失败，请重试'],
  ['a fault of ours', new TypeError('x is not a function'), '获取用户列表失败，请重试'],
])('%s is said as it should be', (_, error, message) => {
  expect(getErrorMessage(error, USER_MESSAGES.listFailed)).toBe(message)
})
