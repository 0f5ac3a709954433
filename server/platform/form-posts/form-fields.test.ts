import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SITE_FORMS } from '#contracts/forms.ts'
import { createFieldReader } from './form-fields.ts'

const read = (schema: z.ZodType, body: string) => createFieldReader(schema)(new URLSearchParams(body))

describe('createFieldReader', () => {
  it('reads texts, numbers and checkboxes as declared by the schema', () => {
    const schema = z.object({
      name: z.string(),
      score: z.int(),
      price: z.number(),
      agrees: z.literal(true),
      list: z.array(z.string()),
    })
    expect(read(schema, 'name=%E7%94%B2+1&score=86&price=1.5&agrees=on&list=a&other=b')).toEqual({
      values: { name: '甲 1', score: '86', price: '1.5', agrees: 'on' },
      body: { name: '甲 1', score: 86, price: 1.5, agrees: true },
    })
  })

  it.each([
    ['', ''],
    ['+', ' '],
    ['abc', 'abc'],
    ['3.7', 3.7],
    ['1e2', 100],
    ['-1', -1],
  ])('passes the number %j as %j to the schema', (typed, score) => {
    expect(read(z.object({ score: z.int() }), `score=${typed}`).body).toEqual({ score })
  })

  it('omits missing fields and unknown keys', () => {
    expect(read(z.object({ name: z.string() }), '__proto__=x&constructor=y&form=z')).toEqual({ values: {}, body: {} })
  })

  it('normalizes line breaks as the JSON calls do', () => {
    expect(read(z.object({ text: z.string() }), 'text=a%0D%0Ab').body).toEqual({ text: 'a\nb' })
  })

  it.each(Object.entries(SITE_FORMS))('reads every required field of %s', (_, { call }) => {
    const required =
      z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any', metadata: z.registry() }).required ?? []
    const fields = new URLSearchParams(required.map((name) => [name, '1']))
    expect(Object.keys(createFieldReader(call.body)(fields).body).sort()).toEqual([...required].sort())
  })
})
