import { describe, expect, it } from 'vitest'
import { TEAM_EVENTS } from '#contracts/outbox/team-events.ts'
import type { WebhookFormat } from '#contracts/outbox/webhook-formats.ts'
import { assertAccepted, createEventMessage, createWebhookRequest } from './webhook-requests.ts'

const NOW = new Date(1_763_776_800_000)
const SECRET = 'SECthisisasecret'
const ALARM = {
  id: '1.alarm.raised',
  name: 'alarm.raised',
  createdAt: '2026-11-22T02:00:00.000Z',
  data: {
    id: '1',
    alarm: 'lowSpace',
    label: '磁盘空间不足',
    detail: '数据所在磁盘只剩 120 MB。',
    advice: '请清理或扩容。',
    node: 'web-1',
    raisedAt: '2026-11-22T02:00:00.000Z',
    resolvedAt: null,
    site: '智鉴',
    url: 'https://zhijian.test/admin/settings?tab=system',
  },
} as const
const MESSAGE_TEXT = `【智鉴】告警：磁盘空间不足
数据所在磁盘只剩 120 MB。
请清理或扩容。
节点：web-1
告警开始：2026-11-22 10:00（北京时间）
https://zhijian.test/admin/settings?tab=system`

const MESSAGE = createEventMessage(ALARM, '智鉴')
const createRequest = (format: WebhookFormat, url: string, secret?: string) =>
  createWebhookRequest({ format, url, secrets: secret === undefined ? [] : [secret] }, MESSAGE, NOW)

describe('the message about an event', () => {
  it('contains the data as JSON for programs', () => {
    expect(JSON.parse(MESSAGE.body)).toEqual({ type: 'alarm.raised', timestamp: ALARM.createdAt, data: ALARM.data })
  })

  it('contains the alarm, the node, the time and the URL as text for chat groups', () => {
    expect(MESSAGE.text).toBe(MESSAGE_TEXT)
  })

  it('is truncated to the robots’ length limit, but retains the URL', () => {
    const long = createEventMessage({ ...ALARM, data: { ...ALARM.data, detail: '长'.repeat(5_000) } }, '智鉴').text
    expect(Buffer.byteLength(long)).toBeLessThan(2_048)
    expect(long).toMatch(/tab=system$/)
  })

  it('includes the time of resolution, and no advice any more', () => {
    const data = { ...ALARM.data, resolvedAt: '2026-11-22T03:00:00.000Z' }
    const { text } = createEventMessage({ ...ALARM, name: 'alarm.resolved', data }, '智鉴')
    expect(text).toContain('【智鉴】告警已解除：磁盘空间不足')
    expect(text).toContain('告警解除：2026-11-22 11:00（北京时间）')
    expect(text).not.toContain('请清理')
  })

  it.each(Object.entries(TEAM_EVENTS))('says what %s is about and where to look', (name, { label, example, read }) => {
    const { lines } = read(example)
    expect(lines[0]).not.toBe('')
    const event = { id: '1', name, createdAt: ALARM.createdAt, data: example }
    const { text } = createEventMessage({ ...event, name: name as keyof typeof TEAM_EVENTS }, '智鉴')
    expect(text).toContain(`【智鉴】${label}：${lines[0]}`)
    expect(text.endsWith(example.url)).toBe(true)
  })
})

describe('a request', () => {
  it('is sent to 企业微信 as a text message', () => {
    const url = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6'
    const request = createRequest('wecom', url, SECRET)
    expect(request).toEqual({ url, headers: {}, body: expect.any(String) })
    expect(JSON.parse(request.body)).toEqual({ msgtype: 'text', text: { content: MESSAGE_TEXT } })
  })

  // The expected signatures were computed with the vendors' published Python examples for this time and secret.
  it('is signed in the query string for 钉钉', () => {
    const url = 'https://oapi.dingtalk.com/robot/send?access_token=abc'
    expect(createRequest('dingtalk', url).url).toBe(url)
    const { url: signedUrl, body } = createRequest('dingtalk', url, SECRET)
    expect(signedUrl).toBe(`${url}&timestamp=1763776800000&sign=BN32rlZnS8rj3SF8EOor%2FznR%2BTdg8DUza%2BMq6qTShms%3D`)
    expect(JSON.parse(body)).toEqual({ msgtype: 'text', text: { content: MESSAGE_TEXT } })
  })

  it('is signed in the body for 飞书', () => {
    const url = 'https://open.feishu.cn/open-apis/bot/v2/hook/abc'
    const message = { msg_type: 'text', content: { text: MESSAGE_TEXT } }
    expect(JSON.parse(createRequest('feishu', url).body)).toEqual(message)
    const { url: target, body } = createRequest('feishu', url, SECRET)
    expect(target).toBe(url)
    expect(JSON.parse(body)).toEqual({
      timestamp: '1763776800',
      sign: 'wsEvr5YVuMZXuzA+7R0K8ECiGcHcP7lGYHAFVoGKxac=',
      ...message,
    })
  })

  // The example of the specification of Standard Webhooks, with its key, id, time and body.
  it('is signed as Standard Webhooks specifies, with every key that is valid', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', text: '' }
    const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${Buffer.alloc(24).toString('base64')}`]
    const receiver = { format: 'json', url: 'https://hooks.example/', secrets } as const
    const { headers } = createWebhookRequest(receiver, message, new Date(1_614_265_330_000))
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': expect.stringMatching(/^v1,g0hM9SsE\+OTPJTGt\/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,\S{44}$/),
    })
  })
})

describe('a receiver’s reply', () => {
  it.each<[WebhookFormat, number, string]>([
    ['json', 204, ''],
    ['wecom', 200, '{"errcode":0,"errmsg":"ok"}'],
    ['dingtalk', 200, '{"errcode":0,"errmsg":"ok"}'],
    ['feishu', 200, '{"code":0,"msg":"success","data":{}}'],
    ['feishu', 200, '{"StatusCode":0,"StatusMessage":"success"}'],
  ])('is a success: %s %i %s', (format, status, body) => {
    expect(() => assertAccepted(format, { status, body })).not.toThrow()
  })

  it.each<[WebhookFormat, number, string, string]>([
    ['json', 500, '', '对方答复了500'],
    ['json', 302, '', '对方要求转到另一个地址（302），请直接填写最终的地址'],
    ['wecom', 404, '{"errcode":0}', '对方答复了404'],
    ['wecom', 200, '{"errcode":93000,"errmsg":"invalid webhook url"}', 'invalid webhook url（93000）'],
    ['dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}', 'sign not match（310000）'],
    ['feishu', 200, '{"code":19021,"msg":"sign match fail","data":{}}', 'sign match fail（19021）'],
    ['feishu', 200, '{"code":9499}', '没有说明原因（9499）'],
    ['dingtalk', 200, '<html></html>', '无法识别'],
    ['wecom', 200, '', '无法识别'],
  ])('is a failure: %s %i %s', (format, status, body, message) => {
    expect(() => assertAccepted(format, { status, body })).toThrow(message)
  })
})
