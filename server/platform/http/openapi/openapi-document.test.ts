import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, DELETE, file, GET, groupCalls, noContent, POST, PUT } from '#contracts/call.ts'
import { createOpenapiDocument } from './openapi-document.ts'
import type { ApiDescription } from './openapi-types.ts'

const ThingSchema = z
  .looseObject({
    name: z.string().max(5),
    at: z.iso.datetime(),
    tags: z.array(z.string()).default([]),
  })
  .meta({ id: 'Thing', examples: [{ name: '例' }] })
const ThingParamsSchema = z.object({ id: z.string().describe('编号') })
const INFO: ApiDescription = {
  title: 't',
  version: '1',
  summary: 's',
  description: 'd',
  license: { name: 'l', url: 'https://l' },
}
const read = { access: 'public', reply: z.null(), summary: '读取' } as const
const createDocument = (...calls: Call[]) => createOpenapiDocument(calls, INFO, 'http://z')

describe('createOpenapiDocument', () => {
  it('names input and output schemas differently if defaults make them differ', () => {
    const create = POST('/api/things', { access: 'public', body: ThingSchema, reply: ThingSchema, summary: '新建' })
    const { paths, components } = createDocument(create)
    const call = paths['/api/things']?.post
    expect(call?.requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingInput' } } },
    })
    expect(call?.responses[200]).toMatchObject({
      content: { 'application/json': { schema: { properties: { data: { $ref: '#/components/schemas/Thing' } } } } },
    })
    expect(components.schemas.Thing).toMatchObject({ required: ['name', 'at', 'tags'], examples: [{ name: '例' }] })
    expect(components.schemas.ThingInput?.required).toEqual(['name', 'at'])
    expect(components.schemas.Thing?.properties?.at).toEqual({ type: 'string', format: 'date-time' })
    expect(Object.keys(call?.responses ?? {})).toEqual(['200', '400', '413', '415', '429', '500'])
  })

  it('requires a token for calls that are not public', () => {
    const invalidate = DELETE('/api/things/:id', {
      access: 'signed-in',
      params: ThingParamsSchema,
      failures: ['conflict'],
      reply: z.null(),
      summary: '删除',
    })
    const { paths, components } = createDocument(GET('/api/things', read), invalidate)
    expect(paths['/api/things']?.get?.security).toEqual([])
    const described = paths['/api/things/{id}']?.delete
    expect(described?.security).toEqual([{ bearer: [] }])
    expect(Object.keys(described?.responses ?? {})).toEqual(['200', '400', '401', '403', '404', '409', '429', '500'])
    expect(Object.keys(components.securitySchemes)).toEqual(['bearer', 'key'])
    expect(components.responses.Conflict?.description).toBe('当前状态不允许此操作')
  })

  it('says which scope a key needs, or that no key may make a call', () => {
    const { paths } = createDocument(
      GET('/api/things', { ...read, access: 'products:read', description: '全部。' }),
      PUT('/api/things', { ...read, access: 'users:write' }),
      DELETE('/api/things', { ...read, access: 'signed-in', keys: 'own-projects:write' }),
    )
    const { get, put, delete: remove } = paths['/api/things'] ?? {}
    expect(get).toMatchObject({
      description: '全部。\n\n密钥所需的权限：`products:read`（产品与资料：读取）。',
      security: [{ bearer: [] }, { key: ['products:read'] }],
    })
    expect(put).toMatchObject({ description: '不能用密钥调用。', security: [{ bearer: [] }] })
    expect(remove?.security).toEqual([{ bearer: [] }, { key: ['own-projects:write'] }])
  })

  it('describes parameters of path and query', () => {
    const query = z.object({
      page: z.coerce
        .number()
        .int()
        .meta({ description: '页码', examples: [1] })
        .default(1),
      must: z.string().describe('必要'),
    })
    const call = GET('/api/things/:id', { ...read, params: ThingParamsSchema, query })
    expect(createDocument(call).paths['/api/things/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, description: '编号', schema: { type: 'string' } },
      {
        name: 'page',
        in: 'query',
        required: false,
        description: '页码',
        example: 1,
        schema: { type: 'integer', default: 1 },
      },
      { name: 'must', in: 'query', required: true, description: '必要' },
    ])
  })

  it('describes an uploaded file and the fields beside it', () => {
    const upload = POST('/api/things', {
      access: 'public',
      file: { field: 'picture', description: '图片', fields: z.object({ title: z.string().default('') }) },
      reply: z.null(),
      summary: '上传',
    })
    expect(createDocument(upload).paths['/api/things']?.post?.requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              title: { type: 'string', default: '' },
              picture: { type: 'string', format: 'binary', description: '图片' },
            },
            required: ['picture'],
          },
        },
      },
    })
  })

  it('describes the version headers and the failures of a versioned save', () => {
    const save = PUT('/api/things', { ...read, etag: 'checked', body: ThingSchema })
    const described = createDocument(save).paths['/api/things']?.put
    expect(described?.parameters).toMatchObject([{ name: 'If-Match', in: 'header', required: false }])
    expect(described?.responses[200]).toMatchObject({ headers: { ETag: { schema: { type: 'string' } } } })
    expect(Object.keys(described?.responses ?? {})).toContain('412')
  })

  it('describes the idempotency key as optional, and the failure for one that is used twice', () => {
    const create = POST('/api/things', { ...read, hasIdempotencyKey: true, body: ThingSchema })
    const described = createDocument(create).paths['/api/things']?.post
    expect(described?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
    expect(Object.keys(described?.responses ?? {})).toContain('422')
  })

  it('describes file replies by their MIME type, and replies without a body', () => {
    const { paths } = createDocument(
      GET('/api/things', { ...read, reply: file('text/csv') }),
      POST('/api/things', { ...read, reply: noContent }),
    )
    expect(paths['/api/things']?.get?.responses[200]).toEqual({
      description: '成功',
      content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
    })
    expect(paths['/api/things']?.post?.responses[204]).toEqual({ description: '成功，没有内容' })
  })

  it('lists the groups in the order of their calls', () => {
    const { item } = groupCalls('甲', '甲类', { item: GET('/api/one', read) })
    const { two } = groupCalls('乙', '乙类', { two: GET('/api/two', read) })
    expect(createDocument(two, item).tags).toEqual([
      { name: '乙', description: '乙类' },
      { name: '甲', description: '甲类' },
    ])
  })

  it.each([
    ['get', '/api/home-content', 'getHomeContent'],
    ['get', '/api/product-detail/:id', 'getProductDetailById'],
    ['post', '/api/qrcode/:id/scan', 'postQrcodeByIdScan'],
    ['get', '/api/content/:kind/revisions/:n', 'getContentByKindRevisionsByN'],
    ['get', '/api/openapi.json', 'getOpenapiJson'],
  ])('derives the operation id of %s %s: %s', (method, path, id) => {
    const { paths } = createDocument(method === 'get' ? GET(path, read) : POST(path, read))
    expect(Object.values(paths)[0]?.[method]?.operationId).toBe(id)
  })
})
