/** How a receiver is told of an alarm, and how it says that it has taken it: our own form, or that of a group's robot. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AlarmEvent } from '#contracts/alarms/alarm.ts'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import type { WebhookFormat } from '#contracts/alarms/webhook-formats.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import { signEvent, WebhookFailure, type WebhookReply, type WebhookRequest } from '#server/platform/webhook.ts'

/** Where alarms go, as the settings say. */
export type Receiver = Pick<AlarmSettings, 'webhookUrl' | 'webhookFormat' | 'webhookSecret'>

type Telling = { now: Date; getKey: () => Buffer }

/** Robots take texts of 2,048 bytes, 企业微信's the least: a character of Chinese is three. */
const TEXT_LENGTH = 600

const TITLES: Record<AlarmEvent['type'], string> = {
  'alarm.raised': '告警',
  'alarm.resolved': '已解除',
  'alarm.test': '测试告警',
}

/** Returns what a group reads of an alarm, without markup: a robot's filter may ask for the word 告警. */
export function formatAlarmText({ type, data }: AlarmEvent): string {
  const lines = [
    `【${data.site}】${TITLES[type]}：${data.label}`,
    data.detail,
    ...(type === 'alarm.raised' ? [data.advice] : []),
    ...(data.node === '' ? [] : [`节点：${data.node}`]),
    `告警开始：${formatMinuteInShanghai(new Date(data.raisedAt))}（北京时间）`,
    ...(data.resolvedAt === null ? [] : [`告警解除：${formatMinuteInShanghai(new Date(data.resolvedAt))}（北京时间）`]),
  ]
  return `${lines.join('\n').slice(0, TEXT_LENGTH)}\n${data.url}`
}

const FORMATS: Record<WebhookFormat, (receiver: Receiver, event: AlarmEvent, telling: Telling) => WebhookRequest> = {
  json({ webhookUrl: address }, event, { now, getKey }) {
    const body = JSON.stringify(event)
    // One event of one alarm, however often it is tried.
    const id = `${event.data.id}.${event.type}`
    return { address, headers: signEvent(getKey(), { id, timestamp: now, body }), body }
  },

  wecom: ({ webhookUrl: address }, event) => ({ address, headers: {}, body: toTextMessage(event) }),

  /** With 加签, time and signature are in the address. */
  dingtalk({ webhookUrl, webhookSecret: secret }, event, { now }) {
    const url = new URL(webhookUrl)
    if (secret !== '') {
      const timestamp = String(now.getTime())
      url.searchParams.set('timestamp', timestamp)
      const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
      url.searchParams.set('sign', sign)
    }
    return { address: url.href, headers: {}, body: toTextMessage(event) }
  },

  /** With 签名校验, time and signature are in the body; time and secret are the key, and nothing is what it signs. */
  feishu({ webhookUrl: address, webhookSecret: secret }, event, { now }) {
    const message = { msg_type: 'text', content: { text: formatAlarmText(event) } }
    if (secret === '') return { address, headers: {}, body: JSON.stringify(message) }
    const timestamp = String(Math.floor(now.getTime() / 1_000))
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')
    return { address, headers: {}, body: JSON.stringify({ timestamp, sign, ...message }) }
  },
}

/** 企业微信 and 钉钉 take the same. */
const toTextMessage = (event: AlarmEvent): string =>
  JSON.stringify({ msgtype: 'text', text: { content: formatAlarmText(event) } })

/** Returns the request by which a receiver is told of an event. */
export const createWebhookRequest = (receiver: Receiver, event: AlarmEvent, telling: Telling): WebhookRequest =>
  FORMATS[receiver.webhookFormat](receiver, event, telling)

/** The replies of robots: 飞书's has `code`, and had `StatusCode`. A number other than 0 is a refusal, whatever the status. */
const RobotReplySchema = z.union([
  z
    .object({ errcode: z.int(), errmsg: z.string().default('') })
    .transform(({ errcode, errmsg }) => ({ errcode, errmsg })),
  z
    .object({ code: z.int(), msg: z.string().default('') })
    .transform(({ code, msg }) => ({ errcode: code, errmsg: msg })),
  z
    .object({ StatusCode: z.int(), StatusMessage: z.string().default('') })
    .transform(({ StatusCode, StatusMessage }) => ({ errcode: StatusCode, errmsg: StatusMessage })),
])
/** What a robot says of a refusal is cut to so many characters. */
const REASON_LENGTH = 200

/** Throws `WebhookFailure` if a reply doesn't say that the receiver has taken an event. */
export function assertTaken(format: WebhookFormat, { status, body }: WebhookReply): void {
  if (status < 200 || status > 299) throw new WebhookFailure(ALARM_MESSAGES.status(status))
  if (format === 'json') return
  const { success, data: reply } = RobotReplySchema.safeParse(parseJson(body))
  if (!success) throw new WebhookFailure(ALARM_MESSAGES.unreadable)
  if (reply.errcode !== 0)
    throw new WebhookFailure(ALARM_MESSAGES.rejected(reply.errcode, reply.errmsg.slice(0, REASON_LENGTH)))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
