import { expect, it } from 'vitest'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { toCallError } from '../../shared/call.ts'
import { describeLoadError, getDocumentFailureReason } from './document-error.ts'

const DEFAULT = '更新首页内容失败'

it.each<[string, unknown, string]>([
  ["the server's message", toCallError(503, { message: '服务暂时不可用' }, DEFAULT), '服务暂时不可用'],
  ['the status of a reply without a message', toCallError(502, undefined, DEFAULT), 'HTTP error! status: 502'],
  ['the fallback for an error of another kind', new Error('x'), '保存失败'],
  ['that the server could not be reached', { status: 0, message: '网络连接失败' }, '网络连接失败'],
])('returns as the reason %s', (_, error, reason) => {
  expect(getDocumentFailureReason(error, ADMIN_MESSAGES.saveFailed)).toBe(reason)
})

it('names the document that could not be loaded', () => {
  expect(describeLoadError('home', toCallError(500, undefined, DEFAULT))).toBe(
    '获取首页内容失败: HTTP error! status: 500',
  )
})
