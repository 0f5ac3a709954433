import { z } from 'zod'
import { DELETE, envelope, file, GET, groupCalls, messageOnly, POST, PUT, raw, sentences } from '../call.ts'
import { AuthorshipSchema } from '../content/revision.ts'
import { ReportSchema } from '../evaluation/evaluation.ts'
import { BODY, CALLS_PER_MINUTE, RECYCLE_BIN_DAYS, TEXT } from '../limits.ts'
import { DOCX_TYPE, XLSX_TYPE } from '../mime-types.ts'
import { queryFlag } from '../query-flag.ts'
import { TABLE_FORMATS, TABLE_TYPES } from '../table.ts'
import { MeasurementsSaveSchema } from './counted.ts'
import { DeclarationCreateSchema, WithdrawalDecisionSchema } from './interest.ts'
import { OffersSaveSchema } from './offer.ts'
import {
  JudgeCreateSchema,
  JudgeInvitationSchema,
  ProjectCreateSchema,
  ProjectStatusChangeSchema,
  ProjectSummarySchema,
  ProjectUpdateSchema,
  ReaderLinkCreateSchema,
  ReaderLinkSchema,
} from './project.ts'
import { ProjectAnalysisSchema, ProjectViewSchema } from './project-view.ts'
import { RecordQuerySchema, recordPage } from './record.ts'
import { ReportKeysSchema, ReportReplySchema } from './report.ts'
import {
  DeclarationRequestSchema,
  EvidenceFileSchema,
  EvidenceRequestSchema,
  JudgeScoreSchema,
  JudgeTrialsRequestSchema,
  JudgingRequestSchema,
  JudgingSchema,
  ScoreRequestSchema,
  SignatureRequestSchema,
  WithdrawalRequestSchema,
} from './score.ts'
import { SealSchema } from './seal.ts'
import { TasksSaveSchema } from './task.ts'
import { TASK_FORMATS } from './task-formats.ts'
import { TaskImportFieldsSchema, taskImportReply } from './task-import.ts'
import { TrialImportFieldsSchema, TrialsAddSchema, trialImportReply } from './trial.ts'

const id = z.string().max(TEXT.word)
const ProjectParamsSchema = z.object({ id: id.describe('评估项目编号。') })
const JudgeParamsSchema = ProjectParamsSchema.extend({ judge: id.describe('评委编号。') })
const FileParamsSchema = ProjectParamsSchema.extend({ file: id.describe('证据文件编号。') })

/** The owner's calls return 404 to everyone else, staff included. */
const OWNED = { access: 'signed-in', failures: ['notFound'] } as const

