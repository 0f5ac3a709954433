import { z } from 'zod'
import { type Call, DELETE, GET, groupCalls, POST, PUT, paged, sentences } from '../call.ts'
import { CataloguePageSchema, CatalogueSchema, FilterOptionsSchema } from '../documents/catalogue.ts'
import { CommunitySchema } from '../documents/community.ts'
import { DOCUMENT_SCHEMAS } from '../documents/documents.ts'
import { EvaluationSchema } from '../documents/evaluation.ts'
import { HomeSchema } from '../documents/home.ts'
import { SelectionSchema, ServicePackageSchema, SuccessCaseSchema } from '../documents/selection.ts'
import { SubmitSchema } from '../documents/submit.ts'
import { BODY } from '../limits.ts'
import { ADMIN_MESSAGES, CONTENT_SAVED } from '../messages/admin.ts'
import { DOCUMENT_READ_FAILURES, DOCUMENT_SAVE_FAILURES, FAILURES } from '../messages/failures.ts'
import { pageNumber } from '../pagination.ts'
import { FeaturedRatingSchema } from '../products/product.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '../vocabulary.ts'
import {
  AuthorshipSchema,
  KindParamsSchema,
  PresenceHeartbeatSchema,
  PresenceQuerySchema,
  PresenceSchema,
  RevisionDetailSchema,
  RevisionParamsSchema,
  RevisionSchema,
  SaveQuerySchema,
} from './revision.ts'

const getPath = <Kind extends DocumentKind>(kind: Kind) => `/api/${kind}-content` as const

const read = <Schema extends z.ZodType>(kind: DocumentKind, reply: Schema) =>
  GET(getPath(kind), {
    access: 'public',
    etag: 'returned',
    reply,
    failureMessage: DOCUMENT_READ_FAILURES[kind],
    summary: `读取${DOCUMENT_LABELS[kind]}`,
  })

const readCatalogue = (kind: 'products' | 'ai') =>
  GET(getPath(kind), {
    access: 'public',
    etag: 'returned',
    query: z.object({
      products: z
        .enum(['all', 'none'])
        .default('all')
        .describe('`none` 表示不含产品列表；`categories` 在页面所列的之后，还有已上架产品的其他类别。'),
    }),
    reply: z.union([CatalogueSchema, CataloguePageSchema]),
    failureMessage: DOCUMENT_READ_FAILURES[kind],
    summary: `读取${DOCUMENT_LABELS[kind]}`,
  })

const CONTENT = ['页面内容', '各页面的内容文档，及其中可单独读取的部分。'] as const

/** The call that reads each document, by kind. */
export const documentCalls = groupCalls(...CONTENT, {
  home: read('home', HomeSchema),
  community: read('community', CommunitySchema),
  selection: read('selection', SelectionSchema),
  evaluation: read('evaluation', EvaluationSchema),
  submit: read('submit', SubmitSchema),
  products: readCatalogue('products'),
  ai: readCatalogue('ai'),
} satisfies Record<DocumentKind, Call>)

const evaluationShape = EvaluationSchema.unwrap().shape

/** Parts of documents that can be requested separately. */
export const documentPartCalls = groupCalls(...CONTENT, {
  listFeaturedRatings: GET('/api/featured-ratings', {
    access: 'public',
    reply: z.array(FeaturedRatingSchema),
    summary: '读取首页推荐产品的评分',
    description: '与产品页所示的相同；未上架的产品不在其中，首页显示其文档中的评分。',
  }),
  listServicePackages: GET('/api/service-packages', {
    access: 'public',
    reply: z.array(ServicePackageSchema),
    summary: '列出选型服务套餐',
  }),
  listSuccessCases: GET('/api/success-cases', {
    access: 'public',
    reply: z.array(SuccessCaseSchema),
    summary: '列出选型成功案例',
  }),
  getProductFilters: GET('/api/products-filters', {
    access: 'public',
    reply: FilterOptionsSchema.unwrap().extend({
      categories: z.array(z.string()),
      priceRanges: z.array(z.string()),
    }),
    failureMessage: FAILURES.readFilters,
    summary: '读取产品筛选选项',
  }),
  listEvaluationCategories: GET('/api/evaluation-categories', {
    access: 'public',
    reply: evaluationShape.evaluationCategories,
    summary: '列出评估维度',
  }),
  listEvaluationExamples: GET('/api/evaluation-examples', {
    access: 'public',
    reply: evaluationShape.evaluationExamples,
    summary: '列出评估示例',
  }),
  getEvaluationTool: GET('/api/evaluation-tool', {
    access: 'public',
    reply: evaluationShape.evaluationTool,
    summary: '读取评估工具配置',
  }),
})

