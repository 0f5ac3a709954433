/** Builds webhook requests and validates the responses, in our own JSON format or that of a chat robot. */

import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AlarmEvent } from '#contracts/alarms/alarm.ts'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import type { WebhookFormat } from '#contracts/alarms/webhook-formats.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import { WebhookError, type WebhookReply, type WebhookRequest } from '#server/platform/webhook.ts'
import { signEvent } from './webhook-signature.ts'

export type WebhookReceiver = Pick<AlarmSettings, 'webhookUrl' | 'webhookFormat' | 'webhookSecret'>

type SigningContext = { now: Date; getKey: () => Buffer }

/**
 * The number of characters. The lowest limit of all robots is that of 企业微信: 2,048 bytes, three per Chinese character.
 */
const MAX_TEXT_LENGTH = 600

const TITLES: Record<AlarmEvent['type'], string> = {
  'alarm.raised': '告警',
  'alarm.resolved': '已解除',
  'alarm.test': '测试告警',
}

/**
 * Returns the message for a chat group as plain text. It contains 告警, because a robot's keyword filter may require it.
 */
export function formatAlarmText({ type, data }: AlarmEvent): string {
  const lines = [
    `【${data.site}】${TITLES[type]}：${data.label}`,
    data.detail,
    ...(type === 'alarm.raised' ? [data.advice] : []),
    ...(data.node === '' ? [] : [`节点：${data.node}`]),
    `告警开始：${formatMinuteInShanghai(new Date(data.raisedAt))}（北京时间）`,
    ...(data.resolvedAt === null ? [] : [`告警解除：${formatMinuteInShanghai(new Date(data.resolvedAt))}（北京时间）`]),
  ]
  return `${lines.join('\n').slice(0, MAX_TEXT_LENGTH)}\n${data.url}`
}

const REQUEST_BUILDERS: Record<
  WebhookFormat,
  (receiver: WebhookReceiver, event: AlarmEvent, context: SigningContext) => WebhookRequest
> = {
  json({ webhookUrl: url }, event, { now, getKey }) {
    const body = JSON.stringify(event)
    // The idempotency key: the same for every attempt to deliver this event.
    const id = `${event.data.id}.${event.type}`
    return { url, headers: signEvent(getKey(), { id, timestamp: now, body }), body }
  },

  wecom: ({ webhookUrl: url }, event) => ({ url, headers: {}, body: toTextMessage(event) }),

  /** With 加签, the timestamp and the signature are query parameters. */
  dingtalk({ webhookUrl, webhookSecret: secret }, event, { now }) {
    const url = new URL(webhookUrl)
    if (secret !== '') {
      const timestamp = String(now.getTime())
      url.searchParams.set('timestamp', timestamp)
      const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
      url.searchParams.set('sign', sign)
    }
    return { url: url.href, headers: {}, body: toTextMessage(event) }
  },

  /**
   * With 签名校验, the timestamp and the signature are in the body. 飞书 specifies that timestamp and secret are the key of
   * the HMAC, and that its message is empty.
   */
  feishu({ webhookUrl: url, webhookSecret: secret }, event, { now }) {
    const message = { msg_type: 'text', content: { text: formatAlarmText(event) } }
    if (secret === '') return { url, headers: {}, body: JSON.stringify(message) }
    const timestamp = String(Math.floor(now.getTime() / 1_000))
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')
    return { url, headers: {}, body: JSON.stringify({ timestamp, sign, ...message }) }
  },
}

/** Returns an event as a text message in the format that 企业微信 and 钉钉 share. */
const toTextMessage = (event: AlarmEvent): string =>
  JSON.stringify({ msgtype: 'text', text: { content: formatAlarmText(event) } })

/** Returns the request that reports an event to a receiver. */
export const createWebhookRequest = (
  receiver: WebhookReceiver,
  event: AlarmEvent,
  context: SigningContext,
): WebhookRequest => REQUEST_BUILDERS[receiver.webhookFormat](receiver, event, context)

/**
 * A robot's response. Its error code is called `errcode` by 企业微信 and 钉钉, `code` by 飞书, and `StatusCode` by older
 * versions of 飞书. 0 means success; robots send status 200 with other codes, too.
 */
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

/** A robot's reason for a rejection is truncated to this many characters. */
const MAX_REASON_LENGTH = 200

/** Throws `WebhookError` unless the response confirms that the receiver accepted the event. */
export function assertAccepted(format: WebhookFormat, { status, body }: WebhookReply): void {
  if (status >= 300 && status <= 399) throw new WebhookError(ALARM_MESSAGES.redirected(status))
  if (status < 200 || status > 299) throw new WebhookError(ALARM_MESSAGES.status(status))
  if (format === 'json') return
  const { success, data: reply } = RobotReplySchema.safeParse(tryParseJson(body))
  if (!success) throw new WebhookError(ALARM_MESSAGES.unreadable)
  if (reply.errcode !== 0)
    throw new WebhookError(ALARM_MESSAGES.rejected(reply.errcode, reply.errmsg.slice(0, MAX_REASON_LENGTH)))
}
