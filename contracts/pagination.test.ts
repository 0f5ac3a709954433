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
  { query: { page: 'x' }, message: '页码应为数字' },
  { query: { page: '1.5' }, message: '页码应为整数' },
  { query: { page: '0' }, message: '页码应从1开始' },
  { query: { page: '1000001' }, message: '页码过大' },
  { query: { pageSize: 'x' }, message: '每页数量应为数字' },
  { query: { pageSize: '1.5' }, message: '每页数量应为整数' },
  { query: { pageSize: '0' }, message: '每页至少1项' },
  { query: { pageSize: '101' }, message: '每页最多100项' },
  { query: { kind: 'event' }, message: '只能是：agent、ai' },
])('rejects $query with a specific message', ({ query, message }) => {
  expect(getMessage(query)).toBe(message)
})