export const projectCalls = groupCalls(
  '评估项目',
  '会员的评估项目：设定、评委、测试、分析与定稿。他人的项目一律返回404。',
  {
    list: GET('/api/evaluation/projects', {
      keys: 'own-projects:read',
      access: 'signed-in',
      query: z.object({ bin: queryFlag('只列回收站中的。') }),
      reply: z.array(ProjectSummarySchema),
      summary: '列出自己的评估项目，以及自己担任评委的项目',
    }),
    create: POST('/api/evaluation/projects', {
      keys: 'own-projects:write',
      hasIdempotencyKey: true,
      access: 'signed-in',
      failures: ['conflict'],
      body: ProjectCreateSchema,
      example: { name: '客服智能体选型', products: [] },
      reply: ProjectViewSchema,
      etag: 'returned',
      summary: '新建评估项目',
      description: '重复发送同一 `id` 时返回已建的项目。',
    }),
    get: GET('/api/evaluation/projects/:id', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      reply: ProjectViewSchema,
      etag: 'returned',
      summary: '读取评估项目',
    }),
    getAuthorship: GET('/api/evaluation/projects/:id/authorship', {
      ...OWNED,
      params: ProjectParamsSchema,
      reply: AuthorshipSchema.nullable(),
      summary: '读取评估项目最近由谁、何时保存',
      description: '项目记录中没有的为 `null`。',
    }),
    update: PUT('/api/evaluation/projects/:id', {
      keys: 'own-projects:write',
      ...OWNED,
      params: ProjectParamsSchema,
      body: ProjectUpdateSchema,
      reply: ProjectViewSchema,
      etag: 'checked',
      summary: '保存评估项目的名称、说明与设定',
      description: sentences('候选、准则与权重只能在设定阶段修改。', '由排序或两两比较得出的权重由服务器重新计算。'),
    }),
    changeStatus: POST('/api/evaluation/projects/:id/status', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      body: ProjectStatusChangeSchema,
      reply: ProjectViewSchema,
      etag: 'checked',
      summary: '使评估项目进入下一阶段，或退回上一阶段',
      description: sentences('开始打分时锁定权重与候选，记下时间与哈希。', '退回须写原因，报告中会列出。'),
    }),
    listRecord: GET('/api/evaluation/projects/:id/record', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      query: RecordQuerySchema,
      reply: envelope(recordPage),
      summary: '列出项目记录',
      description: sentences('谁在什么时候做了什么，最新的在前。', '记录只增不改，不含评分。'),
    }),
    exportRecord: GET('/api/evaluation/projects/:id/record/export', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      query: z.object({ format: z.enum(TABLE_FORMATS).default('xlsx').describe('文件格式。') }),
      reply: file(...TABLE_TYPES),
      summary: '导出项目记录',
    }),
    remove: DELETE('/api/evaluation/projects/:id', {
      keys: 'own-projects:write',
      ...OWNED,
      params: ProjectParamsSchema,
      reply: messageOnly,
      summary: '把评估项目移入回收站',
      description: `${RECYCLE_BIN_DAYS}天内可以恢复。`,
    }),
    restore: POST('/api/evaluation/projects/:id/restore', {
      keys: 'own-projects:write',
      ...OWNED,
      params: ProjectParamsSchema,
      reply: messageOnly,
      summary: '从回收站恢复评估项目',
    }),
    adoptMethod: POST('/api/evaluation/projects/:id/method', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      reply: ProjectViewSchema,
      etag: 'checked',
      summary: '改用最新的方法版本',
      description: '只在设定阶段；准则与权重按新版本重来，候选保留。',
    }),
    inviteJudge: POST('/api/evaluation/projects/:id/judges', {
      hasIdempotencyKey: true,
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      body: JudgeCreateSchema,
      reply: JudgeInvitationSchema,
      summary: '邀请评委',
    }),
    renewJudgeLink: POST('/api/evaluation/projects/:id/judges/:judge/link', {
      ...OWNED,
      params: JudgeParamsSchema,
      reply: JudgeInvitationSchema,
      summary: '更换评委的链接',
      description: '原链接随即失效，已有评分保留。秘书不能更换。评委开始打分之后更换的，项目记录与报告都会注明。',
    }),
    remindJudge: POST('/api/evaluation/projects/:id/judges/:judge/reminder', {
      ...OWNED,
      hasIdempotencyKey: true,
      params: JudgeParamsSchema,
      callsPerMinute: CALLS_PER_MINUTE.invite,
      reply: messageOnly,
      summary: '提醒评委提交评分',
      description: '只用于以邮箱邀请、还没有提交的评委。不论邮箱是否有账号，回复都相同。',
    }),
    removeJudge: DELETE('/api/evaluation/projects/:id/judges/:judge', {
      ...OWNED,
      params: JudgeParamsSchema,
      reply: messageOnly,
      summary: '移除评委',
      description: '其评分留在记录中，但不再计入。',
    }),
    restoreJudge: POST('/api/evaluation/projects/:id/judges/:judge/restore', {
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: JudgeParamsSchema,
      reply: messageOnly,
      summary: '恢复评委',
      description: sentences('其评分重新计入。', '原链接不再有效，须更换。'),
    }),
    declareInterest: POST('/api/evaluation/projects/:id/declaration', {
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      body: DeclarationCreateSchema,
      reply: ProjectViewSchema,
      summary: '作为负责人声明利益冲突',
      description: '负责人同时担任评委的，在评委页声明。',
    }),
    decideWithdrawal: POST('/api/evaluation/projects/:id/judges/:judge/withdrawal', {
      access: 'signed-in',
      failures: ['forbidden', 'notFound', 'conflict'],
      params: JudgeParamsSchema,
      body: WithdrawalDecisionSchema,
      reply: ProjectViewSchema,
      summary: '同意或驳回评委撤回一项利益冲突',
      description: sentences('同意之后，评委可以为这个候选打分，此前的评分重新计入。', '负责人不能确认自己的撤回。'),
    }),
    createReaderLink: POST('/api/evaluation/projects/:id/reader-link', {
      ...OWNED,
      params: ProjectParamsSchema,
      body: ReaderLinkCreateSchema,
      example: { days: 30 },
      reply: ReaderLinkSchema,
      summary: '生成只读链接',
      description: sentences('原链接随即失效。', '新链接只在响应中出现一次。'),
    }),
    removeReaderLink: DELETE('/api/evaluation/projects/:id/reader-link', {
      ...OWNED,
      params: ProjectParamsSchema,
      reply: messageOnly,
      summary: '撤销只读链接',
    }),
    saveOffers: PUT('/api/evaluation/projects/:id/offers', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      body: OffersSaveSchema,
      example: { offers: [{ candidate: 'dify', price: 280_000 }] },
      reply: ProjectViewSchema,
      etag: 'checked',
      summary: '保存各候选的报价',
      description: '由报价计算的准则随之得分；进入复议后不能修改。',
    }),
    saveMeasurements: PUT('/api/evaluation/projects/:id/measurements', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      body: MeasurementsSaveSchema,
      example: {
        measurements: [{ candidate: 'dify', criterion: 'time', before: 12, after: 7, evidence: '两周，200单' }],
      },
      reply: ProjectViewSchema,
      etag: 'checked',
      summary: '保存试点前后的数据',
      description: '由试点判定的准则随之得分；进入复议后不能修改。',
    }),
    saveTasks: PUT('/api/evaluation/projects/:id/tasks', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      body: TasksSaveSchema,
      bodyLimit: BODY.document,
      reply: ProjectViewSchema,
      etag: 'checked',
      summary: '保存测试任务',
    }),
    importTasks: POST('/api/evaluation/projects/:id/tasks/import', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      file: {
        field: 'file',
        description: 'CSV、XLSX、JSONL、promptfoo的YAML，或Inspect的日志与数据集（JSON）。',
        fields: TaskImportFieldsSchema,
      },
      reply: envelope(taskImportReply),
      summary: '导入测试任务',
      description: sentences(
        '有编号的任务替换项目中同一编号的；没有编号、问法相同的不重复导入。',
        '有错误时什么也不导入；不支持的检查列在 `notes` 中。',
      ),
    }),
    exportTasks: GET('/api/evaluation/projects/:id/tasks/export', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      query: z.object({ format: z.enum(TASK_FORMATS).default('xlsx').describe('文件格式。') }),
      reply: file(XLSX_TYPE, 'text/csv', 'application/jsonl', 'application/yaml', 'application/json'),
      summary: '导出测试任务',
    }),
    downloadTaskTemplate: GET('/api/evaluation/projects/:id/tasks/template', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      reply: file(XLSX_TYPE),
      summary: '下载任务导入模板',
    }),
    seal: POST('/api/evaluation/projects/:id/seals', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      reply: z.array(SealSchema),
      summary: '密封标为密封的题目',
      description: sentences(
        '公布64位十六进制随机数与题目规范JSON（RFC 8785）直接相接后的SHA-256；随机数与题目在定稿时随报告公开。',
        '此后题目若有改动，须重新密封才能运行；此前的密封仍会列出。题目没有改动时，返回已有的密封。',
      ),
    }),
    addTrials: POST('/api/evaluation/projects/:id/trials', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      body: TrialsAddSchema,
      reply: envelope({ added: z.int() }),
      summary: '登记试次',
      description: '重复发送同一 `id` 不会重复登记。',
    }),
    importTrials: POST('/api/evaluation/projects/:id/trials/import', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema,
      file: {
        field: 'file',
        description: 'CSV或XLSX：任务、候选、是否通过、秒、费用（元）、备注、执行人。',
        fields: TrialImportFieldsSchema,
      },
      reply: envelope(trialImportReply),
      summary: '导入试次',
      description: sentences(
        '有错误时一行也不登记，并逐行说明。',
        '表中没有登记过的任务会一并建立；没有填写执行人的，记为导入者。',
        '同一文件重复导入不会重复登记。',
      ),
    }),
    downloadTrialTemplate: GET('/api/evaluation/projects/:id/trials/template', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      reply: file(XLSX_TYPE),
      summary: '下载试次导入模板',
    }),
    removeTrial: DELETE('/api/evaluation/projects/:id/trials/:trial', {
      keys: 'own-projects:write',
      access: 'signed-in',
      failures: ['notFound', 'conflict'],
      params: ProjectParamsSchema.extend({ trial: id.describe('试次编号。') }),
      reply: messageOnly,
      summary: '删除试次',
    }),
    analyze: GET('/api/evaluation/projects/:id/analysis', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      reply: ProjectAnalysisSchema,
      summary: '计算项目的总分、一致性、稳健性与测试结果',
    }),
    downloadEvidence: GET('/api/evaluation/projects/:id/evidence/:file', {
      keys: 'own-projects:read',
      ...OWNED,
      params: FileParamsSchema,
      reply: file('application/octet-stream'),
      summary: '下载证据文件',
    }),
    export: GET('/api/evaluation/projects/:id/export', {
      keys: 'own-projects:read',
      ...OWNED,
      params: ProjectParamsSchema,
      query: z.object({ format: z.enum(['json', 'xlsx']).default('json').describe('文件格式。') }),
      reply: file('application/json', XLSX_TYPE),
      summary: '导出项目全部数据',
    }),
  },
)

