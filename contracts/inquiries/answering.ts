/** An inquiry as an invited vendor sees and answers it. */
import { z } from 'zod'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { AddendumSchema, ClarificationSchema } from './inquiry.ts'
import { ANSWERING_MESSAGES as MESSAGES } from './messages.ts'
import {
  AnswerContentSchema,
  AnswerFileSchema,
  AnswerSaveSchema,
  AnswerSchema,
  AskedQuestionSchema,
  HandedInBySchema,
} from './question.ts'
import { INVITATION_STATUSES, OUTCOMES, SUGGESTION_SOURCES } from './statuses.ts'

/** The secret of an invitation's link. It is sent in the body, so that it never appears in a log or a referrer. */
const token = z
  .string()
  .min(1)
  .max(TEXT.line)
  .describe('邀请链接中的密钥；厂商组织的成员以自己的账号作答时，为取得作答的密钥时给的编号，须已登录。')

/** An answer that is proposed to the vendor, who decides whether to use it. */
const SuggestionSchema = AnswerContentSchema.extend({
  question: z.string(),
  source: z.enum(SUGGESTION_SOURCES),
  at: z.string().nullable().describe('目录资料的日期，或自己上次保存的时间。'),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

const ReceiptSchema = z.object({
  submittedAt: z.iso.datetime(),
  version: z.int(),
  hash: z.string().describe('所提交内容的SHA-256（十六进制），开启记录中相同。'),
  isChanged: z.boolean().describe('提交之后是否又有修改，这些修改还没有提交。'),
  proposesFacts: z.boolean().describe('提交时是否同意在开启之后把资料的回答作为产品更新提交平台审核。'),
  by: HandedInBySchema.nullable().describe('以厂商组织成员的身份提交的人；凭邀请链接提交的为空。'),
})

export const AnsweringSchema = z
  .object({
    title: z.string(),
    background: z.string(),
    terms: z.string(),
    askerName: z.string().describe('没有署名时为空。'),
    productName: z.string(),
    email: z.string().describe('邀请寄到的邮箱。'),
    organisation: z.string().nullable().describe('以厂商组织成员的身份作答时为组织的名称；凭邀请链接作答时为空。'),
    status: z.enum(INVITATION_STATUSES),
    deadline: z.iso.datetime(),
    now: z.iso.datetime().describe('服务器此刻的时间，截止以它为准。'),
    canAnswer: z.boolean(),
    isOpened: z.boolean(),
    outcome: z.enum(OUTCOMES).nullable(),
    outcomeText: z.string(),
    version: z.int(),
    addenda: z.array(AddendumSchema),
    questions: z.array(AskedQuestionSchema),
    answers: z.array(AnswerSchema),
    files: z.array(AnswerFileSchema),
    fileTypes: z.array(z.string()),
    suggestions: z.array(SuggestionSchema),
    kept: z.int().describe('这个邮箱的回答库中有几条回答。'),
    canProposeFacts: z.boolean().describe('邀请的邮箱代表这个产品，开启之后可以把资料作为更新提交审核。'),
    clarifications: z.array(ClarificationSchema).describe('已有答复的，以及自己问的。'),
    receipt: ReceiptSchema.nullable(),
  })
  .meta({ id: 'InquiryAnswering' })
export type Answering = z.infer<typeof AnsweringSchema>

export const AnsweringRequestSchema = z.object({ token })
export const AnswerSaveRequestSchema = z.object({ token, answer: AnswerSaveSchema })
export const SubmitRequestSchema = z.object({
  token,
  version: z.int().min(1).describe('看过并确认的征询版本。'),
  isKept: z
    .boolean()
    .default(false)
    .describe('是否把资料与文字的回答存入这个邮箱的回答库，以后的征询可以直接用；报价与文件从不存入。只能凭邀请链接。'),
  proposesFacts: z
    .boolean()
    .optional()
    .describe('是否同意开启之后把资料的回答作为产品更新提交平台审核，不填则与上次提交相同；只有产品的联系邮箱可以。'),
})
export type SubmitRequest = z.infer<typeof SubmitRequestSchema>
export const DeclineRequestSchema = z.object({
  token,
  isBlocked: z.boolean().describe('这个邮箱是否从此不再接收任何征询邮件。'),
})
export const ClarificationRequestSchema = z.object({ token, question: requiredText(MESSAGES.question, TEXT.paragraph) })
export const FileRequestSchema = z.object({ token, file: z.string().max(TEXT.word) })
export const FileFieldsSchema = z.object({ token, question: KeySchema })
