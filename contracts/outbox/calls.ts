import { z } from 'zod'
import { DELETE, GET, groupCalls, messageOnly, POST, PUT, paged, sentences } from '../call.ts'
import { idParams, pathId } from '../path-id.ts'
import { WEBHOOK_MESSAGES } from './messages.ts'
import {
  DeliveryQuerySchema,
  DeliverySchema,
  EventDescriptionSchema,
  WebhookCreateSchema,
  WebhookSchema,
  WebhookSecretSchema,
  WebhookTestSchema,
  WebhookUpdateSchema,
} from './webhook.ts'

const WebhookParamsSchema = idParams('Webhook编号。')
const DeliveryParamsSchema = WebhookParamsSchema.extend({ delivery: pathId('投递编号。') })

/** The URL of a group's bot contains the token with which anyone can post to the group, so readers don't see webhooks. */
const MANAGED = { access: 'settings:write', failures: ['notFound'], params: WebhookParamsSchema } as const

export const webhookCalls = groupCalls(
  'Webhook',
  '平台上发生的事件，送到自己的程序或企业微信、钉钉、飞书的群：按Standard Webhooks签名，未送达的重试一天。',
  {
    listEvents: GET('/api/events/catalogue', {
      access: 'settings:read',
      reply: z.array(EventDescriptionSchema),
      summary: '列出可以订阅的事件与示例',
    }),
    list: GET('/api/webhooks', {
      access: 'settings:write',
      reply: z.array(WebhookSchema),
      summary: '列出Webhook',
    }),
    create: POST('/api/webhooks', {
      hasIdempotencyKey: true,
      access: 'settings:write',
      failures: ['conflict'],
      body: WebhookCreateSchema,
      example: { url: 'https://hooks.example.com/zhijian', events: ['lead.created'], format: 'json' },
      reply: WebhookSecretSchema,
      message: WEBHOOK_MESSAGES.created,
      summary: '添加Webhook',
      description: sentences(
        '`json` 不给出 `secret` 时生成一个签名密钥；密钥只在这次答复中出现。',
        '群机器人的 `secret` 是其“加签”或“签名校验”密钥，没有开启时不填。',
      ),
    }),
    get: GET('/api/webhooks/:id', {
      ...MANAGED,
      reply: WebhookSchema,
      etag: 'returned',
      summary: '读取Webhook',
    }),
    update: PUT('/api/webhooks/:id', {
      ...MANAGED,
      body: WebhookUpdateSchema,
      reply: WebhookSchema,
      etag: 'checked',
      message: WEBHOOK_MESSAGES.saved,
      summary: '保存Webhook',
      description: '不给出 `secret` 时保留原密钥；更换签名密钥后，24小时内同时以新旧两个密钥签名。',
    }),
    remove: DELETE('/api/webhooks/:id', {
      ...MANAGED,
      reply: messageOnly,
      message: WEBHOOK_MESSAGES.removed,
      summary: '删除Webhook及其投递记录',
    }),
    replaceSecret: POST('/api/webhooks/:id/secret', {
      ...MANAGED,
      hasIdempotencyKey: true,
      reply: WebhookSecretSchema,
      message: WEBHOOK_MESSAGES.secretReplaced,
      summary: '更换签名密钥',
      description: '只用于通用JSON；新密钥只在这次答复中出现。',
    }),
    test: POST('/api/webhooks/:id/test', {
      ...MANAGED,
      callsPerMinute: 6,
      reply: WebhookTestSchema,
      summary: '发送一次测试',
      description: '立即发送 `webhook.test`，不重试；返回是否送达与原因。',
    }),
    listDeliveries: GET('/api/webhooks/:id/deliveries', {
      ...MANAGED,
      query: DeliveryQuerySchema,
      reply: paged(DeliverySchema),
      summary: '列出投递记录',
      description: '新的在前，保留30天。',
    }),
    retry: POST('/api/webhooks/:id/deliveries/:delivery/retry', {
      access: 'settings:write',
      failures: ['notFound', 'conflict'],
      params: DeliveryParamsSchema,
      reply: messageOnly,
      message: WEBHOOK_MESSAGES.retried,
      summary: '重新发送一次',
      description: '已送达的返回409。',
    }),
  },
)
