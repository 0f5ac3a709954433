/** The events of the team: what programs, chat groups and the staff can be told of. */
import { z } from 'zod'
import { RUN_STATUS_LABELS, RUN_STATUSES, TRIAL_OUTCOME_LABELS, TRIAL_OUTCOMES } from '../evaluation-runs/statuses.ts'
import { CATALOGUE_LABELS } from '../products/table-messages.ts'
import { formatMinuteInShanghai } from '../rules/shanghai-time.ts'
import { FORM_PART_LABELS, FORM_PARTS } from '../submissions/form-parts.ts'
import { CATALOGUES, LEAD_KIND_LABELS, LEAD_KINDS } from '../vocabulary.ts'
import { defineTeamEvent, eventUrl } from './define-event.ts'

const SubmissionDataSchema = z.object({
  id: z.string(),
  productName: z.string(),
  companyName: z.string(),
  /** Whether it changes a product in the catalogue. */
  isUpdate: z.boolean(),
  url: eventUrl,
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
  url: eventUrl,
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

const LeadDataSchema = z.object({ id: z.string(), kind: z.enum(LEAD_KINDS), companyName: z.string(), url: eventUrl })
type LeadData = z.output<typeof LeadDataSchema>
const LEAD_EXAMPLE: LeadData = {
  id: 'b7a2a0f4-27b3-4d13-8a64-6f6f6bb0a5d1',
  kind: 'consultation',
  companyName: '示例集团',
  url: 'https://zhijian.example.com/admin/leads?lead=b7a2a0f4-27b3-4d13-8a64-6f6f6bb0a5d1',
}
const describeLead = ({ kind, companyName }: LeadData): string[] => [companyName, `种类：${LEAD_KIND_LABELS[kind]}`]

const ProductDataSchema = z.object({ id: z.string(), name: z.string(), catalogue: z.enum(CATALOGUES), url: eventUrl })
const PRODUCT_EXAMPLE: z.output<typeof ProductDataSchema> = {
  id: '6c1f9d0a-4f43-4a11-9a43-2f0d9b1f7c55',
  name: '示例客服智能体',
  catalogue: 'agent',
  url: 'https://zhijian.example.com/products/example-agent',
}

/** What happened to a product of a catalogue. */
const PRODUCT_CHANGES = ['created', 'updated', 'removed', 'restored'] as const
export type ProductChange = (typeof PRODUCT_CHANGES)[number]
const PRODUCT_CHANGE_LABELS: Record<ProductChange, string> = {
  created: '新增',
  updated: '修改',
  removed: '移入回收站',
  restored: '从回收站恢复',
}

/** Every event that can be subscribed to, by its name. */
export const TEAM_EVENTS = {
  'submission.created': defineTeamEvent({
    label: '收到产品提交',
    permission: 'submissions:read',
    data: SubmissionDataSchema,
    example: SUBMISSION_EXAMPLE,
    describe: (data) => [describeProduct(data), ...(data.isUpdate ? ['修改已上架的产品'] : [])],
  }),
  'submission.decided': defineTeamEvent({
    label: '产品提交已审核',
    permission: 'submissions:read',
    data: SubmissionDataSchema.extend({ status: z.enum(['approved', 'rejected']) }),
    example: { ...SUBMISSION_EXAMPLE, status: 'approved' },
    describe: (data) => [describeProduct(data), data.status === 'approved' ? '结果：通过' : '结果：未通过'],
  }),
  'submission.returned': defineTeamEvent({
    label: '产品提交已退回补正',
    permission: 'submissions:read',
    data: SubmissionDataSchema.extend({
      /** The parts of the form that have to be corrected. */
      parts: z.array(z.enum(FORM_PARTS)),
    }),
    example: { ...SUBMISSION_EXAMPLE, parts: ['productDescription', 'website'] },
    describe: (data) => [
      describeProduct(data),
      `待补正：${data.parts.map((part) => FORM_PART_LABELS[part]).join('、')}`,
    ],
  }),
  'submission.corrected': defineTeamEvent({
    label: '产品提交已补正',
    permission: 'submissions:read',
    data: SubmissionDataSchema,
    example: SUBMISSION_EXAMPLE,
    describe: (data) => [describeProduct(data), '等待继续审核'],
  }),
  'lead.created': defineTeamEvent({
    label: '收到咨询线索',
    permission: 'leads:read',
    data: LeadDataSchema,
    example: LEAD_EXAMPLE,
    describe: describeLead,
  }),
  'lead.late': defineTeamEvent({
    label: '咨询线索超时未联系',
    permission: 'leads:read',
    data: LeadDataSchema.extend({ dueAt: z.iso.datetime() }),
    example: { ...LEAD_EXAMPLE, dueAt: '2026-11-23T02:00:00.000Z' },
    describe: (data) => [...describeLead(data), `应在${formatTime(data.dueAt)}之前联系`],
  }),
  'review.pending': defineTeamEvent({
    label: '收到会员评价',
    permission: 'reviews:read',
    data: z.object({ id: z.string(), productName: z.string(), url: eventUrl }),
    example: {
      id: '5d0c2b1e-1c53-4bb5-8f3e-9a6f5f1f2b77',
      productName: '示例客服智能体',
      url: 'https://zhijian.example.com/admin/reviews?review=5d0c2b1e-1c53-4bb5-8f3e-9a6f5f1f2b77',
    },
    describe: ({ productName }) => [productName],
  }),
  'product.updated': defineTeamEvent({
    label: '产品有变更',
    permission: 'products:read',
    data: ProductDataSchema.extend({ change: z.enum(PRODUCT_CHANGES) }),
    example: { ...PRODUCT_EXAMPLE, change: 'updated' },
    describe: ({ name, change }) => [name, `变更：${PRODUCT_CHANGE_LABELS[change]}`],
  }),
  /** Instead of an event for each product, if many are changed at once, as by an import. */
  'catalogue.updated': defineTeamEvent({
    label: '产品目录批量变更',
    permission: 'products:read',
    data: z.object({ catalogue: z.enum(CATALOGUES), products: z.int(), url: eventUrl }),
    example: { catalogue: 'agent', products: 120, url: 'https://zhijian.example.com/products' },
    describe: ({ catalogue, products }) => [CATALOGUE_LABELS[catalogue], `变更的产品：${products}个`],
  }),
  'facts.updated': defineTeamEvent({
    label: '产品资料有更新',
    permission: 'products:read',
    data: ProductDataSchema.extend({ facts: z.int() }),
    example: { ...PRODUCT_EXAMPLE, facts: 3 },
    describe: ({ name, facts }) => [name, `变更的资料：${facts}项`],
  }),
  /** Without the titles of the project and the run, which are their owner's: only that it ran, and how far. */
  'run.finished': defineTeamEvent({
    label: '实测运行结束',
    permission: 'evaluations:read',
    data: z.object({
      id: z.string(),
      project: z.string(),
      status: z.enum(RUN_STATUSES),
      isJudging: z.boolean().describe('是否为裁判模型的判定，而不是对候选的提问。'),
      planned: z.int(),
      outcomes: z.record(z.enum(TRIAL_OUTCOMES), z.int()),
      url: eventUrl,
    }),
    example: {
      id: '2b6f7d0e-3a51-4f5c-9f0e-7d1a4c6b8e90',
      project: '9e0d1c2b-4a5f-4b6c-8d7e-0f1a2b3c4d5e',
      status: 'finished',
      isJudging: false,
      planned: 60,
      outcomes: { passed: 48, failed: 9, error: 1, limited: 0, unscored: 2 },
      url: 'https://zhijian.example.com/evaluation/projects/9e0d1c2b-4a5f-4b6c-8d7e-0f1a2b3c4d5e',
    },
    describe: ({ status, isJudging, planned, outcomes }) => [
      `${isJudging ? '裁判模型的判定' : '实测'}${RUN_STATUS_LABELS[status]}，计划${planned}次`,
      TRIAL_OUTCOMES.filter((outcome) => outcomes[outcome] > 0)
        .map((outcome) => `${TRIAL_OUTCOME_LABELS[outcome]}${outcomes[outcome]}次`)
        .join('，'),
    ],
  }),
  'alarm.raised': defineTeamEvent({
    label: '告警',
    permission: 'settings:read',
    data: AlarmDataSchema,
    example: ALARM_EXAMPLE,
    describe: describeAlarm,
  }),
  'alarm.resolved': defineTeamEvent({
    label: '告警已解除',
    permission: 'settings:read',
    data: AlarmDataSchema,
    example: { ...ALARM_EXAMPLE, resolvedAt: '2026-11-22T03:00:00.000Z' },
    describe: describeAlarm,
  }),
} as const

export type TeamEventName = keyof typeof TEAM_EVENTS
export const TEAM_EVENT_NAMES = Object.keys(TEAM_EVENTS) as [TeamEventName, ...TeamEventName[]]