/** Each invalid link counts towards the client's rate limit, so that links can't be guessed. */
const JUDGING = {
  access: 'public',
  failures: ['forbidden', 'notFound', 'conflict'],
  callsPerMinute: CALLS_PER_MINUTE.judging,
} as const

export const judgingCalls = groupCalls(
  '评委打分',
  '凭邀请链接或会员身份为一个项目打分。链接中的密钥放在请求正文里，不会出现在地址、日志与来源页中。',
  {
    open: POST('/api/evaluation/judging', {
      ...JUDGING,
      body: JudgingRequestSchema,
      reply: JudgingSchema,
      summary: '读取要打分的项目',
    }),
    saveScore: POST('/api/evaluation/judging/score', {
      ...JUDGING,
      callsPerMinute: CALLS_PER_MINUTE.score,
      body: ScoreRequestSchema,
      failures: ['forbidden', 'notFound', 'conflict', 'versionConflict'],
      reply: JudgeScoreSchema,
      summary: '保存一个分数',
    }),
    addTrials: POST('/api/evaluation/judging/trials', {
      ...JUDGING,
      callsPerMinute: CALLS_PER_MINUTE.score,
      body: JudgeTrialsRequestSchema,
      reply: envelope({ added: z.int() }),
      summary: '登记试次',
      description: '重复发送同一 `id` 不会重复登记。',
    }),
    uploadEvidence: POST('/api/evaluation/judging/evidence', {
      ...JUDGING,
      callsPerMinute: CALLS_PER_MINUTE.evidence,
      file: {
        field: 'file',
        description: '证据文件。',
        fields: z.object({
          token: z.string().max(TEXT.line).optional(),
          project: id.optional(),
          candidate: id,
          criterion: id,
        }),
      },
      reply: EvidenceFileSchema,
      summary: '上传证据文件',
      description: '同一项下重复上传同名、同内容的文件，返回第一次的。',
    }),
    removeEvidence: POST('/api/evaluation/judging/evidence/remove', {
      ...JUDGING,
      body: EvidenceRequestSchema,
      reply: messageOnly,
      summary: '删除证据文件',
    }),
    downloadEvidence: POST('/api/evaluation/judging/evidence/download', {
      ...JUDGING,
      body: EvidenceRequestSchema,
      reply: file('application/octet-stream'),
      summary: '下载证据文件',
    }),
    declare: POST('/api/evaluation/judging/declaration', {
      ...JUDGING,
      body: DeclarationRequestSchema,
      reply: JudgingSchema,
      summary: '确认利益冲突声明，或补充利益冲突',
      description: sentences(
        '打分前须先声明；已声明的利益冲突不会因此撤回。',
        '有利益冲突的候选，不能再打分、提供证据与登记试次，已有的评分留在记录中，不再计入。',
      ),
    }),
    requestWithdrawal: POST('/api/evaluation/judging/withdrawal', {
      ...JUDGING,
      body: WithdrawalRequestSchema,
      reply: JudgingSchema,
      summary: '请求撤回一项利益冲突',
      description: '负责人同意之前，仍对这个候选回避。',
    }),
    sign: POST('/api/evaluation/judging/signature', {
      ...JUDGING,
      body: SignatureRequestSchema,
      reply: JudgingSchema,
      summary: '签署终表，或附上保留意见',
      description: sentences(
        '所签的是终表规范JSON（RFC 8785）的SHA-256，报告与核验页可以重算。',
        '此后评分、报价、声明有改动，或退回打分，签署即失效，留在记录中。',
      ),
    }),
    submit: POST('/api/evaluation/judging/submit', {
      ...JUDGING,
      body: JudgingRequestSchema,
      reply: JudgingSchema,
      summary: '提交评分',
      description: '提交之后，复议开始之前不能再改。',
    }),
  },
)

