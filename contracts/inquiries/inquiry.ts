/** Inquiries (征询): the same questions to several vendors in writing, whose answers are sealed until one hour. */

import { z } from 'zod'
import { MEMBER_ROLE_NAMES } from '../colleagues/roles.ts'
import '../chinese-issues.ts'
import { emailAddress } from '../email-address.ts'
import { KeySchema, reportDuplicates } from '../evaluation-analysis/keys.ts'
import { FactSchema } from '../facts/fact.ts'
import { INQUIRIES, SHORTLIST_LIMITS, TEXT } from '../limits.ts'
import { requiredName, requiredText, storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { INQUIRY_MESSAGES as MESSAGES } from './messages.ts'
import { AskedQuestionSchema, HandedInSchema, QuestionSchema } from './question.ts'
import { INQUIRY_STATUSES, INVITATION_STATUSES, OUTCOMES } from './statuses.ts'

/** A product that vendors are asked about; one that isn't in the catalogue has a name only. */
const AskedProductSchema = z.object({
  key: KeySchema,
  name: requiredName(MESSAGES.productUnknown),
  productId: z.string().max(TEXT.word).nullable(),
  catalogue: z.enum(CATALOGUES).nullable(),
})
export type AskedProduct = z.infer<typeof AskedProductSchema>

const DeadlineSchema = z.iso.datetime(MESSAGES.deadlineFormat).describe('截止时间（UTC），按服务器的时钟。')
const QuestionsSchema = z.array(QuestionSchema).max(INQUIRIES.questions, MESSAGES.tooManyQuestions(INQUIRIES.questions))
const EmailSchema = emailAddress(MESSAGES.email, MESSAGES.emailFormat)

/** Everything that the owner of a draft can change. */
export const InquiryContentsSchema = z
  .object({
    title: requiredText(MESSAGES.title),
    background: storedText().max(TEXT.long),
    terms: storedText().max(TEXT.long),
    deadline: DeadlineSchema.nullable(),
    isNamed: z.boolean().describe('是否告诉厂商询问人的姓名与单位。'),
    secondOpener: z
      .union([z.literal(''), EmailSchema])
      .describe('须与所有者一同确认开启的人的账号邮箱；留空为所有者一人开启。'),
    products: z.array(AskedProductSchema).max(INQUIRIES.products),
    questions: QuestionsSchema,
  })
  .superRefine(({ products, questions }, context) => {
    reportDuplicates(
      products.map(({ key }, index) => ({ key, path: ['products', index, 'key'] })),
      context,
    )
    reportDuplicates(
      questions.map(({ key }, index) => ({ key, path: ['questions', index, 'key'] })),
      context,
    )
    for (const [index, { attribute }] of questions.entries())
      if (attribute !== null && questions.findIndex((other) => other.attribute === attribute) < index)
        context.addIssue({
          code: 'custom',
          path: ['questions', index, 'attribute'],
          message: MESSAGES.duplicateAttribute,
        })
  })
  .meta({ id: 'InquiryContents' })
export type InquiryContents = z.infer<typeof InquiryContentsSchema>

/** A new inquiry: blank, about products, or about those of a shortlist with questions on what isn't known of them. */
export const InquiryCreateSchema = z
  .object({
    title: requiredText(MESSAGES.title),
    shortlist: z.string().max(TEXT.word).optional().describe('选型清单的编号：取其候选产品与未知的资料。'),
    project: z
      .string()
      .max(TEXT.word)
      .optional()
      .describe('评估项目的编号：取其候选，未知的资料与价格准则成为问题；开启之后可以把回答取回这个项目。'),
    catalogue: z.enum(CATALOGUES).default('agent'),
    products: z.array(z.string().max(TEXT.word)).max(SHORTLIST_LIMITS.candidates).default([]).describe('产品编号。'),
  })
  .meta({ id: 'InquiryCreate' })
export type InquiryCreate = z.infer<typeof InquiryCreateSchema>

export const InvitationCreateSchema = z.object({ product: KeySchema, email: EmailSchema })
export type InvitationCreate = z.infer<typeof InvitationCreateSchema>

/** An addendum (补遗): an explanation, perhaps with more questions and a later deadline. */
export const AddendumCreateSchema = z.object({
  note: requiredText(MESSAGES.addendumEmpty, TEXT.paragraph),
  deadline: DeadlineSchema.nullable().default(null),
  questions: QuestionsSchema.default([]),
})
export type AddendumCreate = z.infer<typeof AddendumCreateSchema>

/** Another second opener, because the one named can't confirm the opening any more. */
export const OpenerReplaceSchema = z.object({
  email: EmailSchema.describe('新的第二位确认人的账号邮箱。'),
  reason: requiredText(MESSAGES.openerReason, TEXT.line).describe('更换的原因，告知已受邀的厂商。'),
})
export type OpenerReplace = z.infer<typeof OpenerReplaceSchema>

/** Whether vendors who haven't handed in are reminded. */
export const RemindersSetSchema = z.object({ isOn: z.boolean() })

const OutcomeTextSchema = requiredText(MESSAGES.outcomeText, TEXT.paragraph)

/** Ends an inquiry. Each invited vendor without an outcome of its own is told `text`. */
export const InquiryCloseSchema = z.object({
  text: OutcomeTextSchema.describe('告知没有单独结果的厂商的话。'),
  outcomes: z
    .array(
      z.object({
        invitation: z.string().max(TEXT.word),
        outcome: z.enum(OUTCOMES),
        text: OutcomeTextSchema,
      }),
    )
    .max(INQUIRIES.invitations)
    .default([]),
})
export type InquiryClose = z.infer<typeof InquiryCloseSchema>

export const ClarificationAnswerSchema = z.object({
  answer: requiredText(MESSAGES.clarificationAnswer, TEXT.paragraph),
})

/** An invited address. Only its vendor knows the link. */
const InvitationSchema = z
  .object({
    id: z.string(),
    product: z.string().describe('产品在征询中的编号。'),
    email: z.string(),
    status: z.enum(INVITATION_STATUSES),
    statusAt: z.iso.datetime(),
    submittedAt: z.iso.datetime().nullable(),
    isNewestConfirmed: z.boolean().describe('提交时是否已确认最新的补遗。'),
    reminderDueAt: z.iso
      .datetime()
      .nullable()
      .describe('届时仍未提交就邮件提醒的时间；已经提醒、不再提醒与距截止不足一天才邀请的为 `null`。'),
    remindedAt: z.iso.datetime().nullable().describe('提醒过的时间；没有提醒为 `null`。'),
    outcome: z.enum(OUTCOMES).nullable(),
  })
  .meta({ id: 'InquiryInvitation' })
export type Invitation = z.infer<typeof InvitationSchema>

/** A question that a vendor asks back; nobody is told which one. `answer` is '' until it is answered. */
export const ClarificationSchema = z
  .object({
    id: z.string(),
    question: z.string(),
    answer: z.string(),
    askedAt: z.iso.datetime(),
    answeredAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'InquiryClarification' })
export type Clarification = z.infer<typeof ClarificationSchema>

export const AddendumSchema = z.object({
  version: z.int(),
  note: z.string(),
  deadline: z.string(),
  at: z.iso.datetime(),
})

/** The record of an opening: who confirmed it when, and what had been handed in, by hash. */
export const OpeningSchema = z
  .object({
    confirmations: z.array(z.object({ name: z.string(), at: z.iso.datetime() })),
    isOpenerMissing: z.boolean().describe('第二位确认人的账号已不可用，须由所有者更换后才能开启。'),
    replacements: z
      .array(z.object({ from: z.string(), to: z.string(), reason: z.string(), by: z.string(), at: z.iso.datetime() }))
      .describe('更换第二位确认人的记录。'),
    openedAt: z.iso.datetime().nullable(),
    handedIn: z.array(
      z.object({
        invitation: z.string(),
        submittedAt: z.iso.datetime(),
        hash: z.string().describe('SHA-256（十六进制）。'),
      }),
    ),
  })
  .meta({ id: 'InquiryOpening' })
export type Opening = z.infer<typeof OpeningSchema>

/** The mails about an inquiry that haven't reached anybody. */
const UnsentMailsSchema = z.object({
  waiting: z.int().describe('过了一分钟仍没有寄出、平台还会再寄的邮件数。'),
  failed: z.int().describe('寄送失败的邮件数。'),
})

export const InquirySchema = z
  .object({
    id: z.string(),
    status: z.enum(INQUIRY_STATUSES),
    isDue: z.boolean().describe('截止时间是否已过。'),
    role: z
      .enum([...MEMBER_ROLE_NAMES, 'opener'])
      .describe('自己的身份；`opener` 为须一同确认开启的人，只能查看与确认。'),
    contents: InquiryContentsSchema,
    askerName: z.string().describe('署名时厂商看到的名称。'),
    asked: z.array(AskedQuestionSchema).describe('厂商看到的问题；草稿为此刻发出的样子。'),
    publishedVersion: z.int().describe('已发出的版本，补遗各加1；草稿为0。'),
    publishedAt: z.iso.datetime().nullable(),
    deadline: z.iso.datetime().nullable(),
    project: z.string().nullable().describe('回答与报价取入的评估项目；没有选过为 `null`。'),
    isReminding: z.boolean().describe('截止前是否提醒还没有提交的厂商。'),
    invitations: z.array(InvitationSchema),
    clarifications: z.array(ClarificationSchema),
    addenda: z.array(AddendumSchema),
    opening: OpeningSchema,
    mails: UnsentMailsSchema,
    version: z.int(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Inquiry' })
export type Inquiry = z.infer<typeof InquirySchema>

export const InquirySummarySchema = InquirySchema.pick({
  id: true,
  status: true,
  isDue: true,
  role: true,
  deadline: true,
  updatedAt: true,
})
  .extend({ title: z.string(), invited: z.int(), submitted: z.int() })
  .meta({ id: 'InquirySummary' })
export type InquirySummary = z.infer<typeof InquirySummarySchema>

/** An attribute that could be asked for, and of which products it isn't known, or known from stale data only. */
export const QuestionSuggestionSchema = z.object({
  attribute: z.string(),
  label: z.string(),
  group: z.string(),
  unknown: z.array(z.string()).describe('资料未知的产品名称。'),
  stale: z.array(z.string()).describe('资料待更新的产品名称。'),
})
export type QuestionSuggestion = z.infer<typeof QuestionSuggestionSchema>

/** What a vendor handed in, beside what the catalogue says about the product now. */
export const OpenedAnswersSchema = z
  .object({
    invitation: z.string(),
    handedIn: HandedInSchema,
    submittedAt: z.iso.datetime(),
    facts: z.array(FactSchema),
  })
  .meta({ id: 'OpenedAnswers' })
export type OpenedAnswers = z.infer<typeof OpenedAnswersSchema>
