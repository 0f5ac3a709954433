import { describe, expect, it } from 'vitest'
import type { AlarmEvent } from '#contracts/alarms/alarm.ts'
import type { WebhookFormat } from '#contracts/alarms/webhook-formats.ts'
import { assertAccepted, createWebhookRequest, formatAlarmText } from './webhook-requests.ts'

const NOW = new Date(1_763_776_800_000)
const SECRET = 'SECthisisasecret'
const EVENT: AlarmEvent = {
  type: 'alarm.raised',
  timestamp: '2026-11-22T02:00:00.000Z',
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
}
const MESSAGE_TEXT = `【智鉴】告警：磁盘空间不足
数据所在磁盘只剩 120 MB。
请清理或扩容。
节点：web-1
告警开始：2026-11-22 10:00（北京时间）
https://zhijian.test/admin/settings?tab=system`

const createRequest = (webhookFormat: WebhookFormat, webhookUrl: string, webhookSecret = '') =>
  createWebhookRequest({ webhookFormat, webhookUrl, webhookSecret }, EVENT, {
    now: NOW,
    getKey: () => Buffer.alloc(32),
  })

describe('a message for a chat robot', () => {
  it('contains the alarm, the node, the time and the URL', () => {
    expect(formatAlarmText(EVENT)).toBe(MESSAGE_TEXT)
  })

  it('is truncated to the robots’ length limit, but retains the URL', () => {
    const long = formatAlarmText({ ...EVENT, data: { ...EVENT.data, detail: '长'.repeat(5_000) } })
    expect(Buffer.byteLength(long)).toBeLessThan(2_048)
    expect(long).toMatch(/tab=system$/)
  })

  it('includes the time of resolution', () => {
    const data = { ...EVENT.data, resolvedAt: '2026-11-22T03:00:00.000Z' }
    const text = formatAlarmText({ ...EVENT, type: 'alarm.resolved', data })
    expect(text).toContain('【智鉴】已解除：磁盘空间不足')
    expect(text).toContain('告警解除：2026-11-22 11:00（北京时间）')
  })

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
})

describe('a receiver’s response', () => {
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
