/** What the description of our calls says beyond what the routes tell: its texts, and names for what they share. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppDownloadSchema, LogoSchema } from '#contracts/branding.ts'
import { CataloguePageSchema, FilterOptionsSchema } from '#contracts/documents/catalogue.ts'
import { CommunitySchema, EventSchema, MemberSchema } from '#contracts/documents/community.ts'
import { DOCUMENT_SCHEMAS } from '#contracts/documents/documents.ts'
import { AttachmentSchema, EvaluationSchema, ExampleSchema } from '#contracts/documents/evaluation.ts'
import { HomeSchema } from '#contracts/documents/home.ts'
import { SelectionSchema, ServicePackageSchema, SuccessCaseSchema } from '#contracts/documents/selection.ts'
import { SubmitSchema } from '#contracts/documents/submit.ts'
import { ButtonSchema, CallToActionSchema, PageInfoSchema, StatisticSchema, StepSchema } from '#contracts/fields.ts'
import {
  PaginationSchema,
  ProductSchema,
  PublicProductSchema,
  ReviewSchema,
  TechnicalSpecSchema,
} from '#contracts/product.ts'
import type { ApiDescription } from './platform/http/openapi.ts'

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')))

export const API_DESCRIPTION: ApiDescription = {
  title: '智鉴开放接口',
  version,
  summary: '企业智能体展示与评估平台的全部接口',
  description: [
    '请求与响应均为 UTF-8 编码的 JSON。成功时返回 `{"success": true, "data": …}`，失败时返回 `{"success": false, "message": …}`，其中 `errors` 逐项列出有误的字段。',
    '时间均为 ISO 8601 格式的 UTC 时间。公开接口无需登录；其余接口在 `Authorization` 请求头中携带 `Bearer` 令牌。',
    '公开的读取接口带有 `ETag`，再次读取时可用 `If-None-Match` 得到 304。',
  ].join('\n\n'),
  license: { name: '专有软件，保留所有权利', url: 'https://spdx.org/licenses/LicenseRef-Proprietary.html' },
  tags: [
    { name: '站点', description: '站点名称、标识与应用下载。' },
    { name: '页面内容', description: '各页面的内容文档，及其中可单独读取的部分。' },
    { name: '产品目录', description: '智能体与78AI两个目录的产品。' },
    { name: '接口说明', description: '本说明自身。' },
  ],
  schemas: {
    HomeContent: HomeSchema,
    CommunityContent: CommunitySchema,
    SelectionContent: SelectionSchema,
    CatalogueContent: DOCUMENT_SCHEMAS.products,
    CataloguePage: CataloguePageSchema,
    EvaluationContent: EvaluationSchema,
    SubmitContent: SubmitSchema,
    Product: ProductSchema,
    PublicProduct: PublicProductSchema,
    TechnicalSpec: TechnicalSpecSchema,
    Review: ReviewSchema,
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
  },
  parameters: {
    id: { description: '编号；产品也可用完整名称。' },
    catalogue: { description: '产品目录：`agent`为智能体，`ai`为78AI。' },
    search: {
      description: '在名称、标语与描述中查找，不分大小写与全半角，也认拼音全拼、首字母与繁体。',
      example: 'znkf',
    },
    category: { description: '类别，须完全一致；`全部`或留空表示不限。', example: '智能客服' },
    price: { description: '价格区间，须完全一致；`全部`或留空表示不限。' },
    type: { description: '部署方式，只留下支持它的产品；其他取值不起作用。', example: 'SaaS' },
    sort: { description: '排序依据：`rating`为评分，`name`为名称拼音。' },
    order: { description: '排序方向：`asc`为升序，`desc`为降序。' },
    page: { description: '页码，从1开始；不带时返回全部（最多1000项）。', example: 1 },
    pageSize: { description: '每页项数。', example: 12 },
    products: { description: '`none`表示不带产品列表。' },
  },
}
