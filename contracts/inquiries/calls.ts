import { z } from 'zod'
import { DELETE, file, GET, groupCalls, messageOnly, POST, PUT, sentences } from '../call.ts'
import { AuthorshipSchema } from '../content/revision.ts'
import { CALLS_PER_MINUTE } from '../limits.ts'
import { DOCX_TYPE, XLSX_TYPE } from '../mime-types.ts'
import { idParams, pathId } from '../path-id.ts'
import {
  AddendumCreateSchema,
  ClarificationAnswerSchema,
  InquiryCloseSchema,
  InquiryContentsSchema,
  InquiryCreateSchema,
  InquirySchema,
  InquirySummarySchema,
  InvitationCreateSchema,
  OpenedAnswersSchema,
  OpenerReplaceSchema,
  QuestionSuggestionSchema,
  RemindersSetSchema,
} from './inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from './messages.ts'
import { INQUIRY_DOCUMENTS } from './statuses.ts'
import { TransferPlanSchema, TransferSchema } from './transfer.ts'

const params = idParams('征询编号。')
const InvitationParamsSchema = params.extend({ invitation: pathId('邀请编号。') })
const OWN = { access: 'signed-in', failures: ['notFound', 'conflict'], params } as const
const OPENED = { access: 'signed-in', failures: ['notFound', 'conflict'] } as const

