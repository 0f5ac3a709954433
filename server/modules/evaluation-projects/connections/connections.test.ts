import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_MESSAGES } from '#contracts/agents/messages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import { json, stream, toEvents } from '#testing/agent-server.ts'
import { createProjectClient, prepareProject, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { connectAgent } from '#testing/factories/evaluation-runs.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const KEY = 'sk-of-the-committee'
const ANSWER = stream(
  toEvents(
    { choices: [{ delta: { content: '十五天' } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    '[DONE]',
  ),
)
/** A port of this machine on which nobody listens. */
const URL_OF_NOBODY = 'http://127.0.0.1:9/v1'
const CONNECTION = { kind: 'openai', url: URL_OF_NOBODY, model: 'm', secret: KEY }

onEveryDatabase('connections', (app) => {
  let project: Awaited<ReturnType<typeof prepareProject>>

  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    project = await prepareProject(app())
    await setLimits({})
  })

  const setLimits = (limits: object) =>
    app().database.write((transaction) =>
      app().services.settings.save(transaction, 'content', {
        maxAgentCallsPerDay: 5_000,
        maxAgentCallsPerMinute: 300,
        ...limits,
      }),
    )
  const save = (body: object, { candidate = 'a', version }: { candidate?: string; version?: number } = {}) =>
    project.client.send(
      'PUT',
      `/projects/${project.id}/connections/${candidate}`,
      body,
      version === undefined ? {} : { 'if-match': `"${version}"` },
    )
  const list = async () => (await project.client.send('GET', `/projects/${project.id}/connections`)).json()
  const remove = (candidate = 'a') => project.client.send('DELETE', `/projects/${project.id}/connections/${candidate}`)
  const probe = (message = '年假有几天？', candidate = 'a') =>
    project.client.send('POST', `/projects/${project.id}/connections/${candidate}/probe`, { message })
  const readRows = () => app().database.read.selectFrom('agentConnections').selectAll().execute()

  it('is counted by host for staff with the questions of today, who see neither whose it is nor its path', async () => {
    await app().database.write(({ db }) => db.deleteFrom('agentConnections').execute())
    await save({ ...CONNECTION, url: 'http://127.0.0.1:9/secret-path' })
    await save(CONNECTION, { candidate: 'b' })
    const other = await prepareProject(app())
    const { url } = await startTestAgent(ANSWER)
    await connectAgent(other, 'a', url)
    const probeOther = () => other.client.send('POST', `/projects/${other.id}/connections/a/probe`, { message: '在吗' })
    for (let call = 0; call < 3; call += 1) expect((await probeOther()).statusCode).toBe(200)
    await setLimits({ maxAgentCallsPerMinute: 3 })
    expect((await probeOther()).statusCode).toBe(429)
    const listHosts = async (role: Role) => {
      const { headers } = await createSignedInUser(app(), role, `host-${role}`)
      return app().server.inject({ url: '/api/system/agent-hosts', headers })
    }
    const reply = await listHosts('viewer')
    expect(reply.json().data).toEqual([
      { origin: url, callsToday: 3, connections: 1, projects: 1 },
      { origin: 'http://127.0.0.1:9', callsToday: 0, connections: 2, projects: 1 },
    ])
    for (const role of ['editor', 'reviewer', 'member'] as const) expect((await listHosts(role)).statusCode).toBe(403)
  })

  describe('a key', () => {
    it('is never returned, and encrypted at rest', async () => {
      const reply = await save({ ...CONNECTION, headers: { 'X-Tenant': 'tenant-1234' } })
      expect(reply.json().data).toMatchObject({ hasSecret: true, headers: { 'X-Tenant': '' }, model: 'm' })
      const texts = [reply.body, JSON.stringify(await list()), JSON.stringify(await readRows())]
      for (const text of texts) expect(text).not.toMatch(/sk-of-the-committee|tenant-1234/)
    })

    it('stays if it is left blank, and is removed by null', async () => {
      await save({ ...CONNECTION, headers: { 'X-Tenant': 'tenant-1234' } })
      const kept = await save({ ...CONNECTION, secret: '', headers: { 'x-tenant': '' }, model: 'other' })
      expect(kept.json().data).toMatchObject({ hasSecret: true, headers: { 'x-tenant': '' }, model: 'other' })
      const unnamed = await save({ ...CONNECTION, secret: '' })
      expect(unnamed.json().data).toMatchObject({ hasSecret: true, headers: { 'x-tenant': '' } })
      const removed = await save({ ...CONNECTION, secret: null, headers: {} })
      expect(removed.json().data).toMatchObject({ hasSecret: false, headers: {} })
    })

    it.each([
      ['another scheme', 'https://127.0.0.1:9/v1'],
      ['another host', 'http://127.0.0.2:9/v1'],
      ['another port', 'http://127.0.0.1:10/v1'],
    ])('is not sent to another server: %s', async (_, url) => {
      await save(CONNECTION)
      expect((await save({ ...CONNECTION, secret: '', url })).json().data.hasSecret).toBe(false)
    })

    it('stays with another path of the same server', async () => {
      await save(CONNECTION)
      expect((await save({ ...CONNECTION, secret: '', url: 'http://127.0.0.1:9/v2' })).json().data.hasSecret).toBe(true)
    })

    it('has to be typed again in a header for another server', async () => {
      await save({ ...CONNECTION, headers: { 'X-Tenant': 'tenant-1234' } })
      const reply = await save({ ...CONNECTION, headers: { 'X-Tenant': '' }, url: 'http://127.0.0.1:10/v1' })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toMatchObject([{ path: 'headers.X-Tenant' }])
    })

    it('is not in the export, the log of the operators, or the copy of the owner’s data', async () => {
      await save(CONNECTION)
      const exported = await project.client.send('GET', `/projects/${project.id}/export?format=json`)
      const copy = await app().services.evaluationProjects.memberData.getOwned(
        { id: project.id, isInRecycleBin: false },
        project.owner.id,
      )
      const audit = JSON.stringify(await listAudit(app()))
      expect(copy.connections).toMatchObject([{ candidate: 'a', hasSecret: true }])
      expect(audit).toContain('OpenAI兼容，127.0.0.1:9')
      for (const text of [exported.body, JSON.stringify(copy), audit]) expect(text).not.toContain(KEY)
    })

    it('is encrypted again after APP_SECRET was replaced', async () => {
      await save(CONNECTION)
      const { database, clock, dataDir } = app()
      const services = createServices({
        database,
        clock,
        fileStore: openFileStore({ s3: undefined, folder: dataDir }),
        appSecret: 'another secret of 32 letters or more',
        previousSecrets: [testConfig().appSecret ?? ''],
      })
      const readOwnRow = async () => (await readRows()).find(({ projectId }) => projectId === project.id)
      const before = await readOwnRow()
      expect(await services.evaluationProjects.connections.reencryptSecrets()).toBeGreaterThan(0)
      expect(await services.evaluationProjects.connections.reencryptSecrets()).toBe(0)
      const after = await readOwnRow()
      expect(after?.keysEncrypted).not.toBe(before?.keysEncrypted)
      // With the earlier secret alone, they are lost, and have to be typed again.
      expect((await list()).data).toMatchObject([{ hasSecret: false }])
      await app().database.write(({ db }) => db.deleteFrom('agentConnections').execute())
    })
  })

  describe('saving', () => {
    it('counts versions, and rejects a save on top of an older one', async () => {
      const first = await save(CONNECTION)
      expect(first.headers.etag).toBe('"1"')
      expect((await save(CONNECTION, { version: 1 })).json().data.version).toBe(2)
      expect((await save(CONNECTION, { version: 1 })).statusCode).toBe(412)
      await remove()
      expect((await save(CONNECTION, { version: 2 })).statusCode).toBe(412)
    })

    it('is for candidates of the project', async () => {
      expect((await save(CONNECTION, { candidate: 'z' })).statusCode).toBe(404)
    })

    it('ends with 定稿', async () => {
      await app().database.write(({ db }) =>
        db.updateTable('evaluationProjects').set({ status: 'final' }).where('id', '=', project.id).execute(),
      )
      expect((await save(CONNECTION)).statusCode).toBe(409)
    })

    it.each<[string, object, string]>([
      ['an internal address', { url: 'https://10.0.0.7/v1' }, 'url'],
      ['an unencrypted public address', { url: 'http://93.184.216.34/v1' }, 'url'],
      ['another protocol', { url: 'ftp://example.com' }, 'url'],
      ['a password in the address', { url: 'http://user:pass@127.0.0.1:9/v1' }, 'url'],
      ['a key in the address', { url: 'http://127.0.0.1:9/v1?key=1' }, 'url'],
      ['three headers with keys', { headers: { 'X-A': '1', 'X-B': '2', 'X-C': '3' } }, 'headers'],
      ['a header of the connection', { headers: { Host: 'internal' } }, 'headers.Host'],
      ['a header’s name with a line break', { headers: { 'X-A\nX-B': '1' } }, 'headers.X-A\nX-B'],
      ['a header’s value with a line break', { headers: { 'X-A': '1\r\nHost: x' } }, 'headers.X-A'],
      ['a key with a line break', { secret: 'sk-1\r\nHost: x' }, 'secret'],
      ['no agent’s id', { kind: 'coze' }, 'botId'],
      ['no template', { kind: 'http', paths: { reply: '$.a' } }, 'template'],
      ['no path of the reply', { kind: 'http', template: { body: '{"q": {{question}}}' } }, 'paths'],
      [
        'a template that is no JSON',
        { kind: 'http', template: { body: '{"q": {{question}}' }, paths: { reply: '$.a' } },
        'template.body',
      ],
      [
        'an unknown placeholder',
        { kind: 'http', template: { body: '{"q": {{question}}, "x": {{name}}}' }, paths: { reply: '$.a' } },
        'template.body',
      ],
      [
        'a key in the template',
        { kind: 'http', template: { headers: { Authorization: 'x' }, body: '{{question}}' }, paths: { reply: '$.a' } },
        'template.headers.Authorization',
      ],
      [
        'a malformed path',
        { kind: 'http', template: { body: '{"q": {{question}}}' }, paths: { reply: '$.a[' } },
        'paths.reply',
      ],
      [
        'a costly path',
        { kind: 'http', template: { body: '{"q": {{question}}}' }, paths: { reply: '$..a..b' } },
        'paths.reply',
      ],
      [
        'a path with a regular expression',
        { kind: 'http', template: { body: '{"q": {{question}}}' }, paths: { reply: "$[?match(@.a, 'x')]" } },
        'paths.reply',
      ],
    ])('rejects %s', async (_, changes, path) => {
      const reply = await save({ ...CONNECTION, ...changes })
      expect(reply.statusCode, reply.body).toBe(400)
      expect(reply.json().errors.map((error: { path: string }) => error.path)).toContain(path)
    })

    it('deletes the connections of candidates that the project no longer has', async () => {
      await save(CONNECTION)
      await save(CONNECTION, { candidate: 'b' })
      const { data } = (await project.client.get(project.id)).json()
      const candidates = data.setup.candidates.filter(({ key }: { key: string }) => key === 'b')
      await project.client.update(project.id, { name: data.name, setup: { ...data.setup, candidates } })
      expect((await list()).data).toMatchObject([{ candidate: 'b' }])
    })

    it('is undone by removal', async () => {
      await save(CONNECTION)
      expect((await remove()).json().message).toBe(AGENT_MESSAGES.removed)
      expect((await remove()).statusCode).toBe(404)
      expect((await list()).data).toEqual([])
    })
  })

  describe('trying', () => {
    it('returns the answer, and stores it with the connection', async () => {
      const agent = await startTestAgent(ANSWER)
      await save({ ...CONNECTION, url: agent.url, price: { perCall: 0.2 } })
      const reply = await probe()
      expect(reply.statusCode, reply.body).toBe(200)
      expect(reply.json().data).toMatchObject({ reply: '十五天', usage: null, cost: 0.2, status: 'finished' })
      expect(reply.json().data.sent).toContain('authorization: Bearer ••••••')
      expect(agent.requests[0]?.headers).toMatchObject({
        authorization: `Bearer ${KEY}`,
        'user-agent': expect.stringMatching(new RegExp(`^zhijian/.*project ${project.id}`)),
      })
      expect((await list()).data[0].lastProbe).toMatchObject({
        message: '年假有几天？',
        error: null,
        version: 1,
        answer: { reply: '十五天' },
      })
      expect(JSON.stringify(await readRows())).not.toContain(KEY)
    })

    it('fails with 400 and the reason, whatever the agent’s status is', async () => {
      const agent = await startTestAgent(json({ error: { message: `bad key ${KEY}` } }, 401))
      await save({ ...CONNECTION, url: agent.url })
      const reply = await probe()
      expect({ status: reply.statusCode, message: reply.json().message }).toEqual({
        status: 400,
        message: '对方拒绝了密钥（401），请核对密钥：bad key ••••••',
      })
      expect((await list()).data[0].lastProbe).toMatchObject({ answer: null, error: reply.json().message })
    })

    it('needs a connection', async () => {
      expect((await probe()).statusCode).toBe(404)
    })

    it('is limited for each account and day', async () => {
      const agent = await startTestAgent(ANSWER)
      await save({ ...CONNECTION, url: agent.url })
      await setLimits({ maxAgentCallsPerDay: 1 })
      expect((await probe()).statusCode).toBe(200)
      const reply = await probe()
      expect({ status: reply.statusCode, message: reply.json().message }).toEqual({
        status: 429,
        message: AGENT_MESSAGES.callsPerDay(1),
      })
      expect(agent.requests.length).toBe(1)
    })

    it('counts towards no limit if one refuses it', async () => {
      const agent = await startTestAgent(ANSWER)
      await setLimits({ maxAgentCallsPerMinute: 1, maxAgentCallsPerDay: 3 })
      await save({ ...CONNECTION, url: agent.url })
      for (const status of [200, 429, 429, 429]) expect((await probe()).statusCode).toBe(status)
      for (const status of [200, 200]) {
        app().clock.advance(MINUTE_MS)
        expect((await probe()).statusCode).toBe(status)
      }
      app().clock.advance(MINUTE_MS)
      expect((await probe()).json().message).toBe(AGENT_MESSAGES.callsPerDay(3))
    })

    it('is limited for each target and minute, whoever asks', async () => {
      const agent = await startTestAgent(ANSWER)
      await setLimits({ maxAgentCallsPerMinute: 1 })
      await save({ ...CONNECTION, url: agent.url })
      expect((await probe()).statusCode).toBe(200)
      project = await prepareProject(app())
      await save({ ...CONNECTION, url: agent.url })
      expect((await probe()).statusCode).toBe(429)
      app().clock.advance(MINUTE_MS)
      expect((await probe()).statusCode).toBe(200)
    })
  })

  it('hides connections from staff and judges', async () => {
    await save(CONNECTION)
    const admin = createProjectClient(app(), await createSignedInUser(app(), 'super_admin', `admin-of-${project.id}`))
    for (const client of [admin, project.guest]) {
      const reply = await client.send('GET', `/projects/${project.id}/connections`)
      expect(reply.statusCode).toBe(client === admin ? 404 : 401)
    }
    const judging = await project.client.changeStatus(project.id, 'scoring')
    expect(judging.body).not.toContain('openai')
    expect((await project.guest.open(project.judge.access)).body).not.toContain('openai')
  })

  it('only lists and deletes connections if real runs are switched off', async () => {
    await save(CONNECTION)
    const { database, clock, dataDir } = app()
    const { evaluationProjects } = createServices({
      database,
      clock,
      fileStore: openFileStore({ s3: undefined, folder: dataDir }),
      appSecret: testConfig().appSecret,
      realRuns: false,
    })
    const key = { projectId: project.id, candidate: 'a' }
    const owner = { id: project.owner.id, name: project.owner.name, ip: null }
    const { connections } = evaluationProjects
    expect(await connections.list(project.id, owner)).toMatchObject({ isEnabled: false, data: [{ candidate: 'a' }] })
    await expect(connections.probe(key, '你好', owner)).rejects.toThrow(AGENT_MESSAGES.disabled)
    await connections.remove(key, { owner })
    expect((await list()).data).toEqual([])
  })

  it('parses a received reply again by other paths', async () => {
    const parse = async (example: string, paths: object) =>
      (await project.client.send('POST', '/connections/parsed-reply', { example, paths })).json().data
    expect(
      await parse('{"data": {"answer": "十五天", "tokens": {"in": 3, "out": "5"}}}', {
        reply: '$.data.answer',
        input: '$.data.tokens.in',
        output: '$.data.tokens.out',
      }),
    ).toEqual({ reply: '十五天', error: null, usage: { input: 3, output: 5 }, cost: null, steps: [] })
    expect(await parse('data: {"d": "十五"}\n\ndata: {"d": "天"}', { reply: '$.d' })).toMatchObject({ reply: '十五天' })
    expect(await parse('{"a": 1}', { reply: '$.b' })).toMatchObject({
      reply: null,
      error: expect.stringContaining('JSONPath'),
    })
  })
})
