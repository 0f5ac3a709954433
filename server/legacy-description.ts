/** Describes the routes that have no contract yet. */
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import { AppDownloadSchema, AppDownloadUpdateSchema, LogoSchema } from '#contracts/branding/branding.ts'
import type { Access, Call, Reply } from '#contracts/call.ts'
import { PublicQrCodeSchema } from '#contracts/community/qr-code.ts'
import { CataloguePageSchema, FilterOptionsSchema } from '#contracts/documents/catalogue.ts'
import { CommunitySchema, EventSchema, MemberSchema } from '#contracts/documents/community.ts'
import { DOCUMENT_SCHEMAS } from '#contracts/documents/documents.ts'
import { AttachmentSchema, EvaluationSchema, ExampleSchema } from '#contracts/documents/evaluation.ts'
import { HomeSchema } from '#contracts/documents/home.ts'
import { SelectionSchema, ServicePackageSchema, SuccessCaseSchema } from '#contracts/documents/selection.ts'
import { SubmitSchema } from '#contracts/documents/submit.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { ReportRequestSchema, ReportSchema, ScoresSchema } from '#contracts/evaluation/evaluation.ts'
import { ButtonSchema, CallToActionSchema, PageInfoSchema, StatisticSchema, StepSchema } from '#contracts/fields.ts'
import {
  LoginSchema,
  PasswordChangeSchema,
  ProfileSchema,
  RegisterSchema,
  SessionSchema,
  UserSchema,
} from '#contracts/identity/account.ts'
import { ConsultationSchema, EvaluationServiceRequestSchema } from '#contracts/leads/lead-request.ts'
import { PaginationSchema } from '#contracts/pagination.ts'
import { ReviewRecordSchema } from '#contracts/product-reviews/product-review.ts'
import {
  AiProductInputSchema,
  AiProductRecordSchema,
  EditorProductSchema,
  ProductSchema,
  PublicProductSchema,
  ReviewSchema,
  TechnicalSpecSchema,
} from '#contracts/products/product.ts'
import { SettingsViewSchema } from '#contracts/settings/settings.ts'
import {
  SubmissionNotesSchema,
  SubmissionRecordSchema,
  SubmissionReviewSchema,
} from '#contracts/submission-review/submission-review.ts'
import {
  SubmissionFileRulesSchema,
  SubmissionProgressSchema,
  SubmissionReceiptSchema,
  SubmissionRequestSchema,
  UploadedSubmissionFileSchema,
} from '#contracts/submissions/submission.ts'
import { SystemSchema } from '#contracts/system/system.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    failures?: readonly ErrorCode[]
  }
}

