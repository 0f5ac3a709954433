/** Builds webhook requests and validates the replies, in our own JSON format or that of a chat robot. */

import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { WEBHOOK_MESSAGES as MESSAGES } from '#contracts/outbox/messages.ts'
import { TEAM_EVENTS, type TeamEventName } from '#contracts/outbox/team-events.ts'
import type { WebhookFormat } from '#contracts/outbox/webhook-formats.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { WebhookError, type WebhookReply, type WebhookRequest } from '#server/platform/webhook.ts'
import { signRequest } from './webhook-signature.ts'

/** Who gets a message. `secrets` are signing keys for `json`, the newest first; of a bot, the secret of its signature check. */
export type Receiver = { url: string; format: WebhookFormat; secrets: readonly string[] }

/** A message: as JSON for programs, as text for chat groups. `id` is the same for every attempt to deliver it. */
export type Message = { id: string; body: string; text: string }

/**
 * The number of characters. The lowest limit of all robots is that of 企业微信: 2,048 bytes, three per Chinese character.
 */
const MAX_TEXT_LENGTH = 600

/** Returns the message about an event. Throws a `ZodError` if its data doesn't belong to its name. */
export function createEventMessage(
  { id, name, createdAt, data }: { id: string; name: TeamEventName; createdAt: string; data: unknown },
  siteName: string,
): Message {
  const event = TEAM_EVENTS[name].read(data)
  const text = `【${siteName}】${TEAM_EVENTS[name].label}：${event.lines.join('\n')}`
  return {
    id,
    body: JSON.stringify({ type: name, timestamp: createdAt, data: event.data }),
    text: `${text.slice(0, MAX_TEXT_LENGTH)}\n${event.data.url}`,
  }
}

/** Returns the message of a test. Its text contains 告警, as a bot's keyword filter may require. */
export const createTestMessage = (id: string, createdAt: string, siteName: string): Message => ({
  id,
  body: JSON.stringify({ type: 'webhook.test', timestamp: createdAt, data: {} }),
  text: `【${siteName}】测试：这个群可以收到平台的事件；这不是告警，无须处理。`,
})

const REQUEST_BUILDERS: Record<WebhookFormat, (receiver: Receiver, message: Message, now: Date) => WebhookRequest> = {
  json: ({ url, secrets }, { id, body }, now) => ({
    url,
    headers: signRequest(secrets, { id, timestamp: now, body }),
    body,
  }),

  wecom: ({ url }, message) => ({ url, headers: {}, body: toTextMessage(message) }),

  /** With 加签, the timestamp and the signature are query parameters. */
  dingtalk(receiver, message, now) {
    const url = new URL(receiver.url)
    const [secret] = receiver.secrets
    if (secret !== undefined) {
      const timestamp = String(now.getTime())
      url.searchParams.set('timestamp', timestamp)
      const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
      url.searchParams.set('sign', sign)
    }
    return { url: url.href, headers: {}, body: toTextMessage(message) }
  },

  /**
   * With 签名校验, the timestamp and the signature are in the body. 飞书 specifies that timestamp and secret are the key of
   * the HMAC, and that its message is empty.
   */
  feishu({ url, secrets: [secret] }, { text }, now) {
    const message = { msg_type: 'text', content: { text } }
    if (secret === undefined) return { url, headers: {}, body: JSON.stringify(message) }
    const timestamp = String(Math.floor(now.getTime() / 1_000))
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')
    return { url, headers: {}, body: JSON.stringify({ timestamp, sign, ...message }) }
  },
}

/** Returns a text message in the format that 企业微信 and 钉钉 share. */
const toTextMessage = ({ text }: Message): string => JSON.stringify({ msgtype: 'text', text: { content: text } })

/** Returns the request that delivers a message to a receiver at a time. */
export const createWebhookRequest = (receiver: Receiver, message: Message, now: Date): WebhookRequest =>
  REQUEST_BUILDERS[receiver.format](receiver, message, now)

/**
 * A robot's reply. Its error code is called `errcode` by 企业微信 and 钉钉, `code` by 飞书, and `StatusCode` by older
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

/** Throws `WebhookError` unless the reply confirms that the receiver accepted the message. */
export function assertAccepted(format: WebhookFormat, { status, body }: WebhookReply): void {
  if (status >= 300 && status <= 399) throw new WebhookError(MESSAGES.redirected(status))
  if (status < 200 || status > 299) throw new WebhookError(MESSAGES.status(status))
  if (format === 'json') return
  const { success, data: reply } = RobotReplySchema.safeParse(tryParseJson(body))
  if (!success) throw new WebhookError(MESSAGES.unreadable)
  if (reply.errcode !== 0)
    throw new WebhookError(MESSAGES.rejected(reply.errcode, reply.errmsg.slice(0, MAX_REASON_LENGTH)))
}
