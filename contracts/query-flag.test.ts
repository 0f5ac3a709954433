import { expect, it } from 'vitest'
import { z } from 'zod'
import { queryFlag } from './query-flag.ts'

const schema = z.object({ late: queryFlag('只列出超时的。') })

it.each([
  [{}, false],
  [{ late: 'true' }, true],
  [{ late: 'false' }, false],
  [{ late: true }, true],
])('parses %j', (query, late) => {
  expect(schema.parse(query)).toEqual({ late })
})

it.each(['1', '', 'TRUE', ['true', 'true']])('rejects %j', (late) => {
  expect(schema.safeParse({ late }).success).toBe(false)
})

it('is described as `true` or `false` in a URL', () => {
  expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
    properties: { late: { type: 'string', enum: ['true', 'false'], default: 'false' } },
  })
})
