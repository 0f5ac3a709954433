import { expect, it } from 'vitest'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import { describeUserError } from './describe-user-error.ts'

it.each([
  ['the server’s message if it sent one', { status: 409, message: '该邮箱已注册' }, '该邮箱已注册'],
  [
    'the screen’s message if the server sent none',
    { status: 502, message: 'HTTP error! status: 502', isDefaultMessage: true },
    '获取用户列表失败',
  ],
  [
    'the screen’s message if the server’s says nothing about the failure',
    { status: 500, message: '操作失败，请稍后重试' },
    '获取用户列表失败',
  ],
  [
    'the advice to try again if there was no response',
    { status: 0, message: '网络连接失败，请检查网络后重试' },
    '获取用户列表失败，请重试',
  ],
  [
    'the advice to try again after an unexpected error',
    new TypeError('x is not a function'),
    '获取用户列表失败，请重试',
  ],
])('returns %s', (_, error, message) => {
  expect(describeUserError(error, USER_MESSAGES.listFailed)).toBe(message)
})
