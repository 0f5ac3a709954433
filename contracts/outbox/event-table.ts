/**
 * The table of events: what happens on the platform that programs and chat groups can be told of. No event contains
 * contact data, or anything of a member's own projects; `url` leads to the record, for those who may read it.
 */
import { z } from 'zod'
import { formatMinuteInShanghai } from '../rules/shanghai-time.ts'
import { LEAD_KIND_LABELS, LEAD_KINDS } from '../vocabulary.ts'

const url = z.url().describe('后台页面的地址，须登录查看。')
type DataSchema = z.ZodObject<{ url: typeof url }>

type EventDefinition<Data extends DataSchema> = {
  label: string
  data: Data
  /** An example of the data, for the API reference. */
  example: z.output<Data>
  /** Returns what the message to a chat group says after the label and a colon, line by line. */
  describe(data: z.output<Data>): readonly string[]
}

const defineEvent = <Data extends DataSchema>(definition: EventDefinition<Data>) => ({
  ...definition,
  /** Parses the data of a stored event. Returns it with the lines of its message. */
  read(stored: unknown) {
    const data = definition.data.parse(stored)
    return { data, lines: definition.describe(data) }
  },
})

const SubmissionDataSchema = z.object({
  id: z.string(),
  productName: z.string(),
  companyName: z.string(),
  /** Whether it changes a product in the catalogue. */
  isUpdate: z.boolean(),
  url,
})
const SUBMISSION_EXAMPLE: z.output<typeof SubmissionDataSchema> = {
  id: '3f0c6a52-5f4e-4a0e-9d0f-6f5f0f6a1c11',
  productName: '示例客服智能体',
  companyName: '示例科技',
  isUpdate: false,
  url: 'https://zhijian.example.com/admin/submissions?id=3f0c6a52-5f4e-4a0e-9d0f-6f5f0f6a1c11',
}
const describeProduct = ({ productName, companyName }: { productName: string; companyName: string }): string =>
  companyName === '' ? productName : `${productName}（${companyName}）`

const AlarmDataSchema = z.object({
  /** Identical in the `raised` and the `resolved` event of one alarm. */
  id: z.string(),
  alarm: z.string(),
  label: z.string(),
  detail: z.string(),
  advice: z.string(),
  /** The node that the alarm concerns; '' if it concerns all. */
  node: z.string(),
  raisedAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  site: z.string(),
  url,
})
export type AlarmData = z.output<typeof AlarmDataSchema>

const ALARM_EXAMPLE: AlarmData = {
  id: '8a1f3e7c-90a4-4a7e-9a5b-0c6f7c1d2e3f',
  alarm: 'lowSpace',
  label: '磁盘空间不足',
  detail: '磁盘仅剩120 MB，低于500 MB。',
  advice: '请清理或扩容；空间用尽后，任何内容都无法保存。',
  node: 'web-1:3000',
  raisedAt: '2026-11-22T02:00:00.000Z',
  resolvedAt: null,
  site: '智鉴',
  url: 'https://zhijian.example.com/admin/settings?tab=system',
}
const formatTime = (time: string): string => `${formatMinuteInShanghai(new Date(time))}（北京时间）`

/** Describes an alarm. The label contains 告警, as a bot's keyword filter may require. */
const describeAlarm = ({ label, detail, advice, node, raisedAt, resolvedAt }: AlarmData): string[] => [
  label,
  detail,
  ...(resolvedAt === null ? [advice] : []),
  ...(node === '' ? [] : [`节点：${node}`]),
  `告警开始：${formatTime(raisedAt)}`,
  ...(resolvedAt === null ? [] : [`告警解除：${formatTime(resolvedAt)}`]),
]

const LeadDataSchema = z.object({ id: z.string(), kind: z.enum(LEAD_KINDS), companyName: z.string(), url })
type LeadData = z.output<typeof LeadDataSchema>
const LEAD_EXAMPLE: LeadData = {
  id: 'b7a2a0f4-27b3-4d13-8a64-6f6f6bb0a5d1',
  kind: 'consultation',
  companyName: '示例集团',
  url: 'https://zhijian.example.com/admin/leads?lead=b7a2a0f4-27b3-4d13-8a64-6f6f6bb0a5d1',
}
const describeLead = ({ kind, companyName }: LeadData): string[] => [companyName, `种类：${LEAD_KIND_LABELS[kind]}`]

/** Every event that can be subscribed to, by its name. */
export const EVENTS = {
  'submission.created': defineEvent({
    label: '收到产品提交',
    data: SubmissionDataSchema,
    example: SUBMISSION_EXAMPLE,
    describe: (data) => [describeProduct(data), ...(data.isUpdate ? ['修改已上架的产品'] : [])],
  }),
  'submission.decided': defineEvent({
    label: '产品提交已审核',
    data: SubmissionDataSchema.extend({ status: z.enum(['approved', 'rejected']) }),
    example: { ...SUBMISSION_EXAMPLE, status: 'approved' },
    describe: (data) => [describeProduct(data), data.status === 'approved' ? '结果：通过' : '结果：未通过'],
  }),
  'lead.created': defineEvent({
    label: '收到咨询线索',
    data: LeadDataSchema,
    example: LEAD_EXAMPLE,
    describe: describeLead,
  }),
  'lead.late': defineEvent({
    label: '咨询线索超时未联系',
    data: LeadDataSchema.extend({ dueAt: z.iso.datetime() }),
    example: { ...LEAD_EXAMPLE, dueAt: '2026-11-23T02:00:00.000Z' },
    describe: (data) => [...describeLead(data), `应在${formatTime(data.dueAt)}之前联系`],
  }),
  'review.pending': defineEvent({
    label: '收到会员评价',
    data: z.object({ id: z.string(), productName: z.string(), url }),
    example: {
      id: '5d0c2b1e-1c53-4bb5-8f3e-9a6f5f1f2b77',
      productName: '示例客服智能体',
      url: 'https://zhijian.example.com/admin/reviews?review=5d0c2b1e-1c53-4bb5-8f3e-9a6f5f1f2b77',
    },
    describe: ({ productName }) => [productName],
  }),
  'alarm.raised': defineEvent({
    label: '告警',
    data: AlarmDataSchema,
    example: ALARM_EXAMPLE,
    describe: describeAlarm,
  }),
  'alarm.resolved': defineEvent({
    label: '告警已解除',
    data: AlarmDataSchema,
    example: { ...ALARM_EXAMPLE, resolvedAt: '2026-11-22T03:00:00.000Z' },
    describe: describeAlarm,
  }),
} as const

export type EventName = keyof typeof EVENTS
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]]
export type EventData<Name extends EventName> = z.output<(typeof EVENTS)[Name]['data']>
