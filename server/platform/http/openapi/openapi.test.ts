import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openapiDocument } from './openapi.ts'
import type { ApiDescription, DescribedRoute } from './openapi-shapes.ts'
import { fieldsOf, typeOf } from './schema-fields.ts'

const ThingSchema = z.looseObject({
  name: z.string().max(5),
  at: z.iso.datetime(),
  tags: z.array(z.string()).default([]),
})
const DESCRIPTION: ApiDescription = {
  ...{ title: 't', version: '1', summary: 's', description: 'd', license: { name: 'l', url: 'https://l' } },
  tags: [{ name: '甲', description: '甲类' }],
  schemas: { Thing: ThingSchema },
  parameters: { id: { description: '编号' } },
  bodies: { 'POST /api/things': { name: '例' } },
}
const route = (more: Partial<DescribedRoute>): DescribedRoute => ({
  ...{ method: 'get', url: '/api/things', access: 'open', failures: [], schema: { tags: ['甲'], summary: '读取' } },
  ...more,
})
const documentOf = (...routes: DescribedRoute[]) => openapiDocument(routes, DESCRIPTION, 'http://z')

describe('openapiDocument', () => {
  it('refers to what is sent by another name than to what is answered, where defaults make them differ', () => {
    const { paths, components } = documentOf(
      route({
        method: 'post',
        schema: {
          tags: ['甲'],
          summary: '新建',
          body: ThingSchema,
          response: { 201: z.object({ data: ThingSchema }) },
        },
      }),
    )
    const call = paths['/api/things']?.post
    expect(call?.requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/ThingInput' })
    expect(call?.responses[201]).toMatchObject({
      content: { 'application/json': { schema: { properties: { data: { $ref: '#/components/schemas/Thing' } } } } },
    })
    expect(call?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { example: { name: '例' } } },
    })
    expect(components.schemas.Thing?.required).toEqual(['name', 'at', 'tags'])
    expect(components.schemas.ThingInput?.required).toEqual(['name', 'at'])
    expect(components.schemas.Thing?.properties?.at).toEqual({ type: 'string', format: 'date-time' })
    expect(Object.keys(call?.responses ?? {})).toEqual(['201', '400', '413', '415', '429', '500'])
  })

  it('asks for a token where a call is not open', () => {
    const { paths, components } = documentOf(
      route({}),
      route({ method: 'delete', url: '/api/things/:id', access: 'signed-in', failures: ['conflict'] }),
    )
    expect(paths['/api/things']?.get?.security).toEqual([])
    const remove = paths['/api/things/{id}']?.delete
    expect(remove?.security).toEqual([{ bearer: [] }])
    expect(Object.keys(remove?.responses ?? {})).toEqual(['200', '401', '404', '409', '429', '500'])
    expect(Object.keys(components.securitySchemes)).toEqual(['bearer'])
    expect(components.responses.Conflict?.description).toBe('当前状态不允许此操作')
  })

  it('describes parameters of path and query', () => {
    const schema = {
      tags: ['甲'],
      summary: '读取',
      params: z.object({ id: z.string() }),
      querystring: z.object({ page: z.coerce.number().int().default(1), must: z.string().describe('必要') }),
    }
    const parameters = documentOf(route({ url: '/api/things/:id', schema })).paths['/api/things/{id}']?.get?.parameters
    expect(parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, description: '编号', schema: { type: 'string' } },
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', default: 1 } },
      { name: 'must', in: 'query', required: true, description: '必要' },
    ])
  })

  it('names files by their type', () => {
    const file = documentOf(
      route({ schema: { tags: ['甲'], summary: '下载', produces: ['application/octet-stream'] } }),
    )
    expect(file.paths['/api/things']?.get?.responses[200]).toEqual({
      description: '成功',
      content: { 'application/octet-stream': { schema: {} } },
    })
  })

  it('shows a tag that nobody described, so that its absence is seen', () => {
    expect(documentOf(route({ schema: { tags: ['乙'], summary: '读取' } })).tags).toEqual([
      { name: '乙', description: '' },
    ])
  })

  it.each([
    ['get', '/api/home-content', 'getHomeContent'],
    ['get', '/api/product-detail/:id', 'getProductDetailById'],
    ['post', '/api/qrcode/:id/scan', 'postQrcodeByIdScan'],
    ['get', '/api/content/:kind/revisions/:n', 'getContentByKindRevisionsByN'],
    ['get', '/api/openapi.json', 'getOpenapiJson'],
  ])('%s %s is %s', (method, url, id) => {
    const { paths } = documentOf(route({ method, url }))
    expect(Object.values(paths)[0]?.[method]?.operationId).toBe(id)
  })
})

describe('a schema as it is read', () => {
  it('lists nameless objects’ fields under their own', () => {
    const schema = z.toJSONSchema(
      z.object({ hero: z.object({ title: z.string() }), list: z.array(z.object({ a: z.number() })).optional() }),
    )
    expect(fieldsOf(schema).map(({ path, isRequired }) => [path, isRequired])).toEqual([
      ['hero', true],
      ['hero.title', true],
      ['list', false],
      ['list[].a', true],
    ])
  })

  it.each<[z.ZodType, string]>([
    [z.string(), '文本'],
    [z.int(), '整数'],
    [z.string().nullable(), '文本或空'],
    [z.array(z.string()), '列表：文本'],
    [z.literal(true), 'true'],
    [z.iso.datetime(), '时间'],
    [z.union([z.string(), z.number()]), '文本或数字'],
    [z.unknown(), '任意'],
  ])('names a type', (schema, name) => {
    expect(
      typeOf(z.toJSONSchema(schema))
        .map(({ text }) => text)
        .join(''),
    ).toBe(name)
  })
})