const TAGS = [
  { name: '站点', description: '站点名称、标识与应用下载。' },
  { name: '页面内容', description: '各页面的内容文档，及其中可单独读取的部分。' },
  { name: '产品目录', description: '智能体与78AI两个目录的产品。' },
  { name: '产品管理', description: '在后台新建、修改、移除与恢复产品，批量处理、导入与导出；78AI产品记录。' },
  { name: '产品评价', description: '两个目录的用户评价：查找、隐藏与恢复显示。' },
  { name: '专业评估', description: '按评估方法计分，生成与读取评估报告，下载评估清单。' },
  { name: '咨询与评估申请', description: '向平台提出咨询与评估的需求。' },
  { name: '线索', description: '咨询与评估申请的跟进：状态、负责人、备注与时限。' },
  { name: '社区', description: '加入CIO社区的二维码。' },
  { name: '产品提交', description: '厂商提交产品，凭回执查询进度。' },
  { name: '产品审核', description: '查看、核对、通过或拒绝厂商提交的产品。' },
  { name: '账号', description: '注册、登录、个人资料与会话。' },
  { name: '用户管理', description: '管理员对用户的新建、邀请、修改、启用与禁用、重置密码和删除。' },
  { name: '内容编辑', description: '保存页面内容、查看与恢复历史版本、得知谁在编辑。' },
  { name: '上传', description: '图片、头像与附件。类型以文件内容为准，图片一律重新编码。' },
  { name: '操作记录', description: '谁在何时对后台做了什么。' },
  { name: '系统设置', description: '后台的各项设置与系统状态。' },
  { name: '邮件', description: '邮件服务器、收件人与模板的设置，以及发件箱。' },
  { name: '统计', description: '页面浏览计数与仪表盘。' },
  { name: '接口说明', description: '本说明自身。' },
]
const SCHEMAS: Record<string, z.ZodType> = {
  HomeContent: HomeSchema,
  CommunityContent: CommunitySchema,
  SelectionContent: SelectionSchema,
  CatalogueContent: DOCUMENT_SCHEMAS.products,
  CataloguePage: CataloguePageSchema,
  EvaluationContent: EvaluationSchema,
  SubmitContent: SubmitSchema,
  Product: ProductSchema,
  PublicProduct: PublicProductSchema,
  EditorProduct: EditorProductSchema,
  AiProductInput: AiProductInputSchema,
  AiProductRecord: AiProductRecordSchema,
  TechnicalSpec: TechnicalSpecSchema,
  Review: ReviewSchema,
  ReviewRecord: ReviewRecordSchema,
  Pagination: PaginationSchema,
  FilterOptions: FilterOptionsSchema,
  PageInfo: PageInfoSchema,
  Button: ButtonSchema,
  Statistic: StatisticSchema,
  Step: StepSchema,
  CallToAction: CallToActionSchema,
  Event: EventSchema,
  Member: MemberSchema,
  ServicePackage: ServicePackageSchema,
  SuccessCase: SuccessCaseSchema,
  EvaluationExample: ExampleSchema,
  Attachment: AttachmentSchema,
  Logo: LogoSchema,
  AppDownload: AppDownloadSchema,
  AppDownloadUpdate: AppDownloadUpdateSchema,
  Settings: SettingsViewSchema,
  System: SystemSchema,
  Login: LoginSchema,
  Registration: RegisterSchema,
  PasswordChange: PasswordChangeSchema,
  Profile: ProfileSchema,
  User: UserSchema,
  Session: SessionSchema,
  Scores: ScoresSchema,
  ReportRequest: ReportRequestSchema,
  Report: ReportSchema,
  Consultation: ConsultationSchema,
  EvaluationServiceRequest: EvaluationServiceRequestSchema,
  QrCode: PublicQrCodeSchema,
  Submission: SubmissionRequestSchema,
  SubmissionReceipt: SubmissionReceiptSchema,
  SubmissionProgress: SubmissionProgressSchema,
  SubmissionFileRules: SubmissionFileRulesSchema,
  SubmissionFile: UploadedSubmissionFileSchema,
  SubmissionRecord: SubmissionRecordSchema,
  SubmissionReview: SubmissionReviewSchema,
  SubmissionNotes: SubmissionNotesSchema,
}
const PARAMETERS: Record<string, { description: string; example?: string | number }> = {
  id: { description: '编号；产品也可用完整名称。' },
  catalogue: { description: '产品目录：`agent`为智能体，`ai`为78AI。' },
  search: {
    description: '在名称、标语与描述中查找，不分大小写与全半角，也认拼音全拼、首字母与繁体。',
    example: 'znkf',
  },
  category: { description: '类别，须完全一致；`全部`或留空表示不限。' },
  price: { description: '价格区间，须完全一致；`全部`或留空表示不限。' },
  type: { description: '部署方式，只留下支持它的产品；其他取值不起作用。', example: 'SaaS' },
  sort: { description: '排序依据：`rating`为评分，`name`为名称拼音，`updated`为更新时间（仅后台）。' },
  order: { description: '排序方向：`asc`为升序，`desc`为降序。' },
  page: { description: '页码，从1开始；不带时返回全部（最多1000项）。', example: 1 },
  pageSize: { description: '每页项数。', example: 12 },
  kind: { description: '页面内容的种类。', example: 'home' },
  revision: { description: '版本号，从1开始。', example: 1 },
  part: { description: '设置的分组。', example: 'general' },
  purpose: { description: '用途：`rich-text`为富文本配图，`product-logo`为产品logo（不超过2MB）。' },
  limit: { description: '每页项数。', example: 10 },
  status: { description: '状态；留空表示不限。' },
  user: { description: '用户编号，或姓名的一部分。' },
  action: { description: '操作的种类。' },
  from: { description: '起始日期或时间，含当日。', example: '2026-11-01' },
  to: { description: '截止日期或时间，含当日。', example: '2026-11-30' },
  format: { description: '文件格式：`csv`、`xlsx`或`json`。' },
  products: { description: '`none`表示不带产品列表。' },
  fields: { description: '`card`时不带长文本，只留列表所需的字段。' },
  fileId: { description: '附件编号。' },
  path: { description: '附件在评估页面内容中的路径。' },
}
for (const [id, schema] of Object.entries(SCHEMAS))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })

/** Gathers the calls of the routes from now on. */
export function gatherCalls(app: FastifyInstance): readonly Call[] {
  const calls: Call[] = []
  app.addHook('onRoute', ({ method, url, schema = {}, config }) => {
    if (schema.hide || !url.startsWith('/api/')) return
    for (const each of [method].flat()) {
      if (config?.call && each === config.call.method) calls.push(config.call)
      else if (!config?.call && each !== 'HEAD')
        calls.push(callOf(each, url, schema, config?.access ?? 'signed-in', config?.failures))
    }
  })
  return calls
}

function callOf(
  method: string,
  path: string,
  schema: FastifySchema,
  access: Access,
  failures: readonly ErrorCode[] = [],
): Call {
  const { body, params, querystring, response, produces, consumes } = schema
  const answer = Object(response)[200]
  const reply: Reply =
    answer instanceof z.ZodType
      ? { kind: 'raw', schema: answer }
      : { kind: 'file', types: produces ?? ['application/octet-stream'] }
  return {
    method: method as Call['method'],
    path,
    access,
    failures,
    reply,
    summary: schema.summary ?? '',
    description: schema.description,
    group: TAGS.find(({ name }) => name === schema.tags?.[0]),
    params: described(params),
    query: described(querystring),
    ...(body instanceof z.ZodType ? { body } : {}),
    ...(consumes ? { file: { field: 'file', description: '文件。' } } : {}),
  }
}

function described(schema: unknown): z.ZodObject | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined
  return z.object(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => {
        const has =
          field.description ??
          (field instanceof z.ZodDefault || field instanceof z.ZodOptional
            ? Object(field.unwrap()).description
            : undefined)
        return [name, has === undefined ? field.meta({ description: PARAMETERS[name]?.description ?? '' }) : field]
      }),
    ),
  )
}