/** Calls of members who ask vendors. */
export const inquiryCalls = groupCalls(
  '征询',
  '向多家厂商书面提同样的问题；回答与报价在截止并开启之前加密，所有者与平台都不能查看。',
  {
    list: GET('/api/inquiries', {
      keys: 'own-inquiries:read',
      access: 'signed-in',
      reply: z.array(InquirySummarySchema),
      summary: '列出自己的征询，与须由自己一同确认开启的征询',
    }),
    create: POST('/api/inquiries', {
      hasIdempotencyKey: true,
      access: 'signed-in',
      failures: ['conflict', 'notFound'],
      body: InquiryCreateSchema,
      example: { title: '客服智能体征询', products: ['dify'] },
      reply: z.object({ id: z.string() }),
      message: MESSAGES.created,
      summary: '新建征询',
      description: '给出清单、评估项目或产品时，把其中未知与待更新的资料列为问题；项目的价格准则成为报价的问题。',
    }),
    get: GET('/api/inquiries/:id', {
      ...OWN,
      keys: 'own-inquiries:read',
      etag: 'returned',
      reply: InquirySchema,
      summary: '读取征询',
    }),
    getAuthorship: GET('/api/inquiries/:id/authorship', {
      ...OWN,
      reply: AuthorshipSchema,
      summary: '读取征询最近由谁、何时保存',
    }),
    update: PUT('/api/inquiries/:id', {
      ...OWN,
      etag: 'checked',
      body: InquiryContentsSchema,
      reply: InquirySchema,
      message: MESSAGES.saved,
      summary: '保存征询的草稿',
    }),
    remove: DELETE('/api/inquiries/:id', {
      ...OWN,
      reply: messageOnly,
      message: MESSAGES.removed,
      summary: '删除征询',
      description: '正在进行的征询须先结束。回答与文件一并删除。',
    }),
    listSuggestions: GET('/api/inquiries/:id/suggestions', {
      keys: 'own-inquiries:read',
      ...OWN,
      reply: z.array(QuestionSuggestionSchema),
      summary: '列出各产品未知或待更新的资料，以便提问',
    }),
    invite: POST('/api/inquiries/:id/invitations', {
      ...OWN,
      hasIdempotencyKey: true,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      body: InvitationCreateSchema,
      reply: InquirySchema,
      summary: '邀请厂商的一个邮箱',
      description: sentences('草稿发出时才寄邀请，已发出的征询立即寄。', '链接只寄给厂商，所有者看不到。'),
    }),
    renewInvitation: POST('/api/inquiries/:id/invitations/:invitation/mail', {
      ...OWN,
      hasIdempotencyKey: true,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      params: InvitationParamsSchema,
      reply: InquirySchema,
      message: MESSAGES.invitationRenewed,
      summary: '重新寄出邀请，原来的链接失效',
    }),
    removeInvitation: DELETE('/api/inquiries/:id/invitations/:invitation', {
      ...OWN,
      params: InvitationParamsSchema,
      reply: InquirySchema,
      message: MESSAGES.invitationRemoved,
      summary: '撤销邀请，链接立即失效',
    }),
    publish: POST('/api/inquiries/:id/publish', {
      ...OWN,
      failures: ['notFound', 'conflict', 'forbidden', 'invalid', 'versionConflict'],
      etag: 'checked',
      reply: InquirySchema,
      message: MESSAGES.published,
      summary: '发出征询并寄出邀请',
    }),
    addAddendum: POST('/api/inquiries/:id/addenda', {
      ...OWN,
      hasIdempotencyKey: true,
      body: AddendumCreateSchema,
      reply: InquirySchema,
      message: MESSAGES.addendumSent,
      summary: '发出补遗',
      description: '成为征询的新版本，厂商提交时须确认；可以加问题、推后截止时间。',
    }),
    answerClarification: PUT('/api/inquiries/:id/clarifications/:clarification', {
      ...OWN,
      params: params.extend({ clarification: pathId('提问的编号。') }),
      body: ClarificationAnswerSchema,
      reply: InquirySchema,
      message: MESSAGES.clarificationAnswered,
      summary: '答复厂商的提问，发给所有受邀厂商',
    }),
    setReminders: PUT('/api/inquiries/:id/reminders', {
      ...OWN,
      body: RemindersSetSchema,
      reply: InquirySchema,
      summary: '设定截止前是否提醒还没有提交的厂商',
      description: sentences(
        '发出后为提醒：截止前两天，从邀请到截止不超过四天的在中途，不足一天的不提醒。',
        '每个厂商只提醒一次；补遗推迟截止时间的，按新的时间再提醒一次。',
      ),
    }),
    replaceOpener: PUT('/api/inquiries/:id/second-opener', {
      ...OWN,
      failures: ['notFound', 'conflict', 'invalid'],
      body: OpenerReplaceSchema,
      reply: InquirySchema,
      message: MESSAGES.openerReplaced,
      summary: '更换第二位确认人',
      description: '开启之前由所有者更换，连同原因告知受邀厂商并记入开启记录；对方此前的确认作废。不能改为一人开启。',
    }),
    open: POST('/api/inquiries/:id/open', {
      ...OPENED,
      params,
      reply: InquirySchema,
      summary: '截止之后开启回答与报价',
      description: '记下开启人、时间与每份回答的哈希；需要第二位确认时，两人都确认后才开启。',
    }),
    listAnswers: GET('/api/inquiries/:id/answers', {
      keys: 'own-inquiries:read',
      ...OPENED,
      params,
      reply: z.array(OpenedAnswersSchema),
      summary: '读取已开启的回答，连同目录中的资料',
    }),
    downloadFile: GET('/api/inquiries/:id/files/:file', {
      keys: 'own-inquiries:read',
      ...OPENED,
      params: params.extend({ file: pathId('文件编号。') }),
      reply: file('application/octet-stream'),
      summary: '下载已开启的回答中的文件',
    }),
    downloadDocument: GET('/api/inquiries/:id/documents/:document', {
      keys: 'own-inquiries:read',
      ...OPENED,
      params: params.extend({
        document: z
          .enum(INQUIRY_DOCUMENTS)
          .describe('`opening`：开启记录；`clarifications`：澄清记录；`answers`：回答对照表。'),
      }),
      reply: file(DOCX_TYPE, XLSX_TYPE),
      summary: '下载开启记录、澄清记录（Word）或回答对照表（Excel）',
      description: '开启记录与回答对照表在开启之后才有，澄清记录在发出之后。',
    }),
    planTransfer: GET('/api/inquiries/:id/transfer/:project', {
      keys: 'own-inquiries:read',
      ...OPENED,
      params: params.extend({ project: pathId('评估项目的编号。') }),
      reply: TransferPlanSchema,
      summary: '查看回答与报价可以怎样取入评估项目',
    }),
    transfer: POST('/api/inquiries/:id/transfer', {
      ...OPENED,
      failures: ['notFound', 'conflict', 'invalid', 'versionConflict'],
      params,
      body: TransferSchema,
      reply: TransferPlanSchema,
      message: MESSAGES.transferred,
      summary: '把回答与报价取入评估项目',
      description: '回答成为候选的证据，等级为“厂商自述”；报价成为候选的报价，已有的只在明确要求时替换。',
    }),
    close: POST('/api/inquiries/:id/close', {
      ...OWN,
      body: InquiryCloseSchema,
      reply: InquirySchema,
      message: MESSAGES.closed,
      summary: '结束征询，告知各厂商结果',
      description: '没有开启就结束的，密钥随即销毁，回答不能再读取。',
    }),
  },
)