export const readOnlyProjectCalls = groupCalls(
  '评估项目（只读）',
  '凭只读链接查看项目、公开的示例项目，以及定稿的报告与核验。',
  {
    open: POST('/api/evaluation/readings', {
      access: 'public',
      failures: ['notFound'],
      callsPerMinute: CALLS_PER_MINUTE.judging,
      body: z.object({ token: z.string().min(1).max(TEXT.line) }),
      reply: ProjectViewSchema.extend(ProjectAnalysisSchema.shape),
      summary: '凭只读链接查看项目',
    }),
    getExample: GET('/api/evaluation/example', {
      access: 'public',
      failures: ['notFound'],
      reply: ProjectViewSchema.extend(ProjectAnalysisSchema.shape),
      summary: '查看示例项目',
    }),
    getReport: GET('/api/evaluation/project-reports/:reportId', {
      access: 'public',
      failures: ['notFound'],
      params: z.object({ reportId: id.describe('报告编号。') }),
      reply: ReportReplySchema,
      summary: '读取定稿的报告',
    }),
    findReport: GET('/api/evaluation/reports/:reportId', {
      access: 'public',
      failures: ['notFound'],
      params: z.object({ reportId: id.describe('报告编号。') }),
      reply: z.union([ReportReplySchema, ReportSchema]),
      summary: '读取报告，不论是项目的还是评估工具的',
    }),
    exportReport: GET('/api/evaluation/project-reports/:reportId/export', {
      access: 'public',
      failures: ['notFound'],
      params: z.object({ reportId: id.describe('报告编号。') }),
      query: z.object({ format: z.enum(['json', 'xlsx', 'docx']).default('json').describe('文件格式。') }),
      reply: file('application/json', XLSX_TYPE, DOCX_TYPE),
      summary: '下载报告',
      description: 'JSON为签名所覆盖的全部数据，可在核验页核对。',
    }),
    downloadAppendix: GET('/api/evaluation/project-reports/:reportId/appendix', {
      access: 'public',
      failures: ['notFound'],
      params: z.object({ reportId: id.describe('报告编号。') }),
      reply: file('application/jsonl'),
      summary: '下载报告的实测附录',
      description: sentences(
        '报告所列各次运行的全部试次，每行一个，为规范的JSON（RFC 8785）。',
        '文件的SHA-256在报告签名的数据中，运行删除后仍可下载。',
      ),
    }),
    listKeys: GET('/.well-known/zhijian-report-keys.json', {
      access: 'public',
      reply: raw(ReportKeysSchema),
      summary: '读取签发报告的公钥（JWK）',
    }),
  },
)
