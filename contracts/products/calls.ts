import { z } from 'zod'
import { DELETE, file, GET, groupCalls, POST, PUT, paged, raw, sentences } from '../call.ts'
import { AuthorshipSchema, RevisionNumberSchema, RevisionSchema } from '../content/revision.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { BODY, BULK_PRODUCTS_MAX, IMPORT, PRODUCT_REVISIONS_MAX, RECYCLE_BIN_DAYS } from '../limits.ts'
import { FAILURES } from '../messages/failures.ts'
import { pageNumber } from '../pagination.ts'
import { TABLE_TYPES } from '../table.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { FacetSchema } from './facets.ts'
import { PRODUCT_MESSAGES } from './messages.ts'
import {
  AiProductChangeSchema,
  AiProductInputSchema,
  AiProductRecordSchema,
  EditorProductSchema,
  ListedProductSchema,
  ProductChangeSchema,
  ProductDetailSchema,
  ProductFilterSchema,
  ProductListQuerySchema,
  ProductSchema,
  RecycledProductQuerySchema,
  RecycledProductSchema,
} from './product.ts'
import { ImportPageQuerySchema, ProductImportSchema } from './product-import.ts'
import { ProductRevisionSchema } from './product-revision.ts'
import {
  BulkRequestSchema,
  BulkResultSchema,
  ImportFieldsSchema,
  ImportOptionsSchema,
  ImportPlanSchema,
  ProductExportQuerySchema,
  ProductFacetsSchema,
  ProductTableQuerySchema,
  ProductTableRowSchema,
} from './product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from './table-messages.ts'

const catalogue = z.enum(CATALOGUES).describe('产品目录：`agent` 为智能体，`ai` 为78AI。')
const CatalogueParamsSchema = z.object({ catalogue })
const ProductParamsSchema = CatalogueParamsSchema.extend({ id: z.string().describe('产品的编号或完整名称。') })
const IMPORTED_FILE = `CSV、XLSX或JSON，最多${IMPORT.rows / 10_000}万行。`
const ImportParamsSchema = CatalogueParamsSchema.extend({ importId: z.string().describe('导入的编号。') })

/** Public calls of both catalogues. */
export const productCalls = groupCalls('产品目录', '智能体与78AI两个目录的产品。', {
  list: GET('/api/products-list', {
    access: 'public',
    query: ProductListQuerySchema,
    reply: paged(ListedProductSchema, {
      closestMatch: z.array(z.string()).nullable().describe('没有产品含有所查的话时，所改用的词，否则为 `null`。'),
      droppedWords: z.array(z.string()).describe('查不到的词。'),
    }),
    failureMessage: FAILURES.readProducts,
    summary: '按条件列出产品',
    description: '没有产品含有所查的话时，把它切成词，列出符合最多词的产品，符合得多的在前。',
  }),
  listFacets: GET('/api/products-facets', {
    access: 'public',
    query: ProductFilterSchema,
    reply: z.array(FacetSchema),
    failureMessage: FAILURES.readProducts,
    summary: '列出可按产品资料筛选的属性与取值，各有多少产品',
    description: sentences(
      '条件与产品列表相同。',
      '计算一个属性各取值的数量时，不计这个属性自己已选的值；没有产品的取值不列出，已选的除外。',
    ),
  }),
  get: GET('/api/product-detail/:id', {
    access: 'public',
    params: ProductParamsSchema.pick({ id: true }),
    query: z.object({ catalogue: catalogue.default('agent') }),
    reply: ProductDetailSchema,
    failureMessage: FAILURES.readProduct,
    summary: '按编号或名称读取一个产品',
    description: sentences(
      '`facts` 为产品资料，按属性的顺序；同一属性的来源说法不一时有多条，等级最高、日期最近的在前，`isDisputed` 为真。',
      '没有列出的属性为未知，不等于“无”。',
      '`factsUpdatedOn` 为资料最近更新或确认的日期，从收录之日算起。',
    ),
  }),
})

