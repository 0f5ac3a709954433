import { expect, it } from 'vitest'
import { z } from 'zod'
import { pageNumber, pageSize } from './pagination.ts'

const ListSchema = z.object({
  page: pageNumber,
  pageSize: pageSize(100),
  kind: z.enum(['', 'agent', 'ai']).default(''),
})
const getMessage = (query: object): string | undefined =>
  ListSchema.safeParse({ page: '1', pageSize: '10', ...query }).error?.issues[0]?.message

it('accepts numbers as text', () => {
  expect(ListSchema.parse({ page: '2', pageSize: '100' })).toEqual({ page: 2, pageSize: 100, kind: '' })
})

it.each([
  [{ page: 'x' }, '页码应为数字'],
  [{ page: '1.5' }, '页码应为整数'],
  [{ page: '0' }, '页码应从1开始'],
  [{ page: '1000001' }, '页码过大'],
  [{ pageSize: 'x' }, '每页数量应为数字'],
  [{ pageSize: '1.5' }, '每页数量应为整数'],
  [{ pageSize: '0' }, '每页至少1项'],
  [{ pageSize: '101' }, '每页最多100项'],
  [{ kind: 'event' }, '只能是：agent、ai'],
])('rejects %j with a specific message', (query, message) => {
  expect(getMessage(query)).toBe(message)
})
