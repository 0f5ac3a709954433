import { expect, it } from 'vitest'
import { ReplyPathsSchema } from '#contracts/agents/json-path.ts'
import { parseExample } from './parse-example.ts'

const parse = (example: string, paths: object) => parseExample(example, ReplyPathsSchema.parse(paths))
const values = (count: number) => JSON.stringify({ a: Array.from({ length: count }, () => 1) })
const PATHS = { reply: '$..x', input: '$..x', output: '$..x', steps: '$..x' }

it.each([
  ['a reply that is nested too deep', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, '回复嵌套过深'],
  ['an event that is nested too deep', `data: {"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, '回复嵌套过深'],
  ['too many values', values(30_000), '回复中的值过多'],
  ['too many values in all events', `data: ${values(3_000)}\n\n`.repeat(10), '回复中的值过多'],
  ['no JSON', 'OK', '对方的回复是一段文字，不是JSON；如果这段文字就是回答，回复的路径请填 $：OK'],
])('says why %s can be searched in vain', (_, example, error) => {
  expect(parse(example, PATHS)).toMatchObject({ reply: null, error: expect.stringContaining(error) })
})

it('finds what is named among many values', () => {
  expect(parse(values(30_000), { reply: '$.a[29999]' })).toMatchObject({ reply: '1', error: null })
})

it.each([
  [1e12, { input: 1e12, output: 5 }],
  [1e12 + 1, null],
  [1e300, null],
  [-1, null],
])('knows the tokens only if %d can be their number', (input, usage) => {
  const paths = { reply: '$.a', input: '$.input', output: '$.output' }
  expect(parse(JSON.stringify({ a: '好', input, output: 5 }), paths)).toMatchObject({ reply: '好', usage })
})

it('reads objects line by line, and a text as a whole', () => {
  expect(parse('{"a":"十五"}\n{"b":1}\n{"a":"天"}', { reply: '$.a' })).toMatchObject({ reply: '十五天', error: null })
  expect(parse('年假是十五天。', { reply: '$' })).toMatchObject({ reply: '年假是十五天。', error: null })
})
