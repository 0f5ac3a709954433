/** The events of persons: each is recorded for those whom it concerns, and reaches their inboxes alone. */
import { z } from 'zod'
import { getPublicationLabel, LISTING_CHANGES, type ListingChange } from '../content-drafts/listing-change.ts'
import { formatMinuteInShanghai } from '../rules/shanghai-time.ts'
import { definePersonalEvent, eventUrl } from './define-event.ts'

/** A comment, and what it is about, such as `产品提交“示例客服智能体”`. */
const CommentDataSchema = z.object({
  id: z.string(),
  subject: z.string(),
  author: z.string(),
  text: z.string(),
  url: eventUrl,
})
type CommentData = z.output<typeof CommentDataSchema>

const COMMENT_EXAMPLE: CommentData = {
  id: '0b6f1a52-9b1e-4c55-8d39-0a8c1c2d3e4f',
  subject: '产品提交“示例客服智能体”',
  author: '张三',
  text: '请核对部署方式',
  url: 'https://zhijian.example.com/admin/submissions?id=3f0c6a52-5f4e-4a0e-9d0f-6f5f0f6a1c11',
}
/** Longer comments are read where they were written. */
const EXCERPT_LENGTH = 120

const describeComment = ({ subject, author, text }: CommentData): string[] => [
  subject,
  `${author}：${text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text}`,
]

/** A submission, for the member of the staff to whom it is assigned; without texts of the vendor, which may contain contacts. */
const AssignedSubmissionDataSchema = z.object({
  id: z.string(),
  productName: z.string(),
  companyName: z.string(),
  url: eventUrl,
})
type AssignedSubmissionData = z.output<typeof AssignedSubmissionDataSchema>

const ASSIGNED_SUBMISSION_EXAMPLE: AssignedSubmissionData = {
  id: '3f0c6a52-5f4e-4a0e-9d0f-6f5f0f6a1c11',
  productName: '示例客服智能体',
  companyName: '示例科技',
  url: 'https://zhijian.example.com/admin/submissions?id=3f0c6a52-5f4e-4a0e-9d0f-6f5f0f6a1c11',
}
const describeAssignedSubmission = ({ productName, companyName }: AssignedSubmissionData): string[] => [
  `产品提交“${productName}”`,
  `厂商：${companyName}`,
]

const formatTime = (time: string): string => formatMinuteInShanghai(new Date(time))

/** What is published at a time: a document or a product, by its title. */
const PublicationDataSchema = z.object({
  id: z.string(),
  title: z.string(),
  at: z.iso.datetime(),
  /** Absent in what was stored before it was told. */
  listingChange: z.enum(LISTING_CHANGES).nullable().default(null),
  url: eventUrl,
})
const PUBLICATION_EXAMPLE: z.output<typeof PublicationDataSchema> = {
  id: 'home',
  title: '首页',
  at: '2026-11-23T02:00:00.000Z',
  listingChange: null,
  url: 'https://zhijian.example.com/admin/home-management',
}

/** Says what happened to a product's listing, or didn't; nothing for what was simply published. */
const describeListing = (change: ListingChange | null, verb: '已' | '没有'): string[] =>
  change === null ? [] : [`产品${verb}${getPublicationLabel(change)}`]

export const PERSONAL_EVENTS = {
  'comment.mentioned': definePersonalEvent({
    label: '有人在批注中提到您',
    data: CommentDataSchema,
    example: COMMENT_EXAMPLE,
    describe: describeComment,
  }),
  'comment.replied': definePersonalEvent({
    label: '有人回复了您的批注',
    data: CommentDataSchema,
    example: COMMENT_EXAMPLE,
    describe: describeComment,
  }),
  'assignment.assigned': definePersonalEvent({
    label: '有事项交给您处理',
    data: z.object({
      id: z.string(),
      subject: z.string(),
      assignedBy: z.string(),
      dueAt: z.iso.datetime().nullable(),
      url: eventUrl,
    }),
    example: {
      id: 'b7a2a0f4-27b3-4d13-8a64-6f6f6bb0a5d1',
      subject: '咨询线索“示例集团”',
      assignedBy: '张三',
      dueAt: '2026-11-23T02:00:00.000Z',
      url: 'https://zhijian.example.com/admin/leads?lead=b7a2a0f4-27b3-4d13-8a64-6f6f6bb0a5d1',
    },
    describe: ({ subject, assignedBy, dueAt }) => [
      subject,
      `指派人：${assignedBy}`,
      ...(dueAt === null ? [] : [`截止时间：${formatTime(dueAt)}`]),
    ],
  }),
  'assignment.corrected': definePersonalEvent({
    label: '您负责的提交已补正',
    data: AssignedSubmissionDataSchema,
    example: ASSIGNED_SUBMISSION_EXAMPLE,
    describe: describeAssignedSubmission,
  }),
  'assignment.messaged': definePersonalEvent({
    label: '您负责的提交有厂商的消息',
    data: AssignedSubmissionDataSchema,
    example: ASSIGNED_SUBMISSION_EXAMPLE,
    describe: describeAssignedSubmission,
  }),
  'publication.done': definePersonalEvent({
    label: '定时的发布或上下架已完成',
    data: PublicationDataSchema,
    example: PUBLICATION_EXAMPLE,
    describe: ({ title, at, listingChange }) => [
      title,
      ...describeListing(listingChange, '已'),
      `计划时间：${formatTime(at)}`,
    ],
  }),
  'publication.failed': definePersonalEvent({
    label: '定时的发布或上下架没有完成',
    data: PublicationDataSchema.extend({ reason: z.string() }),
    example: { ...PUBLICATION_EXAMPLE, reason: '名称已被另一个产品使用' },
    describe: ({ title, at, listingChange, reason }) => [
      title,
      ...describeListing(listingChange, '没有'),
      `计划时间：${formatTime(at)}`,
      `原因：${reason}`,
    ],
  }),
  'key.expiring': definePersonalEvent({
    label: '接口密钥即将到期',
    data: z.object({ id: z.string(), keyName: z.string(), expiresAt: z.iso.datetime(), url: eventUrl }),
    example: {
      id: '1d2c3b4a-6f5e-4d7c-8b9a-0c1d2e3f4a5b',
      keyName: '数据同步',
      expiresAt: '2027-03-01T02:00:00.000Z',
      url: 'https://zhijian.example.com/admin/keys',
    },
    describe: ({ keyName, expiresAt }) => [keyName, `到期时间：${formatTime(expiresAt)}`],
  }),
} as const
