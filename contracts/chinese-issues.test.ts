import { expect, it } from 'vitest'
import { z } from 'zod'
import './chinese-issues.ts'

const UnionSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('pairs') }),
  z.object({ method: z.literal('order') }),
])

it.each<{ case: string; schema: z.ZodType; input: unknown; message: string }>([
  { case: 'an unknown choice', schema: z.enum(['', 'agent', 'ai']), input: 'event', message: '只能是：agent、ai' },
  { case: 'an unknown kind of object', schema: UnionSchema, input: { method: 'sum' }, message: '只能是：pairs、order' },
  { case: 'a missing kind of object', schema: UnionSchema, input: {}, message: '只能是：pairs、order' },
  { case: 'a value of no type', schema: z.union([z.string(), z.number()]), input: true, message: '格式不正确' },
])('describes $case', ({ schema, input, message }) => {
  expect(schema.safeParse(input).error?.issues[0]?.message).toBe(message)
})
