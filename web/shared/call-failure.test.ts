import { expect, it } from 'vitest'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { toCallFailure } from './call.ts'
import { getFailureMessage } from './call-failure.ts'

it.each<[string, unknown, string]>([
  ["the server's message", toCallFailure(409, { message: '已存在' }, SITE_MESSAGES.callFailed), '已存在'],
  ["the contract's message without one", toCallFailure(500, undefined, '获取产品列表失败'), '获取产品列表失败'],
  ['the fallback instead of the general message', toCallFailure(500, {}, SITE_MESSAGES.callFailed), '审核失败'],
  ['the fallback for an error of another kind', new Error('x'), '审核失败'],
])('shows %s', (_, error, message) => {
  expect(getFailureMessage(error, '审核失败')).toBe(message)
})
