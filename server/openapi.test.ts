import { createConfig, lintFromString } from '@redocly/openapi-core'
import { XMLValidator } from 'fast-xml-parser'
import { Parser } from 'htmlparser2'
import { expect, it } from 'vitest'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { productCalls } from '#contracts/products/calls.ts'
import { send } from '#testing/send.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import type { OpenapiDocument, Operation } from './platform/http/openapi/openapi-shapes.ts'

onEveryDatabase('the description of the calls', (app) => {
  const read = async () => {
    const reply = await send(app().server, descriptionCalls.openapi.path)
    const document: OpenapiDocument = reply.json()
    return { reply, document }
  }
  const operations = ({ paths }: OpenapiDocument): [string, Operation][] =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
    )

  it('is a clean OpenAPI 3.1 document', async () => {
    const { reply } = await read()
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: reply.body, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  })

  it('has every call that is not hidden, each with a Chinese summary and a tag that is described', async () => {
    const { document } = await read()
    for (const path of [
      ...Object.values(documentCalls).map(({ path }) => path),
      productCalls.list.path,
      brandingCalls.site.path,
      descriptionCalls.openapi.path,
    ])
      expect(Object.keys(document.paths)).toContain(path)
    expect(Object.keys(document.paths)).toContain('/api/product-detail/{id}')
    const described = new Set(document.tags.filter(({ description }) => description !== '').map(({ name }) => name))
    for (const [name, operation] of operations(document)) {
      expect(operation.summary, name).toMatch(/[\u4e00-\u9fff]/)
      expect(operation.tags.length, name).toBe(1)
      expect(described.has(operation.tags[0] ?? ''), `${name}: ${operation.tags[0]}`).toBe(true)
      for (const parameter of operation.parameters ?? [])
        expect(parameter.description, `${name} ${parameter.name}`).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('names the documents once, and refers to them', async () => {
    const { reply, document } = await read()
    const names = Object.keys(document.components.schemas)
    for (const name of ['Home', 'Community', 'Selection', 'Catalogue', 'Evaluation', 'Submit'])
      expect(names).toContain(`${name}Content`)
    expect(reply.body.split('"featuredProducts":').length - 1).toBe(1)
    const home = document.paths[documentCalls.home.path]?.get?.responses[200]
    expect(home).toMatchObject({
      content: {
        'application/json': { schema: { properties: { data: { $ref: '#/components/schemas/HomeContent' } } } },
      },
    })
    expect(reply.body).not.toContain('$defs')
  })

  it('says what may go wrong', async () => {
    const { document } = await read()
    const detail = document.paths['/api/product-detail/{id}']?.get
    expect(Object.keys(detail?.responses ?? {})).toEqual(['200', '400', '404', '429', '500'])
    expect(document.components.responses.NotFound).toMatchObject({
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Failure' }, example: { success: false } },
      },
    })
  })

  it('says which parameters are needed, and what they may be', async () => {
    const { document } = await read()
    const list = document.paths[productCalls.list.path]?.get?.parameters ?? []
    expect(list.map(({ name, required }) => [name, required])).toEqual(
      ['catalogue', 'search', 'category', 'price', 'type', 'sort', 'order', 'page', 'pageSize', 'fields'].map(
        (name) => [name, false],
      ),
    )
    expect(list.find(({ name }) => name === 'sort')?.schema).toMatchObject({
      enum: ['rating', 'name'],
      default: 'rating',
    })
    expect(list.find(({ name }) => name === 'page')?.schema).toMatchObject({ type: 'integer', minimum: 1 })
  })

  it('is made once and kept', async () => {
    const first = await send(app().server, descriptionCalls.openapi.path)
    const again = await send(app().server, {
      url: descriptionCalls.openapi.path,
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

onEveryDatabase('the reference page', (app) => {
  const read = () => send(app().server, descriptionCalls.reference.path)

  it('is well-formed, in Chinese, and needs no script', async () => {
    const reply = await read()
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'/,
    )
    expect(reply.body).toContain('<html lang="zh-CN">')
    expect(reply.body).toContain('<title>智鉴开放接口 - 接口说明</title>')
    expect(reply.body).not.toMatch(/<script|style="|onclick|https?:\/\/(?!zhijian\.test|spdx)/)
    const body = reply.body.slice(reply.body.indexOf('<body>'), reply.body.indexOf('</html>'))
    expect(XMLValidator.validate(body, { allowBooleanAttributes: true })).toBe(true)
  })

  it('links to nothing that is not there, and has no id twice', async () => {
    const { body } = await read()
    const ids: string[] = []
    const links: string[] = []
    const parser = new Parser({
      onopentag(_, { id, href }) {
        if (id) ids.push(id)
        if (href?.startsWith('#')) links.push(href.slice(1))
      },
    })
    parser.end(body)
    expect(new Set(ids).size).toBe(ids.length)
    expect(links.length).toBeGreaterThan(50)
    for (const link of links) expect(ids).toContain(link)
  })
})
