import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { generateKey } from '#server/modules/keys/key-format.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { createKey } from '#testing/factories/keys.ts'
import { createProducts } from '#testing/factories/products.ts'
import { bearer, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { MCP_TOOLS } from './mcp-tools.ts'
import { OWN_TOOLS } from './own-tools.ts'

const TextResult = z.object({ content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]) })

onEveryDatabase('Model Context Protocol', (app) => {
  let client: Client

  /** Sends the requests of the official client to the server without a socket. */
  async function fetchByInjection(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const { method } = request
    if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') throw new Error(`unexpected ${method}`)
    const reply = await app().server.inject({
      method,
      url: pathname,
      headers: Object.fromEntries(request.headers),
      payload: method === 'POST' ? await request.text() : undefined,
    })
    const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(reply.body === '' ? null : reply.body, { status: reply.statusCode, headers })
  }

  async function callTool(name: string, input: Record<string, unknown>) {
    const result = await client.callTool({ name, arguments: input })
    const { content } = TextResult.parse(result)
    return { text: content[0].text, data: result.structuredContent, isError: result.isError }
  }

  beforeAll(async () => {
    await saveMethod(app())
    await createProducts(app(), 'agent', [
      { name: '甲平台', description: '知识库问答', category: '知识库' },
      { name: '乙平台', description: '客服', category: '客服' },
    ])
    client = new Client({ name: 'tests', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://zhijian.test/mcp'), { fetch: fetchByInjection }),
    )
  })
  afterAll(() => client.close())

  it('lists every tool with an input schema, all read-only', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(MCP_TOOLS).sort())
    for (const { annotations, inputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(true)
      expect(inputSchema.type).toBe('object')
      expect(inputSchema).not.toHaveProperty('$ref')
    }
  })

  it('searches like the catalogue', async () => {
    const { data } = await callTool('search_products', { query: 'zhishi' })
    expect(data).toMatchObject({
      products: [{ name: '甲平台', url: `http://zhijian.test/products/${encodeURIComponent('甲平台')}` }],
      pagination: { totalItems: 1 },
    })
  })

  it('returns a product by name', async () => {
    const { data, text } = await callTool('get_product', { product: '甲平台' })
    expect(data).toMatchObject({ name: '甲平台', description: '知识库问答', facts: [], factsUpdatedOn: '2026-11-21' })
    expect(JSON.parse(text)).toEqual(data)
  })

  it('compares products', async () => {
    const { data } = await callTool('compare_products', { products: ['甲平台', '乙平台'] })
    expect(data).toMatchObject({ products: [{ name: '甲平台' }, { name: '乙平台' }], attributes: [] })
  })

  it('lists the attributes of a catalogue', async () => {
    const { data } = await callTool('list_attributes', { catalogue: 'agent' })
    expect(data).toMatchObject({ attributes: expect.arrayContaining([expect.objectContaining({ type: 'yesNo' })]) })
  })

  it('returns the method, and analyses an evaluation with it', async () => {
    expect((await callTool('get_method', {})).data).toMatchObject({ version: 1 })
    const { data } = await callTool('analyse_evaluation', {
      method: {
        groups: [{ key: 'tech', weight: 1, criteria: [{ key: 't1', weight: 1 }] }],
        grades: [{ key: 'own', cap: 100 }],
        thresholds: { strong: 90, recommend: 80, cautious: 70 },
      },
      candidates: [{ key: 'a', name: '甲' }],
      judges: [{ key: 'j1' }],
      scores: [{ judge: 'j1', candidate: 'a', criterion: 't1', score: 80, grade: 'own' }],
    })
    expect(data).toMatchObject({ candidates: [{ key: 'a', total: 80, recommendation: '推荐' }] })
  })

  it('rejects an unknown argument', async () => {
    const { text, isError } = await callTool('search_products', { search: '客服' })
    expect({ text, isError }).toEqual({ text: expect.stringContaining('不认识的字段：search'), isError: true })
  })

  it('reports an error with the site’s message', async () => {
    const { text, isError } = await callTool('get_product', { product: '没有的产品' })
    expect({ text, isError }).toEqual({ text: '产品不存在', isError: true })
  })

  describe('a client with a key', () => {
    const connect = async (headers: Record<string, string>) => {
      const own = new Client({ name: 'tests', version: '1' })
      const url = new URL('http://zhijian.test/mcp')
      await own.connect(new StreamableHTTPClientTransport(url, { fetch: fetchByInjection, requestInit: { headers } }))
      onTestFinished(() => own.close())
      return own
    }
    const listOwn = async (own: Client) =>
      (await own.listTools()).tools.map(({ name }) => name).filter((name) => Object.hasOwn(OWN_TOOLS, name))

    it('has the tools of the key’s scopes; a person has none', async () => {
      const member = await createSignedInUser(app(), 'member', 'member-of-tools')
      expect(await listOwn(client)).toEqual([])
      expect(await listOwn(await connect(member.headers))).toEqual([])
      const lists = await connect(await createKey(app(), member, ['own-shortlists:read']))
      expect(await listOwn(lists)).toEqual(['my_shortlists'])
      const projects = await connect(await createKey(app(), member, ['own-projects:read']))
      expect(await listOwn(projects)).toEqual(['my_projects', 'analyse_project'])
    })

    it('reads the owner’s shortlists and projects, and nobody else’s', async () => {
      const owner = await createSignedInUser(app(), 'member', 'owner-of-tools')
      const other = await createSignedInUser(app(), 'member', 'other-of-tools')
      const list = { title: '客服选型', catalogue: 'agent' as const, required: [], preferred: [], candidates: [] }
      await app().services.shortlists.create(list, owner)
      const created = await app().server.inject({
        method: 'POST',
        url: projectCalls.create.path,
        headers: owner.headers,
        payload: { name: '客服评估', description: '' },
      })
      const { id } = created.json().data
      const scopes = ['own-shortlists:read', 'own-projects:read'] as const
      const own = await connect(await createKey(app(), owner, scopes))
      const strange = await connect(await createKey(app(), other, scopes))
      const call = async (by: Client, name: string, input = {}) => by.callTool({ name, arguments: input })
      expect((await call(own, 'my_shortlists')).structuredContent).toMatchObject({
        shortlists: [{ title: '客服选型' }],
      })
      expect((await call(own, 'my_projects')).structuredContent).toMatchObject({ projects: [{ id, name: '客服评估' }] })
      expect((await call(own, 'analyse_project', { project: id })).structuredContent).toMatchObject({
        project: { name: '客服评估', status: 'setup' },
      })
      expect((await call(strange, 'my_shortlists')).structuredContent).toEqual({ shortlists: [] })
      expect((await call(strange, 'my_projects')).structuredContent).toEqual({ projects: [] })
      expect(await call(strange, 'analyse_project', { project: id })).toMatchObject({ isError: true })
    })

    it('is refused with a key that is invalid', async () => {
      await expect(connect(bearer(generateKey()))).rejects.toThrow()
    })
  })

  describe('raw requests', () => {
    const post = (payload: unknown, headers: Record<string, string> = {}) =>
      app().server.inject({
        method: 'POST',
        url: '/mcp',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(payload),
      })
    const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }

    it.each([
      ['both types', { accept: 'application/json, text/event-stream' }],
      ['anything', { accept: '*/*' }],
      ['JSON alone', { accept: 'application/json' }],
      ['nothing', {}],
    ])('answers in JSON if the client accepts %s', async (_, headers: Record<string, string>) => {
      const reply = await post(LIST, headers)
      expect({ status: reply.statusCode, type: reply.headers['content-type'] }).toEqual({
        status: 200,
        type: 'application/json',
      })
      expect(reply.json()).toMatchObject({ id: 2, result: { tools: expect.any(Array) } })
    })

    it('rejects batches', async () => {
      const reply = await post([LIST, LIST])
      expect({ status: reply.statusCode, body: reply.json() }).toEqual({
        status: 400,
        body: { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Batches are not supported' } },
      })
    })

    it.each([
      ['of another site', 'https://evil.example', 403],
      ['that is opaque', 'null', 403],
      ['of this site', 'http://zhijian.test', 200],
    ])('checks an origin %s: %s, %i', async (_, origin, status) => {
      expect((await post(LIST, { origin })).statusCode).toBe(status)
    })

    it('serves clients of older revisions without a session', async () => {
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
      const reply = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['mcp-session-id']).toBeUndefined()
      expect(reply.body).toContain('"protocolVersion":"2025-06-18"')
      expect((await post(LIST)).body).toContain('search_products')
    })

    it('rejects methods that require a session, and invalid messages', async () => {
      expect((await app().server.inject({ method: 'GET', url: '/mcp' })).statusCode).toBe(405)
      expect((await app().server.inject({ method: 'DELETE', url: '/mcp' })).statusCode).toBe(405)
      expect((await post({ hello: 1 })).statusCode).toBe(400)
    })
  })
})
