import { beforeAll, expect, it } from 'vitest'
import { WEBHOOK_MESSAGES as MESSAGES } from '#contracts/outbox/messages.ts'
import { TEAM_EVENT_NAMES, TEAM_EVENTS } from '#contracts/outbox/team-events.ts'
import { isSigningKey, MAX_WEBHOOKS } from '#contracts/outbox/webhook.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const INPUT = { url: 'https://93.184.215.14/hook', events: ['lead.created', 'submission.created'], format: 'json' }

onEveryDatabase('webhooks', (app) => {
  let admin: Caller
  let viewer: Caller
  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { payload, caller = admin, version }: { payload?: object; caller?: Caller; version?: number } = {},
  ) => {
    const headers = { ...caller.headers, ...(version !== undefined && { 'if-match': `"${version}"` }) }
    const reply = await app().server.inject({
      method,
      url: `/api/webhooks${path}`,
      headers,
      ...(payload && { payload }),
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const create = async (change: object = {}) => (await call('POST', '', { payload: { ...INPUT, ...change } })).body.data

  it('shows a generated signing key once', async () => {
    const { id, secret } = await create()
    expect(isSigningKey(secret)).toBe(true)
    const { body } = await call('GET', `/${id}`)
    expect(body.data).toMatchObject({ url: INPUT.url, hasSecret: true, isActive: true, version: 1 })
    expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('requires no secret of a bot', async () => {
    const { id, secret } = await create({ format: 'wecom' })
    expect(secret).toBeNull()
    expect((await call('GET', `/${id}`)).body.data.hasSecret).toBe(false)
  })

  it.each<[string, object, string, string]>([
    ['an address in the own network', { url: 'https://10.0.0.5/hook' }, 'url', MESSAGES.refused],
    ['an unencrypted address', { url: 'http://93.184.215.14/hook' }, 'url', MESSAGES.refused],
    ['what is no address', { url: 'hooks.example' }, 'url', MESSAGES.url],
    ['a user name and a password', { url: 'https://u:p@93.184.215.14/hook' }, 'url', MESSAGES.urlCredentials],
    ['a line break', { url: 'https://93.184.215.14/ho\nok' }, 'url', MESSAGES.urlLineBreak],
    ['no event', { events: [] }, 'events', MESSAGES.events],
    ['an unknown event', { events: ['lead.removed'] }, 'events.0', MESSAGES.unknownEvent],
    ['an unknown format', { format: 'slack' }, 'format', MESSAGES.unknownFormat],
    ['a short signing key', { secret: 'whsec_c2hvcnQ=' }, 'secret', MESSAGES.secret],
  ])('refuses %s', async (_, change, path, message) => {
    const reply = await call('POST', '', { payload: { ...INPUT, ...change } })
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path, message }] } })
  })

  it('keeps the secret if an update has none, unless the format changes', async () => {
    const { id } = await create({ format: 'feishu', secret: 'SEC-of-the-group' })
    const update = (change: object) => call('PUT', `/${id}`, { payload: { ...INPUT, format: 'feishu', ...change } })
    expect((await update({})).body.data.hasSecret).toBe(true)
    expect((await update({ secret: '' })).body.data.hasSecret).toBe(false)
    await update({ secret: 'SEC-another' })
    expect((await update({ format: 'wecom' })).body.data).toMatchObject({ hasSecret: false, format: 'wecom' })
  })

  it('refuses the save of somebody who read an earlier version', async () => {
    const { id } = await create()
    const save = (version: number) => call('PUT', `/${id}`, { payload: { ...INPUT, isActive: false }, version })
    expect((await save(1)).body.data).toMatchObject({ isActive: false, version: 2 })
    expect(await save(1)).toMatchObject({ status: 412, body: { message: MESSAGES.stale } })
  })

  it('removes a webhook, which is unknown then', async () => {
    const { id } = await create()
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/secret`],
      ['GET', `/${id}/deliveries`],
    ] as const)
      expect((await call(method, path)).status).toBe(404)
  })

  it('limits the number of webhooks', async () => {
    const { body } = await call('GET', '')
    for (let count = body.data.length; count < MAX_WEBHOOKS; count += 1) await create()
    const reply = await call('POST', '', { payload: INPUT })
    expect(reply).toMatchObject({ status: 409, body: { message: MESSAGES.tooMany(MAX_WEBHOOKS) } })
    await app().database.write(({ db }) => db.deleteFrom('webhooks').execute())
  })

  it('hides webhooks from those who can’t change the settings, as their addresses contain secrets', async () => {
    expect((await call('GET', '', { caller: viewer })).status).toBe(403)
    expect((await call('POST', '', { payload: INPUT, caller: viewer })).status).toBe(403)
  })

  it('describes each event by a valid example', async () => {
    const reply = await app().server.inject({ url: '/api/events/catalogue', headers: viewer.headers })
    const { data } = reply.json()
    expect(data.map(({ name }: { name: string }) => name)).toEqual(TEAM_EVENT_NAMES)
    for (const name of TEAM_EVENT_NAMES)
      expect(TEAM_EVENTS[name].data.parse(TEAM_EVENTS[name].example)).toEqual(TEAM_EVENTS[name].example)
  })
})
