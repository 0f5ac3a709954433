/** Webhooks: URLs that are told of events. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { LIST, TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { storedText } from '../stored-text.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from './messages.ts'
import { TEAM_EVENT_NAMES, TEAM_EVENTS, type TeamEventName } from './team-events.ts'
import { WEBHOOK_FORMATS } from './webhook-formats.ts'

/** An address without credentials: it is shown and recorded. */
const url = storedText()
  .trim()
  .max(TEXT.link)
  .superRefine((text, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message })
    const parsed = URL.parse(text)
    // The parser drops line breaks and tabs, so that another address would be called than the one that is shown.
    if (/\p{Cc}/u.test(text)) report(MESSAGES.urlLineBreak)
    else if (!parsed || !/^https?:$/.test(parsed.protocol)) report(MESSAGES.url)
    else if (parsed.username !== '' || parsed.password !== '') report(MESSAGES.urlCredentials)
  })

/** Keys as Standard Webhooks specifies them: `whsec_`, then 24 to 64 bytes in Base64. */
const SIGNING_KEY = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/

/** Returns whether a text is a signing key in the format of Standard Webhooks. */
export function isSigningKey(text: string): boolean {
  const [, base64 = ''] = SIGNING_KEY.exec(text) ?? []
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
  return base64.length % 4 === 0 && bytes >= 24 && bytes <= 64
}

/** What is entered about a webhook. Of `json`, `secret` is a signing key; of a bot, the secret of its signature check. */
const WebhookInputSchema = z.object({
  url,
  events: z
    .array(z.enum(TEAM_EVENT_NAMES, MESSAGES.unknownEvent))
    .min(1, MESSAGES.events)
    .transform((events): TeamEventName[] => TEAM_EVENT_NAMES.filter((name) => events.includes(name))),
  format: z.enum(WEBHOOK_FORMATS, MESSAGES.unknownFormat).default('json'),
  secret: storedText().trim().max(TEXT.line).optional(),
})

const withValidSecret = <Schema extends z.ZodType<{ format: string; secret?: string | undefined }>>(schema: Schema) =>
  schema.refine(({ format, secret }) => format !== 'json' || !secret || isSigningKey(secret), {
    path: ['secret'],
    message: MESSAGES.secret,
  })

/** Without a `secret`, a key is generated for `json`, and a bot gets unsigned messages. */
export const WebhookCreateSchema = withValidSecret(WebhookInputSchema)
export type WebhookCreate = z.output<typeof WebhookCreateSchema>

/** An omitted `secret` stays the same; `''` removes that of a bot. */
export const WebhookUpdateSchema = withValidSecret(WebhookInputSchema.extend({ isActive: z.boolean().default(true) }))
export type WebhookUpdate = z.output<typeof WebhookUpdateSchema>

/** `secret` is shown once; `null` if the bot checks no signature. */
export const WebhookSecretSchema = z.object({ id: z.string(), secret: z.string().nullable() })

export const WebhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(TEAM_EVENT_NAMES)),
    format: z.enum(WEBHOOK_FORMATS),
    hasSecret: z.boolean(),
    isActive: z.boolean(),
    /** Since when no delivery has succeeded; `null` after a success. */
    failingSince: z.iso.datetime().nullable(),
    /** Why and when it was switched off, if not by a person. */
    switchedOffAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    /** The number of deliveries within the retention, by status. */
    counts: z.object({ waiting: z.int(), delivered: z.int(), failed: z.int() }),
    version: z.int(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof WebhookSchema>

/** `waiting` for its first attempt or another one. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
export const DELIVERY_STATUS_LABELS: Record<DeliveryStatus, string> = {
  waiting: '待送达',
  delivered: '已送达',
  failed: '未送达',
}

/** One event on its way to one webhook. */
export const DeliverySchema = z
  .object({
    id: z.string(),
    event: z.enum(TEAM_EVENT_NAMES),
    /** The event's own id, the same for all webhooks: `webhook-id` of Standard Webhooks. */
    eventId: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    createdAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
    /** The status of the last reply; `null` if there was none. */
    replyStatus: z.int().nullable(),
    /** Why the last attempt failed; '' if it didn't. */
    error: z.string(),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.output<typeof DeliverySchema>

export const DeliveryQuerySchema = z.object({
  page: pageNumber.default(1),
  status: z.enum(DELIVERY_STATUSES).optional().describe('投递的状态。'),
})
export type DeliveryQuery = z.output<typeof DeliveryQuerySchema>

/** The outcome of a test: `message` explains a failure. */
export const WebhookTestSchema = z.object({ isDelivered: z.boolean(), message: z.string() })
export type WebhookTest = z.output<typeof WebhookTestSchema>

export const EventDescriptionSchema = z.object({
  name: z.enum(TEAM_EVENT_NAMES),
  label: z.string(),
  example: z.record(z.string(), z.unknown()),
})

/** Describes every event for those who write receivers. */
export const EVENT_CATALOGUE: readonly z.output<typeof EventDescriptionSchema>[] = TEAM_EVENT_NAMES.map((name) => ({
  name,
  label: TEAM_EVENTS[name].label,
  example: {
    type: name,
    timestamp: '2026-11-22T02:00:00.000Z',
    data: TEAM_EVENTS[name].example,
  },
}))

/** The number of webhooks that can be added. */
export const MAX_WEBHOOKS = LIST.short
