import { z } from 'zod'
import { DELETE, GET, groupCalls, POST, PUT, paged, sentences } from '../call.ts'
import { RevisionNumberSchema, RevisionSchema } from '../content/revision.ts'
import { BODY, FACTS } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { searchInput } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'
import {
  AttributeCreateSchema,
  AttributeKeySchema,
  AttributeOrderSchema,
  AttributeQuerySchema,
  AttributeRecordSchema,
  AttributeRevisionSchema,
  AttributeSchema,
  AttributeUpdateSchema,
} from './attribute.ts'
import { FactChangeSchema, FactsInputSchema, ProductFactsSchema } from './fact.ts'
import { FACT_MESSAGES } from './messages.ts'

const KeyParamsSchema = z.object({ key: AttributeKeySchema.describe('属性的键。') })
const ProductParamsSchema = z.object({
  catalogue: z.enum(CATALOGUES).describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  id: z.string().describe('产品的编号或完整名称。'),
})

/** Public calls. The facts of a product are read with it, by `GET /api/product-detail/:id`. */
export const factCalls = groupCalls('产品资料', '产品的属性，及其资料的更新记录。', {
  listAttributes: GET('/api/attributes', {
    access: 'public',
    query: AttributeQuerySchema,
    reply: z.array(AttributeSchema),
    failureMessage: FACT_MESSAGES.attributesFailed,
    summary: '列出产品属性',
    description: sentences(
      '按显示的顺序；停用的不列出。',
      '`choices` 为可选项，证书类属性的为级别；`staleAfterMonths` 为 `null` 时资料不过期。',
    ),
  }),
  listChanges: GET('/api/product-detail/:id/fact-changes', {
    access: 'public',
    params: ProductParamsSchema.pick({ id: true }),
    query: z.object({
      catalogue: z.enum(CATALOGUES).default('agent').describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
      attribute: AttributeKeySchema.optional().describe('只列出一个属性的更新，值为属性的键。'),
      page: pageNumber.default(1),
    }),
    reply: paged(FactChangeSchema),
    failureMessage: FACT_MESSAGES.factsFailed,
    summary: '列出一个产品的资料更新记录',
    description: sentences(`最近的在前，每页${FACTS.perPage}条。`, '更新者只有后台可见。'),
  }),
})

/** Attributes in the back office. */
export const attributeCalls = groupCalls('属性管理', '产品属性的新建、修改、排序与历史版本。', {
  list: GET('/api/product-attributes', {
    access: 'products:read',
    query: z.object({ search: searchInput().describe('名称的一部分，也认拼音；或标识的一部分。') }),
    reply: z.array(AttributeRecordSchema),
    failureMessage: FACT_MESSAGES.attributesFailed,
    summary: '列出全部属性，含停用的',
    description: '`products` 为填写了该属性的产品数。',
  }),
  get: GET('/api/product-attributes/:key', {
    access: 'products:read',
    params: KeyParamsSchema,
    etag: 'returned',
    reply: AttributeRecordSchema,
    summary: '读取一个属性',
  }),
  create: POST('/api/product-attributes', {
    hasIdempotencyKey: true,
    access: 'products:write',
    body: AttributeCreateSchema,
    example: { key: 'license', label: '许可证', group: '基本', type: 'text', catalogues: ['agent', 'ai'] },
    etag: 'returned',
    failures: ['conflict'],
    reply: AttributeRecordSchema,
    message: FACT_MESSAGES.attributeSaved,
    summary: '新建属性，排在最后',
  }),
  update: PUT('/api/product-attributes/:key', {
    access: 'products:write',
    params: KeyParamsSchema,
    body: AttributeUpdateSchema,
    etag: 'checked',
    failures: ['conflict'],
    reply: AttributeRecordSchema,
    message: FACT_MESSAGES.attributeSaved,
    summary: '保存属性',
    description: sentences(
      '整份替换。',
      '`renamedChoices` 以原选项为键、新名称为值，已有资料随之改名；不能删除已有资料选中的选项，也不能更改已有资料的类型与单位。',
      '带 `If-Match` 时，属性已被他人更新则返回412。',
    ),
  }),
  remove: DELETE('/api/product-attributes/:key', {
    access: 'products:write',
    params: KeyParamsSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: FACT_MESSAGES.attributeRemoved,
    summary: '删除从未填写过资料的属性',
  }),
  reorder: POST('/api/product-attributes/order', {
    access: 'products:write',
    body: AttributeOrderSchema,
    failures: ['conflict'],
    reply: z.array(AttributeRecordSchema),
    message: FACT_MESSAGES.orderSaved,
    summary: '调整属性的顺序',
    description: '`keys` 须为全部属性；分组的顺序随其第一个属性。',
  }),
  listRevisions: GET('/api/product-attributes/:key/revisions', {
    access: 'products:read',
    params: KeyParamsSchema,
    query: z.object({ page: pageNumber.default(1) }),
    reply: paged(RevisionSchema),
    summary: '列出属性的历史版本',
  }),
  getRevision: GET('/api/product-attributes/:key/revisions/:revision', {
    access: 'products:read',
    params: KeyParamsSchema.extend(RevisionNumberSchema.shape),
    reply: AttributeRevisionSchema,
    summary: '读取属性的一个历史版本',
  }),
  restoreRevision: POST('/api/product-attributes/:key/revisions/:revision/restore', {
    access: 'products:write',
    params: KeyParamsSchema.extend(RevisionNumberSchema.shape),
    etag: 'checked',
    failures: ['conflict'],
    reply: AttributeRecordSchema,
    message: FACT_MESSAGES.attributeRestored,
    summary: '恢复到属性的一个历史版本',
    description: '以该版本的内容生成新版本；同样遵守 `If-Match`，已有资料用到的类型、单位与选项须与现在相同。',
  }),
})

/** Facts in the back office. */
export const factEditingCalls = groupCalls('资料管理', '一个产品的资料：读取与填写。', {
  get: GET('/api/products/:catalogue/:id/facts', {
    access: 'products:read',
    params: ProductParamsSchema,
    etag: 'returned',
    reply: ProductFactsSchema,
    failureMessage: FACT_MESSAGES.factsFailed,
    summary: '读取一个产品的资料',
    description: '含未上架的产品与停用的属性；尚无资料时版本为0。',
  }),
  save: PUT('/api/products/:catalogue/:id/facts', {
    access: 'products:write',
    params: ProductParamsSchema,
    bodyLimit: BODY.document,
    body: FactsInputSchema,
    example: {
      facts: [
        {
          attribute: 'license',
          value: 'Apache License 2.0',
          grade: 'public',
          sourceUrl: 'https://example.com/LICENSE',
          readAt: '2026-11-21',
          note: '',
        },
      ],
    },
    etag: 'checked',
    failures: ['conflict'],
    reply: ProductFactsSchema,
    message: FACT_MESSAGES.saved,
    failureMessage: FACT_MESSAGES.saveFailed,
    summary: '保存一个产品的全部资料',
    description: sentences(
      '整份替换：未列出的资料即移除，停用属性的资料除外。',
      '`id` 指明所改的资料，新的不带。',
      '带 `If-Match` 时，资料已被他人更新则返回412，什么也不保存。',
    ),
  }),
})
