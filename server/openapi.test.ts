import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it, onTestFinished } from 'vitest'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { productCalls } from '#contracts/products/calls.ts'
import { send } from '#testing/send.ts'
import { onSqlite } from '#testing/test-app.ts'
import type { OpenapiDocument, Operation } from './platform/http/openapi/openapi-types.ts'

onSqlite('the OpenAPI document', (app) => {
  const read = async () => {
    const reply = await send(app().server, descriptionCalls.getOpenApi.path)
    const document: OpenapiDocument = reply.json()
    return { reply, document }
  }
  const listOperations = ({ paths }: OpenapiDocument): [string, Operation][] =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
    )

  it('has no lint errors', async () => {
    const { reply } = await read()
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'application/json; charset=utf-8',
    })
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: reply.body, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  })

  it('contains all public calls, each with a Chinese summary and a described tag', async () => {
    const { document } = await read()
    for (const path of [
      ...Object.values(documentCalls).map(({ path }) => path),
      productCalls.list.path,
      brandingCalls.getSite.path,
      descriptionCalls.getOpenApi.path,
    ])
      expect(Object.keys(document.paths)).toContain(path)
    expect(Object.keys(document.paths)).toContain('/api/product-detail/{id}')
    const described = new Set(document.tags.filter(({ description }) => description !== '').map(({ name }) => name))
    for (const [name, operation] of listOperations(document)) {
      expect(operation.summary, name).toMatch(/[\u4e00-\u9fff]/)
      expect(operation.tags.length, name).toBe(1)
      expect(described.has(operation.tags[0] ?? ''), `${name}: ${operation.tags[0]}`).toBe(true)
      for (const parameter of operation.parameters ?? [])
        expect(parameter.description, `${name} ${parameter.name}`).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('defines each content document once, and refers to it', async () => {
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

  it('describes the possible failures', async () => {
    const { document } = await read()
    const detail = document.paths['/api/product-detail/{id}']?.get
    expect(Object.keys(detail?.responses ?? {})).toEqual(['200', '400', '404', '429', '500'])
    expect(document.components.responses.NotFound).toMatchObject({
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Failure' }, example: { success: false } },
      },
    })
  })

  it('describes the parameters, whether they are required, and their values', async () => {
    const { document } = await read()
    const list = document.paths[productCalls.list.path]?.get?.parameters ?? []
    expect(list.map(({ name, required }) => [name, required])).toEqual(
      [
        'catalogue',
        'search',
        'category',
        'price',
        'type',
        'verdict',
        'f',
        'verified',
        'sort',
        'order',
        'page',
        'pageSize',
        'fields',
      ].map((name) => [name, false]),
    )
    expect(list.find(({ name }) => name === 'sort')?.schema).toMatchObject({
      enum: ['rating', 'name', 'verdict'],
      default: 'rating',
    })
    expect(list.find(({ name }) => name === 'page')?.schema).toMatchObject({ type: 'integer', minimum: 1 })
  })

  it('is cached with an ETag', async () => {
    const first = await send(app().server, descriptionCalls.getOpenApi.path)
    const again = await send(app().server, {
      url: descriptionCalls.getOpenApi.path,
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
  })
})

onSqlite('the reference page', (app) => {
  it('is in Chinese, and loads nothing from other hosts', async () => {
    const reply = await send(app().server, descriptionCalls.getReference.path)
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'text/html; charset=utf-8',
    })
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+'; /)
    expect(policy).not.toMatch(/unsafe|https?:/)
    expect(reply.body).toContain('<html lang="zh-CN">')
    expect(reply.body).toContain('<title>智鉴开放接口 - 接口说明</title>')
    expect(reply.body).not.toMatch(/https?:\/\//)
  })

  it('contains the name of the site, as does the document', async () => {
    const saveGeneral = (general: object) =>
      app().database.write((transaction) => app().services.settings.save(transaction, 'general', general))
    onTestFinished(() => saveGeneral({}))
    await saveGeneral({ siteName: '评估中心' })
    const page = await send(app().server, descriptionCalls.getReference.path)
    expect(page.body).toContain('<title>评估中心开放接口 - 接口说明</title>')
    const { info }: OpenapiDocument = (await send(app().server, descriptionCalls.getOpenApi.path)).json()
    expect(info.title).toBe('评估中心开放接口')
  })

  it.each([
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
  ])('loads %s, which is cached with an ETag', async (file, type) => {
    const { path } = descriptionCalls.getReference
    const page = await send(app().server, path)
    expect(page.body).toContain(`"${path}/${file}"`)
    const first = await send(app().server, `${path}/${file}`)
    expect({ status: first.statusCode, contentType: first.headers['content-type'] }).toEqual({
      status: 200,
      contentType: type,
    })
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await send(app().server, { url: `${path}/${file}`, headers })
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
  })

  it('serves no other file of the library', async () => {
    const reply = await send(app().server, `${descriptionCalls.getReference.path}/package.json`)
    expect(reply.statusCode).toBe(400)
  })
})
