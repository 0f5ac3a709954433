import { expect, it } from 'vitest'
import { detectDevice, findReferrerHost } from './visitor.ts'

const OWN_HOSTS = ['zhijian.test', 'www.zhijian.cn']

it.each([
  ['www.baidu.com', 'baidu.com'],
  ['Mp.Weixin.QQ.com', 'mp.weixin.qq.com'],
  ['example.com:8443', 'example.com'],
  ['例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
  ['example.com.', 'example.com'],
])('normalizes the referrer %s to %s', (rawHost, host) => {
  expect(findReferrerHost(rawHost, OWN_HOSTS)).toBe(host)
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
])('%j has no referrer', (rawHost) => {
  expect(findReferrerHost(rawHost, OWN_HOSTS)).toBeUndefined()
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'desktop'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'desktop'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'desktop'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'mobile'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'mobile'],
  ['Mozilla/5.0 (Linux; Android 14; V2309A) Mobile Safari/537.36 MicroMessenger/8.0.50', 'mobile'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 ArkWeb/4.1 Mobile', 'mobile'],
  ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'tablet'],
] as const)('%s is a %s', (userAgent, device) => {
  expect(detectDevice(userAgent)).toBe(device)
})
