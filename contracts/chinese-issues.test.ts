import { expect, it } from 'vitest'
import { z } from 'zod'
import './chinese-issues.ts'

const UnionSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('pairs') }),
  z.object({ method: z.literal('order') }),
])

it.each<[string, z.ZodType, unknown, string]>([
  ['an unknown choice', z.enum(['', 'agent', 'ai']), 'event', '只能是：agent、ai'],
  ['an unknown kind of object', UnionSchema, { method: 'sum' }, '只能是：pairs、order'],
  ['a missing kind of object', UnionSchema, {}, '只能是：pairs、order'],
  ['a value of no type', z.union([z.string(), z.number()]), true, '格式不正确'],
])('describes %s', (_, schema, input, message) => {
  expect(schema.safeParse(input).error?.issues[0]?.message).toBe(message)
})