/** Back-office calls for products, single and in bulk. */
export const catalogueCalls = groupCalls(
  '产品管理',
  '在后台新建、修改、移除与恢复产品，批量处理、导入与导出；78AI产品记录。',
  {
    list: GET('/api/products/:catalogue', {
      access: 'products:read',
      params: CatalogueParamsSchema,
      query: ProductTableQuerySchema,
      reply: paged(ProductTableRowSchema, { facets: ProductFacetsSchema }),
      summary: '列出目录中的产品，含未上架的',
      description: sentences(
        '`facets` 说明整个目录：已上架、未上架的数量，以及在用的类别。',
        `带 \`updatedSince\` 或 \`cursor\` 时按改动列出，也列出回收站中的，它们有 \`deletedAt\`；${RECYCLE_BIN_DAYS}天后彻底删除，不再列出。`,
      ),
    }),
    get: GET('/api/products/:catalogue/:id', {
      access: 'products:read',
      params: ProductParamsSchema,
      etag: 'returned',
      reply: EditorProductSchema,
      summary: '读取一个产品，含未上架的',
    }),
    getAuthorship: GET('/api/products/:catalogue/:id/authorship', {
      access: 'products:read',
      params: ProductParamsSchema,
      reply: AuthorshipSchema,
      summary: '读取一个产品最近由谁、何时保存',
    }),
    listRevisions: GET('/api/products/:catalogue/:id/revisions', {
      access: 'products:read',
      params: ProductParamsSchema,
      query: z.object({ page: pageNumber.default(1) }),
      reply: paged(RevisionSchema),
      summary: '列出一个产品的历史版本',
      description: sentences(
        `产品的每次保存都留下一个版本，导入、批量处理与通过的更新也是；每个产品保留最近${PRODUCT_REVISIONS_MAX}个。`,
        '版本号就是产品的 `ETag`；`changes` 说明与上一版相比改动了哪些字段，最早的一个没有上一版，为 `null`。',
      ),
    }),
    getRevision: GET('/api/products/:catalogue/:id/revisions/:revision', {
      access: 'products:read',
      params: ProductParamsSchema.extend(RevisionNumberSchema.shape),
      failures: ['notFound'],
      reply: ProductRevisionSchema,
      summary: '读取一个产品的一个历史版本',
      description: '`document` 为恢复到这个版本后的产品；厂商与部署方式属于资料，另有更新记录，不随版本恢复。',
    }),
    restoreRevision: POST('/api/products/:catalogue/:id/revisions/:revision/restore', {
      access: 'products:write',
      params: ProductParamsSchema.extend(RevisionNumberSchema.shape),
      etag: 'checked',
      failures: ['notFound', 'conflict'],
      reply: EditorProductSchema,
      message: PRODUCT_MESSAGES.revisionRestored,
      summary: '把一个产品恢复到一个历史版本',
      description: '与保存相同：按现在的规则检查，同样遵守 `If-Match`，生成新版本；资料保持不变。',
    }),
    create: POST('/api/products/:catalogue', {
      hasIdempotencyKey: true,
      access: 'products:write',
      bodyLimit: BODY.document,
      params: CatalogueParamsSchema,
      body: ProductSchema,
      unknownKeys: 'checked',
      etag: 'returned',
      failures: ['conflict'],
      reply: EditorProductSchema,
      message: PRODUCT_MESSAGES.saved,
      failureMessage: FAILURES.addProduct,
      summary: '新建产品',
    }),
    update: PUT('/api/products/:catalogue/:id', {
      access: 'products:write',
      bodyLimit: BODY.document,
      params: ProductParamsSchema,
      body: ProductChangeSchema,
      unknownKeys: 'checked',
      etag: 'checked',
      failures: ['conflict'],
      reply: EditorProductSchema,
      message: PRODUCT_MESSAGES.saved,
      failureMessage: FAILURES.updateProduct,
      summary: '保存产品',
      description: sentences(
        '没有提交的字段保持不变；不认识的字段返回400，产品中已有的除外。',
        '带 `If-Match: "<版本>"` 时，产品已被他人更新则返回412，什么也不保存；不带则直接保存。',
      ),
    }),
    remove: DELETE('/api/products/:catalogue/:id', {
      access: 'products:write',
      params: ProductParamsSchema,
      reply: z.null(),
      message: PRODUCT_MESSAGES.removed,
      summary: '把产品移入回收站',
    }),
    listRecycled: GET('/api/products/:catalogue/recycled', {
      access: 'products:read',
      params: CatalogueParamsSchema,
      query: RecycledProductQuerySchema,
      reply: paged(RecycledProductSchema),
      summary: '列出回收站中的产品',
    }),
    restore: POST('/api/products/:catalogue/:id/restore', {
      access: 'products:write',
      params: ProductParamsSchema,
      failures: ['conflict'],
      reply: z.null(),
      message: PRODUCT_TABLE_MESSAGES.restored,
      summary: '从回收站恢复产品',
    }),
    changeMany: POST('/api/products/:catalogue/bulk', {
      access: 'products:write',
      params: CatalogueParamsSchema,
      body: BulkRequestSchema,
      reply: BulkResultSchema,
      failures: ['conflict'],
      summary: '批量上架、下架、更改类别或价格（可撤销）、移入回收站或恢复',
      description: sentences(
        `一次最多${BULK_PRODUCTS_MAX}个产品，在同一个事务中完成；以 \`ids\` 指明，或以 \`matching\` 按列表的条件选取全部（恢复时为整个回收站），其中可排除个别产品。`,
        '无需改动的产品在 `skipped` 中列出原因。',
        '更改类别或价格时，`previous` 列出原来的值，可用来撤销。',
      ),
    }),
    export: GET('/api/products/:catalogue/export', {
      access: 'products:read',
      callsPerMinute: 60,
      params: CatalogueParamsSchema,
      query: ProductExportQuerySchema,
      reply: file(...TABLE_TYPES),
      summary: '导出产品',
      description: sentences(
        'CSV（UTF-8，带BOM）、Excel工作簿或JSON；可按列表的条件筛选。',
        '只有查看权限的角色看不到联系邮箱。',
      ),
    }),
    planImport: POST('/api/products/:catalogue/import/plan', {
      access: 'products:write',
      callsPerMinute: 60,
      hasLargeFile: true,
      hasProgress: true,
      params: CatalogueParamsSchema,
      file: { field: 'file', description: IMPORTED_FILE, fields: ImportOptionsSchema },
      reply: ImportPlanSchema,
      summary: '试运行一次导入',
      description: `说明每一行将如何处理，不改动目录；\`rows\` 只列出每种结果的前${IMPORT.listedRows}行。`,
    }),
    import: POST('/api/products/:catalogue/import', {
      hasIdempotencyKey: true,
      access: 'products:write',
      callsPerMinute: 60,
      hasLargeFile: true,
      hasProgress: true,
      params: CatalogueParamsSchema,
      file: { field: 'file', description: IMPORTED_FILE, fields: ImportFieldsSchema },
      failures: ['conflict'],
      reply: ProductImportSchema,
      summary: '导入产品',
      description: sentences(
        '在同一个事务中完成：全部导入，或一行也不导入；被拒绝的行除外。',
        '要带上试运行返回的 `fingerprint`，文件、选项或目录此后有变动则返回409。',
      ),
    }),
    exportRejectedRows: POST('/api/products/:catalogue/import/rejected-rows', {
      access: 'products:write',
      callsPerMinute: 60,
      hasLargeFile: true,
      params: CatalogueParamsSchema,
      query: ExportQuerySchema,
      file: { field: 'file', description: IMPORTED_FILE, fields: ImportOptionsSchema },
      reply: file(...TABLE_TYPES),
      summary: '试运行一次导入，返回其中被拒绝的行',
      description: '前两列为原文件的行号与拒绝的原因，其余与上传的文件相同；改正后可以直接再导入，前两列会忽略。',
    }),
    listImports: GET('/api/product-imports/:catalogue', {
      access: 'products:write',
      params: CatalogueParamsSchema,
      query: ImportPageQuerySchema,
      reply: paged(ProductImportSchema),
      summary: '列出所有人在这个目录的导入，最近的在前',
      description: '`undoableUntil` 不为空的可以撤销；`undo` 为撤销的结果。',
    }),
    undoImport: POST('/api/product-imports/:catalogue/:importId/undo', {
      access: 'products:write',
      params: ImportParamsSchema,
      failures: ['conflict'],
      reply: ProductImportSchema,
      summary: '撤销最近一次导入',
      description: sentences(
        '在同一个事务中，导入新建的产品移入回收站，更新的产品连同资料恢复原来的值；之后又有改动的保持不变，列在 `skipped` 中。',
        `${IMPORT.undoDays}天内可以撤销，不限于导入的人；已撤销的原样返回结果。`,
      ),
    }),
    listAi: GET('/api/ai-products', {
      access: 'public',
      reply: raw(z.object({ success: z.literal(true), aiProducts: z.array(AiProductRecordSchema) })),
      summary: '列出78AI产品记录',
      description: '未登录时只有已上架的产品，且不含厂商联系方式与浏览次数。',
    }),
    createAgent: POST('/api/products', {
      hasIdempotencyKey: true,
      access: 'products:write',
      bodyLimit: BODY.document,
      body: ProductSchema,
      unknownKeys: 'checked',
      etag: 'returned',
      failures: ['conflict'],
      reply: EditorProductSchema,
      message: PRODUCT_MESSAGES.saved,
      failureMessage: FAILURES.addProduct,
      summary: '新建智能体产品',
    }),
    updateAgent: PUT('/api/product-detail/:id', {
      access: 'products:write',
      bodyLimit: BODY.document,
      params: ProductParamsSchema.pick({ id: true }),
      body: ProductChangeSchema,
      unknownKeys: 'checked',
      etag: 'checked',
      failures: ['conflict'],
      reply: EditorProductSchema,
      message: PRODUCT_MESSAGES.saved,
      failureMessage: FAILURES.updateProduct,
      summary: '保存智能体产品',
      description: '没有提交的字段保持不变，不认识的字段返回400，产品中已有的除外；同样遵守 `If-Match`。',
    }),
    createAi: POST('/api/ai-products', {
      hasIdempotencyKey: true,
      access: 'products:write',
      bodyLimit: BODY.document,
      body: AiProductInputSchema,
      unknownKeys: 'checked',
      etag: 'returned',
      failures: ['conflict'],
      reply: AiProductRecordSchema,
      message: PRODUCT_MESSAGES.saved,
      failureMessage: FAILURES.addProduct,
      summary: '新建78AI产品',
    }),
    updateAi: PUT('/api/ai-products/:id', {
      access: 'products:write',
      bodyLimit: BODY.document,
      params: ProductParamsSchema.pick({ id: true }),
      body: AiProductChangeSchema,
      unknownKeys: 'checked',
      etag: 'checked',
      failures: ['conflict'],
      reply: AiProductRecordSchema,
      message: PRODUCT_MESSAGES.saved,
      failureMessage: FAILURES.updateProduct,
      summary: '保存78AI产品',
      description: '没有提交的字段保持不变，不认识的字段返回400，产品中已有的除外；同样遵守 `If-Match`。',
    }),
  },
)
