import { file, groupCalls, messageOnly, POST } from '../call.ts'
import { CALLS_PER_MINUTE } from '../limits.ts'
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

const ANSWERING = {
  access: 'public',
  failures: ['notFound', 'conflict'],
  callsPerMinute: CALLS_PER_MINUTE.answering,
} as const

/** Calls of vendors, who need no account. */
export const answeringCalls = groupCalls(
  '答复征询',
  '厂商凭邀请链接作答，不需要账号。链接中的密钥放在请求正文里，不会出现在地址、日志与来源页中。',
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
      failures: ['notFound', 'conflict', 'versionConflict'],
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
