import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlarmEvent } from '#contracts/alarms/alarm.ts'
import { ALARM_TIMES } from '#contracts/alarms/alarm-table.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database.ts'
import { parseMailHosts } from '#server/platform/mail/mail-hosts.ts'
import { createWebhookSender } from '#server/platform/webhook.ts'
import { createServices } from '#server/services.ts'
import { createMailClient } from '#testing/factories/mail-settings.ts'
import type { Caller } from '#testing/factories/users.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

type Received = { event: AlarmEvent; headers: Record<string, string | string[] | undefined>; body: string }

/** Starts a server that receives webhooks and responds with a configurable status. */
async function startReceiver() {
  const received: Received[] = []
  const reply = { status: 204, body: '' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (reply.status < 300) received.push({ event: JSON.parse(body), headers: request.headers, body })
    response.writeHead(reply.status).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { received, reply, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

const IDLE_MEASUREMENTS = { loopDelayMs: 0, requests: { count: 0, errors: 0 } }
const BLOCKED = { loopDelayMs: 900, requests: { count: 0, errors: 0 } }
const SUPER_ADMINS = 1

onEveryDatabase('alarms', (app) => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let admin: Caller
  let viewer: Caller
  const outage = { isOn: false }

  const startNode = (node: string) => {
    const { database, clock } = app()
    const ping = async () => {
      if (outage.isOn) throw new DatabaseUnavailableError(new Error('down'))
    }
    const services = createServices({
      database: { ...database, ping },
      clock,
      nodeId: node,
      appSecret: testConfig().appSecret,
      publicUrl: 'http://zhijian.test',
      webhookHosts: parseMailHosts('127.0.0.1:*') ?? [],
      fileStore: { put: async () => {}, open: async () => undefined, remove: async () => {} },
    })
    return services.alarms
  }
  let nodes: ReturnType<typeof startNode>[]

  beforeAll(async () => {
    receiver = await startReceiver()
    const calls = await createMailClient(app)
    await calls.save()
    admin = calls.admin
    viewer = calls.viewer
    nodes = [startNode('web-1'), startNode('web-2')]
    const body = { webhookUrl: receiver.url, alarmRecipients: 'ops@example.com' }
    const actor = { id: 'a', name: '张三', ip: '' }
    await app().services.settings.update({ part: 'alarms', body, actor, ifMatch: undefined })
  })
  afterAll(() => receiver.close())
  beforeEach(() => {
    receiver.received.length = 0
  })

  /** Runs the given number of checks on every node, one node after another. */
  async function check(checkCount: number, measurements = IDLE_MEASUREMENTS) {
    for (let round = 0; round < checkCount; round += 1) {
      app().clock.advance(ALARM_TIMES.checkIntervalMs)
      for (const node of nodes) await node.check(measurements).catch(() => {})
    }
  }
  const listMails = async () =>
    (
      await app().database.read.selectFrom('outbox').select(['subject', 'toEmail']).orderBy('createdAt').execute()
    ).filter(({ subject }) => /告警|已解除/.test(subject))
  const eventTypes = () =>
    receiver.received.map(({ event }) => `${event.type} ${event.data.alarm} ${event.data.node}`).sort()

  it('reports each alarm once for all nodes, and once more when it is resolved', async () => {
    await app().database.write(({ db }) =>
      db
        .insertInto('backupRuns')
        .values({ id: 'b', status: 'failed', startedAt: app().clock.now().toISOString(), endedAt: null, size: null })
        .execute(),
    )
    const actor = { id: 'a', name: '张三', ip: '' }
    const schedule = (scheduledBackups: boolean) =>
      app().services.settings.update({ part: 'backups', body: { scheduledBackups }, actor, ifMatch: undefined })
    await schedule(true)
    await check(1)
    expect(await listMails()).toEqual([])
    await check(4)
    expect(await listMails()).toEqual([{ subject: '【智鉴】告警：备份失败或逾期', toEmail: 'ops@example.com' }])
    expect(eventTypes()).toEqual(['alarm.raised backupFailed '])
    const system = await app().server.inject({ url: '/api/system', headers: admin.headers })
    expect(system.json().data.alarms).toEqual([
      {
        name: 'backupFailed',
        node: '',
        detail: '最近一次定时备份失败；还没有成功的备份。',
        raisedAt: expect.any(String),
      },
    ])
    await schedule(false)
    await check(10)
    expect((await listMails()).map(({ subject }) => subject)).toEqual([
      '【智鉴】告警：备份失败或逾期',
      '【智鉴】已解除：备份失败或逾期',
    ])
    expect(eventTypes()).toEqual(['alarm.raised backupFailed ', 'alarm.resolved backupFailed '])
    expect(await nodes[0]?.list()).toEqual([])
  })

  it('signs its webhooks', async () => {
    await check(3, BLOCKED)
    const [first] = receiver.received
    const key = await app().server.inject({ url: '/api/alarms/signing-key', headers: admin.headers })
    const secret = Buffer.from(String(key.json().data.key).replace(/^whsec_/, ''), 'base64')
    const signed = `${first?.headers['webhook-id']}.${first?.headers['webhook-timestamp']}.${first?.body}`
    expect(first?.headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
    )
    expect(Number(first?.headers['webhook-timestamp'])).toBeCloseTo(app().clock.now().getTime() / 1_000, -2)
  })

  it('tracks each node’s alarms separately, and doesn’t resolve them immediately', async () => {
    expect((await nodes[0]?.list())?.map(({ name, node }) => `${name} ${node}`).sort()).toEqual([
      'eventLoopBlocked web-1',
      'eventLoopBlocked web-2',
    ])
    await check(1)
    await check(3, BLOCKED)
    expect(eventTypes()).toEqual([])
    await check(10)
    expect(eventTypes()).toEqual(['alarm.resolved eventLoopBlocked web-1', 'alarm.resolved eventLoopBlocked web-2'])
  })

  it('retries while the receiver fails', async () => {
    receiver.reply.status = 500
    await check(3, BLOCKED)
    expect(receiver.received).toEqual([])
    receiver.reply.status = 204
    await check(5, BLOCKED)
    expect(eventTypes()).toEqual(['alarm.raised eventLoopBlocked web-1', 'alarm.raised eventLoopBlocked web-2'])
    await check(12)
  })

  it('reports a database outage immediately by webhook, and by mail after it is over', async () => {
    outage.isOn = true
    await check(5)
    expect(eventTypes()).toEqual(['alarm.raised databaseUnavailable web-1', 'alarm.raised databaseUnavailable web-2'])
    outage.isOn = false
    const before = (await listMails()).length
    await check(3)
    expect((await listMails()).slice(before).map(({ subject }) => subject)).toEqual(['【智鉴】已解除：数据库无法访问'])
    expect(eventTypes().slice(2)).toEqual(['alarm.resolved databaseUnavailable web-1'])
  })

  it('sends a test if requested by a user who may change the settings', async () => {
    const { services, server } = app()
    const sendTest = (headers: Record<string, string>) =>
      server.inject({ method: 'POST', url: '/api/alarms/test', headers })
    expect((await sendTest(viewer.headers)).statusCode).toBe(403)
    // The server's configuration doesn't allow webhooks to this machine.
    expect((await sendTest(admin.headers)).json().data).toEqual({
      mails: 1,
      webhook: { isDelivered: false, message: expect.stringContaining('WEBHOOK_HOSTS') },
    })
    expect(await nodes[0]?.test()).toEqual({ mails: 1, webhook: { isDelivered: true, message: '' } })
    const actor = { id: 'a', name: '张三', ip: '' }
    const toBot = { webhookFormat: 'wecom' }
    await services.settings.update({ part: 'alarms', body: toBot, actor, ifMatch: undefined })
    Object.assign(receiver.reply, { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}' })
    expect((await nodes[0]?.test())?.webhook).toEqual({
      isDelivered: false,
      message: '对方拒绝了消息：invalid webhook url（93000）',
    })
    const body = { webhookUrl: '', alarmRecipients: '' }
    await services.settings.update({ part: 'alarms', body, actor, ifMatch: undefined })
    expect(await nodes[0]?.test()).toEqual({ mails: SUPER_ADMINS, webhook: null })
  })
})

describe('webhook URLs', () => {
  const send = createWebhookSender(parseMailHosts('hooks.corp.example') ?? [])

  it.each([
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://10.0.0.7/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/hook',
    'http://93.184.216.34/hook',
    'https://93.184.216.34:8443/hook',
    'https://[::ffff:127.0.0.1]/hook',
  ])('rejects %s', async (url) => {
    await expect(send({ url, headers: {}, body: '{}' })).rejects.toThrow('不允许的地址')
  })

  it('rejects invalid URLs', async () => {
    await expect(send({ url: 'ftp://example.com/', headers: {}, body: '{}' })).rejects.toThrow('https://')
  })
})
