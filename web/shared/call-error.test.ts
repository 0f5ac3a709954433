import { expect, it } from 'vitest'
import { describeHttpError, describeUploadError } from '#contracts/messages/http-error.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { toCallError } from './call.ts'
import { getFailureReason, toErrorMessage } from './call-error.ts'

it.each<[string, unknown, string]>([
  ["the server's message", toCallError(409, { message: '已存在' }, describeHttpError(409)), '已存在'],
  ["the contract's message without one", toCallError(500, undefined, '获取产品列表失败'), '获取产品列表失败'],
  ['the fallback instead of the status', toCallError(500, {}, describeHttpError(500)), '审核失败'],
  ['the fallback instead of the status of an upload', toCallError(500, {}, describeUploadError(500)), '审核失败'],
  ['the fallback for an error of another kind', new Error('x'), '审核失败'],
])('returns %s', (_, error, message) => {
  expect(toErrorMessage(error, '审核失败')).toBe(message)
})

it.each<[string, unknown, string]>([
  ['the status of a reply without a message', toCallError(502, {}, describeHttpError(502)), 'HTTP error! status: 502'],
  ['a general message for an error of another kind', new Error('x'), SITE_MESSAGES.callFailed],
])('returns %s if there is no fallback', (_, error, message) => {
  expect(toErrorMessage(error)).toBe(message)
})

it.each<[string, unknown, string]>([
  ["the server's message", toCallError(409, { message: '已存在' }, '更新产品失败'), '已存在'],
  ["the fallback instead of the contract's message", toCallError(500, undefined, '更新产品失败'), '未知错误'],
  ['the network error', { status: 0, message: SITE_MESSAGES.network }, SITE_MESSAGES.network],
])('returns as the reason %s', (_, error, reason) => {
  expect(getFailureReason(error, '未知错误')).toBe(reason)
})
