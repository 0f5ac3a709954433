import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ALARM_TIMES } from '#contracts/alarms/alarm-table.ts'
import type { WebhookFormat } from '#contracts/outbox/webhook-formats.ts'
import { parseAllowedHosts } from '#server/platform/allowed-hosts.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { createServices } from '#server/services.ts'
import { createMailClient } from '#testing/factories/mail-settings.ts'
import type { Caller } from '#testing/factories/users.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { startWebhookReceiver } from '#testing/webhook-receiver.ts'

const HEALTHY = { loopDelayMs: 0, requests: { count: 0, errors: 0 } }
const BLOCKED_EVENT_LOOP = { loopDelayMs: 900, requests: { count: 0, errors: 0 } }
const SUPER_ADMIN_COUNT = 1
const ACTOR = { id: 'admin', name: '张三', ip: '' }

/** More checks than a condition must be met in before an alarm is raised. */
const CHECKS_TO_RAISE = 5
/** More checks than it takes until an alarm whose condition isn't met is resolved. */
const CHECKS_TO_RESOLVE = 12

onEveryDatabase('alarms', (app) => {
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
  let admin: Caller
  let viewer: Caller
  let isDatabaseDown = false

  const startNode = (node: string) => {
    const { database, clock } = app()
    const ping = async () => {
      if (isDatabaseDown) throw new DatabaseUnavailableError(new Error('down'))
    }
    const services = createServices({
      database: { ...database, ping },
      clock,
      nodeId: node,
      appSecret: testConfig().appSecret,
      publicUrl: 'http://zhijian.test',
      webhookHosts: parseAllowedHosts('127.0.0.1:*') ?? [],
      fileStore: { put: async () => {}, open: async () => undefined, remove: async () => {} },
    })
    return services
  }
  let nodes: ReturnType<typeof startNode>[]

  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    const calls = await createMailClient(app)
    await calls.save()
    admin = calls.admin
    viewer = calls.viewer
  })
  afterAll(() => receiver.close())
  // Each test has new nodes, and a database without alarms, mails and backups.
  beforeEach(async () => {
    receiver.received.length = 0
    Object.assign(receiver.reply, { status: 204, body: '' })
    isDatabaseDown = false
    nodes = [startNode('web-1'), startNode('web-2')]
    await app().database.write(async ({ db }) => {
      for (const table of ['alarms', 'outbox', 'backupRuns', 'webhooks'] as const) await db.deleteFrom(table).execute()
    })
    await addWebhook()
    await updateSettings('alarms', { alarmRecipients: 'ops@example.com' })
    await updateSettings('backups', { scheduledBackups: false })
  })

  const get = (url: string, { headers }: Caller) => app().server.inject({ url, headers })
  const updateSettings = (part: 'alarms' | 'backups', body: object) =>
    app().services.settings.update(part, body, { actor: ACTOR })
  const addWebhook = (format: WebhookFormat = 'json') =>
    nodes[0]?.outbox.webhooks.create({ url: receiver.url, events: ['alarm.raised', 'alarm.resolved'], format }, ACTOR)
  const removeWebhooks = () => app().database.write(({ db }) => db.deleteFrom('webhooks').execute())

  /** Runs the given number of checks on every node, one node after another. */
  async function check(checkCount: number, measurements = HEALTHY) {
    for (let round = 0; round < checkCount; round += 1) {
      app().clock.advance(ALARM_TIMES.checkIntervalMs)
      for (const { alarms, outbox } of nodes) {
        await alarms.check(measurements)
        await Promise.all(await outbox.deliveries.start())
      }
    }
  }
  const listMails = async () => {
    const mails = app().database.read.selectFrom('outbox').select(['subject', 'toEmail']).orderBy('createdAt')
    return (await mails.execute()).filter(({ subject }) => /告警|已解除/.test(subject))
  }
  /** Returns the type, alarm and node of each received webhook. */
  const listReceived = () =>
    receiver.received.map(({ event }) => `${event.type} ${event.data.alarm} ${event.data.node}`).sort()

  /** Schedules backups, of which the last one has failed. */
  async function givenFailedBackup() {
    const startedAt = app().clock.now().toISOString()
    await app().database.write(({ db }) =>
      db
        .insertInto('backupRuns')
        .values({
          id: 'failed-run',
          status: 'failed',
          startedAt,
          endedAt: null,
          size: null,
          heartbeatAt: startedAt,
          missingFiles: null,
          failure: 'folderNotPermitted',
        })
        .execute(),
    )
    await updateSettings('backups', { scheduledBackups: true })
  }

  /** Checks until every node has raised an alarm. */
  async function raise(measurements = HEALTHY) {
    await check(CHECKS_TO_RAISE + 1, measurements)
    receiver.received.length = 0
  }

  it('reports an alarm once for all nodes after it has persisted', async () => {
    await givenFailedBackup()
    await check(1)
    expect(await listMails()).toEqual([])
    await check(CHECKS_TO_RAISE)
    expect(await listMails()).toEqual([{ subject: '【智鉴】告警：备份失败或逾期', toEmail: 'ops@example.com' }])
    expect(listReceived()).toEqual(['alarm.raised backupFailed '])
    const alarms = [
      {
        name: 'backupFailed',
        node: '',
        detail:
          '最近一次备份失败：没有权限写入备份文件夹；还没有成功的备份。请让运行服务的用户拥有 BACKUP_DIR 文件夹，并能写入其中。',
        raisedAt: expect.any(String),
        isWebhookPending: false,
      },
    ]
    expect((await get('/api/system', admin)).json().data.alarms).toEqual(alarms)
    expect((await get('/api/alarms', viewer)).json().data).toEqual(alarms)
  })

  it('shows the latest reason of a failing backup without reporting it again', async () => {
    await givenFailedBackup()
    await raise()
    const change = { failure: 'diskFull' } as const
    await app().database.write(({ db }) => db.updateTable('backupRuns').set(change).execute())
    const mailsBefore = await listMails()
    await check(CHECKS_TO_RAISE)
    expect(await nodes[0]?.alarms.list()).toMatchObject([{ detail: expect.stringContaining('磁盘已满') }])
    expect(await listMails()).toEqual(mailsBefore)
  })

  it('reports a failed backup once more as soon as it is resolved', async () => {
    await givenFailedBackup()
    await raise()
    await updateSettings('backups', { scheduledBackups: false })
    await check(1)
    expect((await listMails()).map(({ subject }) => subject)).toEqual([
      '【智鉴】告警：备份失败或逾期',
      '【智鉴】已解除：备份失败或逾期',
    ])
    expect(listReceived()).toEqual(['alarm.resolved backupFailed '])
    expect(await nodes[0]?.alarms.list()).toEqual([])
  })

  it('tracks each node’s alarms separately, and doesn’t resolve them immediately', async () => {
    await raise(BLOCKED_EVENT_LOOP)
    expect((await nodes[0]?.alarms.list())?.map(({ name, node }) => `${name} ${node}`).sort()).toEqual([
      'eventLoopBlocked web-1',
      'eventLoopBlocked web-2',
    ])
    await check(1)
    await check(CHECKS_TO_RAISE, BLOCKED_EVENT_LOOP)
    expect(listReceived()).toEqual([])
    await check(CHECKS_TO_RESOLVE)
    expect(listReceived()).toEqual(['alarm.resolved eventLoopBlocked web-1', 'alarm.resolved eventLoopBlocked web-2'])
  })

  it('retries while the receiver fails', async () => {
    receiver.reply.status = 500
    await check(CHECKS_TO_RAISE, BLOCKED_EVENT_LOOP)
    expect(receiver.received).toEqual([])
    expect(await nodes[0]?.alarms.list()).toMatchObject([{ isWebhookPending: true }, { isWebhookPending: true }])
    receiver.reply.status = 204
    await check(CHECKS_TO_RAISE, BLOCKED_EVENT_LOOP)
    expect(await nodes[0]?.alarms.list()).toMatchObject([{ isWebhookPending: false }, { isWebhookPending: false }])
    expect(listReceived()).toEqual(['alarm.raised eventLoopBlocked web-1', 'alarm.raised eventLoopBlocked web-2'])
  })

  it('reports a database outage immediately by webhook, and by mail after it is over', async () => {
    await check(1)
    isDatabaseDown = true
    await check(CHECKS_TO_RAISE)
    expect(listReceived()).toEqual(['alarm.raised databaseUnavailable web-1', 'alarm.raised databaseUnavailable web-2'])
    isDatabaseDown = false
    receiver.received.length = 0
    const mailsBefore = await listMails()
    await check(1)
    const mailsAfter = await listMails()
    expect(mailsAfter.slice(mailsBefore.length).map(({ subject }) => subject)).toEqual([
      '【智鉴】已解除：数据库无法访问',
    ])
    expect(listReceived()).toEqual(['alarm.resolved databaseUnavailable web-1'])
  })

  it('reports a database outage again until the webhook has received it', async () => {
    await check(1)
    isDatabaseDown = true
    receiver.reply.status = 500
    await check(CHECKS_TO_RAISE)
    receiver.reply.status = 204
    receiver.received.length = 0
    await check(2)
    expect(listReceived()).toEqual(['alarm.raised databaseUnavailable web-1', 'alarm.raised databaseUnavailable web-2'])
  })

  describe('a test alarm', () => {
    const requestTest = ({ headers }: Caller) =>
      app().server.inject({ method: 'POST', url: '/api/alarms/test', headers })

    it('can only be sent by users who may change the settings', async () => {
      expect((await requestTest(viewer)).statusCode).toBe(403)
      expect((await requestTest(admin)).statusCode).toBe(200)
    })

    it('is sent by mail and webhook', async () => {
      expect(await nodes[0]?.alarms.sendTest()).toEqual({ mails: 1, webhook: { isDelivered: true, message: '' } })
      expect((await listMails()).map(({ subject }) => subject)).toContain('【智鉴】告警：测试')
    })

    it("reports that the webhook's host isn't allowed", async () => {
      // The configuration of the test server allows no webhooks to this machine, unlike that of the nodes.
      expect((await requestTest(admin)).json().data).toEqual({
        mails: 1,
        webhook: { isDelivered: false, message: expect.stringContaining('WEBHOOK_HOSTS') },
      })
    })

    it("reports a robot's reason for a rejection", async () => {
      await removeWebhooks()
      await addWebhook('wecom')
      Object.assign(receiver.reply, { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}' })
      expect((await nodes[0]?.alarms.sendTest())?.webhook).toEqual({
        isDelivered: false,
        message: '对方拒绝了消息：invalid webhook url（93000）',
      })
    })

    it('is mailed to the super_admins if no recipients are set, and sent nowhere else without a webhook', async () => {
      await removeWebhooks()
      await updateSettings('alarms', { alarmRecipients: '' })
      expect(await nodes[0]?.alarms.sendTest()).toEqual({ mails: SUPER_ADMIN_COUNT, webhook: null })
    })
  })
})
