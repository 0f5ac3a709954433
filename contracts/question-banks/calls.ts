import { z } from 'zod'
import { DELETE, envelope, file, GET, groupCalls, messageOnly, POST, PUT, sentences } from '../call.ts'
import { TASK_FORMATS } from '../evaluation-projects/task-formats.ts'
import { TEXT } from '../limits.ts'
import { XLSX_TYPE } from '../mime-types.ts'
import {
  BankImportFieldsSchema,
  BankSaveSchema,
  bankImportReply,
  PlatformBankSchema,
  PublicBankSchema,
  QuestionBankSchema,
  QuestionBankViewSchema,
  TaskCopySchema,
} from './bank.ts'
import { BANK_MESSAGES as MESSAGES } from './messages.ts'

const id = z.string().max(TEXT.word)
const BankParamsSchema = z.object({ bank: id.describe('题库编号。') })
/** The id of a bank that may be new. */
const NewBankParamsSchema = z.object({ bank: z.uuid('请输入UUID').describe('题库编号，新题库的由调用方生成。') })

const version = z.coerce.number().int().min(1).optional().describe('题库的版本；不填为最新的。')
const VersionQuerySchema = z.object({ version })
const ExportQuerySchema = z.object({ version, format: z.enum(TASK_FORMATS).default('jsonl').describe('文件格式。') })

const TASK_FILE = {
  field: 'file',
  description: 'CSV、XLSX、JSONL、promptfoo的YAML，或Inspect的日志与数据集（JSON）。',
  fields: BankImportFieldsSchema,
} as const
const TASK_FILE_REPLY = file(XLSX_TYPE, 'text/csv', 'application/jsonl', 'application/yaml', 'application/json')
const READ = { failures: ['notFound'], params: BankParamsSchema } as const

/** Public calls. */
export const questionBankCalls = groupCalls('题库', '平台公布的题库：可以反复使用的测试任务，版本公布后不再改变。', {
  list: GET('/api/evaluation/question-banks', {
    access: 'public',
    reply: z.array(PublicBankSchema),
    summary: '列出平台的题库',
  }),
  get: GET('/api/evaluation/question-banks/:bank', {
    ...READ,
    access: 'public',
    query: VersionQuerySchema,
    reply: QuestionBankViewSchema,
    summary: '读取题库的一个版本及其任务',
  }),
  export: GET('/api/evaluation/question-banks/:bank/export', {
    ...READ,
    access: 'public',
    query: ExportQuerySchema,
    reply: TASK_FILE_REPLY,
    summary: '下载题库的任务',
  }),
  downloadMaterial: GET('/api/evaluation/question-banks/:bank/material', {
    ...READ,
    access: 'public',
    query: VersionQuerySchema,
    reply: file('text/markdown'),
    summary: '下载题库附带的资料',
    description: '例如供智能体载入的手册。',
  }),
})

/** Calls of members for their own banks, and for copying tasks into their projects. */
export const ownQuestionBankCalls = groupCalls('自己的题库', '会员自己的题库，以及把题库的任务加入评估项目。', {
  list: GET('/api/evaluation/own-question-banks', {
    keys: 'own-projects:read',
    access: 'signed-in',
    reply: z.array(QuestionBankSchema),
    summary: '列出自己的题库',
  }),
  get: GET('/api/evaluation/own-question-banks/:bank', {
    keys: 'own-projects:read',
    ...READ,
    access: 'signed-in',
    query: VersionQuerySchema,
    reply: QuestionBankViewSchema,
    summary: '读取自己题库的一个版本及其任务',
  }),
  save: PUT('/api/evaluation/own-question-banks/:bank', {
    keys: 'own-projects:write',
    access: 'signed-in',
    failures: ['notFound', 'conflict'],
    params: NewBankParamsSchema,
    body: BankSaveSchema,
    reply: QuestionBankSchema,
    summary: '把评估项目的任务存为题库',
    description: sentences('题库已有时，存为它的下一个版本；', '内容与最新版本相同时不另存。'),
  }),
  import: POST('/api/evaluation/own-question-banks/:bank/import', {
    keys: 'own-projects:write',
    access: 'signed-in',
    failures: ['notFound', 'conflict'],
    params: NewBankParamsSchema,
    file: TASK_FILE,
    reply: envelope(bankImportReply),
    summary: '把文件中的任务导入自己的题库',
    description: sentences('题库已有时，成为它的下一个版本；', '内容与最新版本相同时不另存，有错误时什么也不导入。'),
  }),
  export: GET('/api/evaluation/own-question-banks/:bank/export', {
    keys: 'own-projects:read',
    ...READ,
    access: 'signed-in',
    query: ExportQuerySchema,
    reply: TASK_FILE_REPLY,
    summary: '下载自己题库的任务',
  }),
  remove: DELETE('/api/evaluation/own-question-banks/:bank', {
    keys: 'own-projects:write',
    ...READ,
    access: 'signed-in',
    reply: messageOnly,
    message: MESSAGES.removed,
    summary: '删除自己的题库及其全部版本',
    description: '已经加入评估项目的任务不受影响。',
  }),
  copy: POST('/api/evaluation/projects/:id/tasks/copies', {
    keys: 'own-projects:write',
    access: 'signed-in',
    failures: ['notFound', 'conflict'],
    params: z.object({ id: id.describe('评估项目编号。') }),
    body: TaskCopySchema,
    reply: envelope({
      added: z.int().describe('加入的任务数。'),
      known: z.int().describe('项目中已有、没有再加的任务数。'),
    }),
    summary: '把题库的任务加入评估项目',
    description: sentences('每个任务记下题库、版本与哈希；', '同一版本的同一任务不重复加入。'),
  }),
})

/** Calls of staff for the platform's banks. */
export const platformQuestionBankCalls = groupCalls('平台题库', '工作人员导入、发布与撤回平台的题库。', {
  list: GET('/api/evaluation/platform-question-banks', {
    access: 'evaluations:read',
    reply: z.array(PlatformBankSchema),
    summary: '列出平台的题库，包括没有发布的',
  }),
  get: GET('/api/evaluation/platform-question-banks/:bank', {
    ...READ,
    access: 'evaluations:read',
    query: VersionQuerySchema,
    reply: QuestionBankViewSchema,
    summary: '读取平台题库的一个版本，包括没有发布的',
  }),
  import: POST('/api/evaluation/platform-question-banks/:bank/import', {
    access: 'evaluations:publish',
    failures: ['notFound', 'conflict'],
    params: NewBankParamsSchema,
    file: TASK_FILE,
    reply: envelope(bankImportReply),
    summary: '把文件中的任务导入平台的题库',
    description: '成为新题库，或已有题库的下一个版本；发布之后才对外提供。',
  }),
  publish: POST('/api/evaluation/platform-question-banks/:bank/publication', {
    access: 'evaluations:publish',
    ...READ,
    body: z.object({ version: z.int().min(1) }),
    reply: messageOnly,
    message: MESSAGES.published,
    summary: '发布平台题库的一个版本',
  }),
  withdraw: DELETE('/api/evaluation/platform-question-banks/:bank/publication', {
    access: 'evaluations:publish',
    ...READ,
    reply: messageOnly,
    message: MESSAGES.withdrawn,
    summary: '撤回平台的题库',
    description: '不再对外提供，已经加入评估项目的任务不受影响；可以再发布。',
  }),
})
