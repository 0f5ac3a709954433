import { z } from 'zod'
import { file, GET, groupCalls, messageOnly, POST } from '../call.ts'
import { CALLS_PER_MINUTE } from '../limits.ts'
import { idParams } from '../path-id.ts'
import {
  AnsweringRequestSchema,
  AnsweringSchema,
  AnswerSaveRequestSchema,
  ClarificationRequestSchema,
  DeclineRequestSchema,
  FileFieldsSchema,
  FileRequestSchema,
  SubmitRequestSchema,
} from './answering.ts'
import { ANSWERING_MESSAGES as MESSAGES } from './messages.ts'
import { AnswerFileSchema, AnswerSchema } from './question.ts'
import { AnsweringLinkSchema, ReceivedInquirySchema } from './received.ts'

const ANSWERING = {
  access: 'public',
  failures: ['unauthenticated', 'forbidden', 'notFound', 'conflict'],
  callsPerMinute: CALLS_PER_MINUTE.answering,
} as const

/** Calls of vendors, who need no account. */
export const answeringCalls = groupCalls(
  '答复征询',
  '厂商凭邀请链接作答，不需要账号；产品所属厂商组织的成员也可以以自己的账号作答。链接中的密钥放在请求正文里，不会出现在地址、日志与来源页中。',
  {
    open: POST('/api/inquiries/answering', {
      ...ANSWERING,
      body: AnsweringRequestSchema,
      reply: AnsweringSchema,
      summary: '读取征询与自己的回答',
    }),
    save: POST('/api/inquiries/answering/save', {
      ...ANSWERING,
      callsPerMinute: CALLS_PER_MINUTE.answerSave,
      failures: ['unauthenticated', 'forbidden', 'notFound', 'conflict', 'versionConflict'],
      body: AnswerSaveRequestSchema,
      reply: AnswerSchema,
      summary: '保存一个回答',
    }),
    submit: POST('/api/inquiries/answering/submit', {
      ...ANSWERING,
      body: SubmitRequestSchema,
      reply: AnsweringSchema,
      message: MESSAGES.submitted,
      summary: '提交全部回答',
      description: '截止之前可以修改后再次提交，以最后一次提交的为准；内容没有变化的，上次的提交仍然有效。',
    }),
    withdraw: POST('/api/inquiries/answering/withdraw', {
      ...ANSWERING,
      body: AnsweringRequestSchema,
      reply: AnsweringSchema,
      message: MESSAGES.withdrawn,
      summary: '撤回提交',
    }),
    decline: POST('/api/inquiries/answering/decline', {
      ...ANSWERING,
      body: DeclineRequestSchema,
      reply: AnsweringSchema,
      summary: '不参加，或不再接收征询邮件',
    }),
    ask: POST('/api/inquiries/answering/questions', {
      ...ANSWERING,
      hasIdempotencyKey: true,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      body: ClarificationRequestSchema,
      reply: messageOnly,
      message: MESSAGES.questionSent,
      summary: '向对方提问',
    }),
    removeLibrary: POST('/api/inquiries/answering/library/remove', {
      ...ANSWERING,
      body: AnsweringRequestSchema,
      reply: AnsweringSchema,
      message: MESSAGES.libraryRemoved,
      summary: '清空这个邮箱的回答库',
      description: '已提交的回答不受影响。',
    }),
    uploadFile: POST('/api/inquiries/answering/files', {
      ...ANSWERING,
      callsPerMinute: CALLS_PER_MINUTE.answerFile,
      file: { field: 'file', description: '回答的文件。', fields: FileFieldsSchema },
      reply: AnswerFileSchema,
      summary: '上传回答的文件',
      description: '同一题下重复上传同名、同内容的文件，返回第一次的。',
    }),
    removeFile: POST('/api/inquiries/answering/files/remove', {
      ...ANSWERING,
      body: FileRequestSchema,
      reply: messageOnly,
      summary: '删除回答的文件',
    }),
    downloadFile: POST('/api/inquiries/answering/files/download', {
      ...ANSWERING,
      body: FileRequestSchema,
      reply: file('application/octet-stream'),
      summary: '下载自己上传的文件',
    }),
  },
)

/** Calls of members who speak for a product, or whose address was invited. */
export const receivedInquiryCalls = groupCalls('收到的征询', '厂商的会员账号收到的征询。', {
  list: GET('/api/received-inquiries', {
    access: 'signed-in',
    reply: z.array(ReceivedInquirySchema),
    summary: '列出收到的征询',
    description: '寄到自己已验证的邮箱的，以及关于自己所代表的产品的；最近的在前。',
  }),
  createLink: POST('/api/received-inquiries/:id/link', {
    access: 'signed-in',
    params: idParams('邀请编号。'),
    failures: ['notFound'],
    reply: AnsweringLinkSchema,
    summary: '取得作答的密钥',
    description:
      '邀请所寄的邮箱得到链接的密钥，邮件中的链接仍然有效，重新邀请或撤销后失效。邀请寄给了产品所属厂商组织的另一个邮箱的，它的成员得到一个编号，只在自己登录时有效，离开组织后失效。',
  }),
})
