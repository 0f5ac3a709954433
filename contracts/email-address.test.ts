import { expect, it } from 'vitest'
import { emailAddress } from './email-address.ts'

const schema = emailAddress('请输入邮箱', '请输入有效的邮箱地址')

it.each([
  ['in full width', 'ｚｈａｎｇ＠ｃｏｒｐ．ｅｘａｍｐｌｅ', 'zhang@corp.example'],
  ['with a zero-width space', 'zhang@\u200bcorp.example', 'zhang@corp.example'],
  ['with ideographic full stops', 'zhang@corp。example', 'zhang@corp.example'],
  ['with a Chinese domain', 'zhang@例子.中国', 'zhang@xn--fsqu00a.xn--fiqs8s'],
  ['with a Chinese domain and an ideographic full stop', 'zhang@例子。中国', 'zhang@xn--fsqu00a.xn--fiqs8s'],
  ['as it is', ' Zhang@Corp.example ', 'Zhang@Corp.example'],
])('accepts an address %s', (_, input, email) => {
  expect(schema.parse(input)).toBe(email)
})

it.each([
  'zhang',
  'zhang@',
  '@例子.中国',
  'zhang@例子',
  'zhang@例子.中国/x',
  'zhang@@corp.example',
  'zhang@a b.example',
])('rejects %j', (input) => {
  expect(schema.safeParse(input).success).toBe(false)
})
