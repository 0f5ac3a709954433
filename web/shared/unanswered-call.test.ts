import { expect, it } from 'vitest'
import type { CallError } from './call-error.ts'
import { describeUnanswered, isUnanswered } from './unanswered-call.ts'

const LOST = '没有收到服务器的回复'

it.each<{ title: string; error: CallError; isOpen: boolean; message: string }>([
  { title: 'no reply', error: { status: 0, message: '网络连接失败' }, isOpen: true, message: LOST },
  {
    title: "a gateway's reply",
    error: { status: 502, message: '登录失败', isDefaultMessage: true },
    isOpen: true,
    message: LOST,
  },
  {
    title: 'a failure of the server',
    error: { status: 503, message: '服务暂时不可用' },
    isOpen: true,
    message: '服务暂时不可用',
  },
  {
    title: 'a rejection',
    error: { status: 409, message: '该邮箱已注册' },
    isOpen: false,
    message: '该邮箱已注册',
  },
])('says what is known after $title', ({ error, isOpen, message }) => {
  expect(isUnanswered(error)).toBe(isOpen)
  expect(describeUnanswered(error, LOST)).toMatchObject({ status: error.status, message })
})
