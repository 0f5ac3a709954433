import { describe, expect, it } from 'vitest'
import { isBot } from './is-bot.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

describe('isBot', () => {
  it.each([
    undefined,
    '',
    'Googlebot/2.1',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'Sogou inst spider/4.0',
    'Mozilla/5.0 (compatible; 360Spider; +http://www.so.com/help/help_3_2.html)',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 Mobile Safari/537.36 (compatible; Bytespider)',
    'Mozilla/5.0 (compatible; ToutiaoSpider/1.0; +http://web.toutiao.com/media_cooperation/)',
    'YisouSpider',
    'Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
    'GPTBot/1.0',
    'curl/8.5.0',
    'python-requests/2.31',
    'node',
    'Apache-HttpClient/4.5',
    'Prometheus/2.4',
  ])('recognizes %s as a bot', (userAgent) => {
    expect(isBot(userAgent)).toBe(true)
  })

  it.each([
    WINDOWS,
    `${WINDOWS} Edg/120.0`,
    `${WINDOWS} 360SE`,
    `${WINDOWS} SE 2.X MetaSr 1.0`,
    `${ANDROID} MicroMessenger/8.0.44`,
    `${ANDROID} baiduboxapp/13.5`,
    `${ANDROID} MQQBrowser/14.5`,
    `${ANDROID} HuaweiBrowser/14.0`,
    `${ANDROID} XiaoMi/MiuiBrowser/17.9`,
    `${ANDROID} Quark/6.6`,
    `${ANDROID} SogouMobileBrowser/6.0`,
    `${ANDROID} NewsArticle/9.5.0 JsSdk/2`,
    `${ANDROID} DingTalk/7.0`,
    `${ANDROID} wxwork/4.1`,
    ANDROID.replace('V2309A', 'CUBOT NOTE 20'),
  ])("doesn't recognize %s as a bot", (userAgent) => {
    expect(isBot(userAgent)).toBe(false)
  })
})
