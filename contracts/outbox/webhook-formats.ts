/** Receivers of events: a program that takes JSON, or a group bot of an office messenger. */
export const WEBHOOK_FORMATS = ['json', 'wecom', 'dingtalk', 'feishu'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]
export const WEBHOOK_FORMAT_LABELS: Record<WebhookFormat, string> = {
  json: '通用JSON',
  wecom: '企业微信群机器人',
  dingtalk: '钉钉群机器人',
  feishu: '飞书群机器人',
}
