import { expect, it } from 'vitest'
import { referrerHost } from './referrer-host.ts'

const OWN = ['zhijian.test', 'www.zhijian.cn']

it.each([
  ['www.baidu.com', 'baidu.com'],
  ['Mp.Weixin.QQ.com', 'mp.weixin.qq.com'],
  ['example.com:8443', 'example.com'],
  ['例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
  ['example.com.', 'example.com'],
])('%s is %s', (said, host) => {
  expect(referrerHost(said, OWN)).toBe(host)
})

it.each([
  undefined,
  '',
  'zhijian.test',
  'WWW.zhijian.test',
  'zhijian.cn',
  'localhost',
  '10.0.0.8',
  '127.1',
  '0x7f000001',
  '[::1]',
  'user:secret@example.com',
  'example.com/path?token=1',
  'example.com#a',
  '<script>alert(1)</script>.com',
  '=cmd().com',
  'a b.com',
  '..',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(80)}com`,
  'intranet',
  '\u0000.com',
])('%j is none', (said) => {
  expect(referrerHost(said, OWN)).toBeUndefined()
})