const CONFIRMATION =
  '有人报名的活动将被移除、改期、改名、改地点或名额少于已报名人数时返回409（`reason` 为 `confirmation-required`），逐项说明影响；带 `confirmed=true` 重新发送即保存，并邮件通知报名者。'

const save = (kind: DocumentKind) => {
  const reply: z.ZodType<Record<string, unknown>> = DOCUMENT_SCHEMAS[kind]
  return PUT(getPath(kind), {
    access: 'content:write',
    bodyLimit: BODY.document,
    // Validated by the service, which first upgrades documents of the legacy format.
    body: z.looseObject({}, '应为对象'),
    unknownKeys: 'kept',
    query: SaveQuerySchema,
    etag: 'checked',
    failures: ['conflict'],
    reply,
    message: CONTENT_SAVED[kind],
    failureMessage: DOCUMENT_SAVE_FAILURES[kind],
    summary: `保存${DOCUMENT_LABELS[kind]}`,
    description: sentences(
      '整份替换，缺少任何一部分都返回400。',
      kind === 'products' || kind === 'ai' ? '可以不带 `products`，产品即保持不变。' : '',
      '带 `If-Match: "<版本>"` 时，内容已被他人更新则返回412，什么也不保存；不带则直接保存。',
      '旧版字段名也可接受，旧版没有的部分保持不变。',
      kind === 'community' ? CONFIRMATION : '',
    ),
  })
}

const EDITING = ['内容编辑', '保存页面内容、查看与恢复历史版本、得知谁在编辑。'] as const

/** The call that saves each document, by kind. */
export const documentSaveCalls = groupCalls(...EDITING, {
  home: save('home'),
  community: save('community'),
  selection: save('selection'),
  products: save('products'),
  ai: save('ai'),
  evaluation: save('evaluation'),
  submit: save('submit'),
} satisfies Record<DocumentKind, Call>)

export const editingCalls = groupCalls(...EDITING, {
  listRevisions: GET('/api/content/:kind/revisions', {
    access: 'content:read',
    params: KindParamsSchema,
    query: z.object({ page: pageNumber.default(1) }),
    reply: paged(RevisionSchema),
    summary: '列出页面内容的历史版本',
  }),
  getRevision: GET('/api/content/:kind/revisions/:revision', {
    access: 'content:read',
    params: RevisionParamsSchema,
    reply: RevisionDetailSchema,
    summary: '读取一个历史版本',
  }),
  getAuthorship: GET('/api/content/:kind/authorship', {
    access: 'content:read',
    params: KindParamsSchema,
    reply: AuthorshipSchema.nullable(),
    summary: '读取页面内容最近由谁、何时保存',
    description: sentences('产品目录也计入其中各个产品的保存。', '从未保存过的为 `null`。'),
  }),
  restoreRevision: POST('/api/content/:kind/revisions/:revision/restore', {
    access: 'content:write',
    params: RevisionParamsSchema,
    query: SaveQuerySchema,
    etag: 'checked',
    failures: ['conflict'],
    reply: z.record(z.string(), z.unknown()),
    message: ADMIN_MESSAGES.revisionRestored,
    summary: '恢复到一个历史版本',
    description: sentences('以该版本的内容生成新版本；同样遵守 `If-Match`。', CONFIRMATION),
  }),
  sendHeartbeat: POST('/api/content/:kind/presence', {
    access: 'content:write',
    keys: 'never',
    params: KindParamsSchema,
    body: PresenceHeartbeatSchema,
    reply: PresenceSchema,
    summary: '报告正在编辑，并得知其他编辑者和最新版本',
  }),
  leave: DELETE('/api/content/:kind/presence', {
    access: 'content:write',
    keys: 'never',
    params: KindParamsSchema,
    query: PresenceQuerySchema,
    reply: z.null(),
    summary: '报告已离开编辑',
  }),
})
