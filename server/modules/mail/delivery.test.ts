import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts'
import { MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import { createServices } from '#server/services.ts'
import { createMailConfig } from '#testing/factories/mail.ts'
import { type Caller, createSignedInUser, createUser } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import {
  createSmtpError,
  type SmtpScript,
  type SmtpTestServer,
  startScriptedServer,
  startSilentServer,
  startSmtpServer,
} from '#testing/smtp-server.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const NEVER_STOPPED = { stop: new AbortController().signal, abort: new AbortController().signal }
const createSmtpConfig = (port: number) => ({ host: 'localhost', port, fromEmail: 'from@example.com' })

onEveryDatabase('mail delivery', (app) => {
  const mail = () => app().services.mail
  let server: SmtpTestServer
  let rejection: { code: number; reply: string } | undefined

  beforeEach(async () => {
    rejection = undefined
    server = await startServer()
    await app().database.write(({ db }) => db.deleteFrom('outbox').execute())
    await configureServer(server.port)
  })
  afterEach(() => server.close())

  const startServer = (port = 0) =>
    startSmtpServer(
      {
        disabledCommands: ['STARTTLS'],
        onRcptTo: (_address, _session, done) => done(rejection && createSmtpError(rejection.code, rejection.reply)),
      },
      port,
    )
  const configureServer = (port: number, more = {}) =>
    mail().configuration.save(createMailConfig({ smtpConfig: createSmtpConfig(port), ...more }), { actor: null })
  const queue = (email = 'chen@example.com') =>
    app().database.write((transaction) =>
      mail().queue(transaction, {
        kind: 'invitation',
        to: { name: '陈女士', email },
        subject: '邀请',
        html: '<p>链接</p>',
      }),
    )
  const sendMail = () => mail().delivery.run(NEVER_STOPPED)
  const listMails = () => listOutbox(app())
  const getOnlyMail = async () => {
    const [first] = await listMails()
    if (!first) throw new Error('the outbox is empty')
    return first
  }

  it('sends queued mails once and deletes their content', async () => {
    await queue()
    const { id } = await getOnlyMail()
    expect(await sendMail()).toBe('done')
    expect(await sendMail()).toBe('done')
    expect(server.mails).toMatchObject([{ from: 'from@example.com', to: ['chen@example.com'] }])
    expect(server.mails[0]?.source).toContain(`Message-ID: <${id}@example.com>`)
    expect(await getOnlyMail()).toMatchObject({
      status: 'sent',
      attempts: 1,
      lastError: '',
      nextAttemptAt: null,
      sentAt: app().clock.now().toISOString(),
    })
    expect(await mail().outbox.findContent(id)).toBeUndefined()
  })

  it('uses the site’s name as sender unless the settings have another one', async () => {
    await app().database.write((transaction) =>
      app().services.settings.save(transaction, 'general', { siteName: 'Acme' }),
    )
    await queue()
    await sendMail()
    await configureServer(server.port, { smtpConfig: { ...createSmtpConfig(server.port), fromName: 'Reviews' } })
    await queue()
    await sendMail()
    expect(server.mails.map(({ source }) => /^From: (.*)$/m.exec(source)?.[1]?.trim())).toEqual([
      'Acme <from@example.com>',
      'Reviews <from@example.com>',
    ])
  })

  it('marks mails as automatic, and names who gets the answers', async () => {
    await queue()
    await app().database.write((transaction) =>
      mail().queue(transaction, {
        kind: 'consultation',
        to: { name: '', email: 'sales@example.com' },
        subject: '咨询',
        html: '<p>请回电</p>',
        replyTo: 'asker@example.org',
      }),
    )
    await sendMail()
    for (const { source } of server.mails) expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    // Two mails are sent at a time, in either order.
    const answers = new Map(server.mails.map(({ to, source }) => [to[0], /^Reply-To: (.*)\r$/m.exec(source)?.[1]]))
    expect(Object.fromEntries(answers)).toEqual({
      'chen@example.com': undefined,
      'sales@example.com': 'asker@example.org',
    })
  })

  it('names the link that ends an optional mail to programs', async () => {
    await createUser(app(), { email: 'owner@example.com' })
    const queueRunMail = (publicUrl: string) => {
      const node = createServices({
        database: app().database,
        clock: app().clock,
        appSecret: testConfig().appSecret,
        publicUrl,
        fileStore: { put: async () => {}, open: async () => undefined, remove: async () => {} },
      })
      const to = { name: '', email: 'owner@example.com' }
      return app().database.write((transaction) =>
        node.mail.queue(transaction, { kind: 'runFinished', to, subject: '实测运行已完成', html: '<p>完成</p>' }),
      )
    }
    await queueRunMail('https://site.example')
    await sendMail()
    await queueRunMail('http://localhost:3000')
    await sendMail()
    const [secure = '', insecure = ''] = server.mails.map(({ source }) => source)
    expect(secure).toMatch(/^List-Unsubscribe:\s+<https:\/\/site\.example\/unsubscribe\?token=runFinished\.[^>]+>\r$/m)
    expect(secure).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(insecure).not.toMatch(/^List-Unsubscribe/m)
  })

  it('sends each mail once with concurrent deliveries', async () => {
    for (let index = 0; index < 30; index += 1) await queue(`p${index}@example.com`)
    await Promise.all([sendMail(), sendMail(), sendMail()])
    expect(server.mails.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `p${index}@example.com`).sort(),
    )
  })

  it('backs off while the server is down, and loses no mail', async () => {
    await queue()
    await server.close()
    expect(await sendMail()).toBe('paused')
    const first = await getOnlyMail()
    expect(first).toMatchObject({ status: 'waiting', attempts: 1 })
    expect(first.lastError).toMatch(/^无法连接邮件服务器：/)
    expect(Date.parse(first.nextAttemptAt ?? '') - app().clock.now().getTime()).toBe(MINUTE_MS)

    expect(await sendMail()).toBe('done')
    expect((await getOnlyMail()).attempts).toBe(1)

    app().clock.advance(MINUTE_MS)
    await sendMail()
    const second = await getOnlyMail()
    expect(second.attempts).toBe(2)
    expect(Date.parse(second.nextAttemptAt ?? '') - app().clock.now().getTime()).toBe(5 * MINUTE_MS)
    server = await startServer(server.port)
    app().clock.advance(5 * MINUTE_MS)
    await sendMail()
    expect(await getOnlyMail()).toMatchObject({ status: 'sent', attempts: 3, lastError: '' })
    expect(server.mails).toHaveLength(1)
  })

  it('connects to a server that is down once per run, not once per mail', async () => {
    for (let index = 0; index < 6; index += 1) await queue(`p${index}@example.com`)
    await server.close()
    await sendMail()
    expect((await listMails()).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(2)
    server = await startServer()
  })

  it('pauses if the server is busy', async () => {
    for (let index = 0; index < 6; index += 1) await queue(`p${index}@example.com`)
    rejection = { code: 421, reply: '4.7.0 too many' }
    await sendMail()
    const attempted = (await listMails()).filter(({ attempts }) => attempts > 0)
    expect(attempted.length).toBeLessThanOrEqual(2)
    expect(attempted[0]).toMatchObject({ status: 'waiting', lastError: '邮件服务器拒绝了连接：421 4.7.0 too many' })
  })

  it.each<[string, SmtpScript]>([
    ['rejects the session', { EHLO: '550 no', HELO: '550 no' }],
    ['rejects the sender', { MAIL: '553 not yours' }],
    ['requires sign-in', { MAIL: '530 first' }],
    ['is not a mail server', { greeting: 'SSH-2.0' }],
  ])('pauses if the server %s, since it would reject every mail', async (_, script) => {
    for (let index = 0; index < 6; index += 1) await queue(`p${index}@example.com`)
    const rejecting = await startScriptedServer(script)
    await configureServer(rejecting.port)
    expect(await sendMail()).toBe('paused')
    await rejecting.close()
    expect(rejecting.received.connections).toBeLessThanOrEqual(2)
  })

  it('resends with the same Message-ID if the server accepted a mail and its reply was lost', async () => {
    await queue()
    const { id } = await getOnlyMail()
    let endings = 0
    const forgetful = await startScriptedServer({
      end(socket) {
        endings += 1
        if (endings === 1) socket.destroy()
        else socket.write('250 queued\r\n')
      },
    })
    await configureServer(forgetful.port)
    await sendMail()
    expect(await getOnlyMail()).toMatchObject({ status: 'waiting', attempts: 1, lastError: '邮件服务器中断了连接' })
    app().clock.advance(MINUTE_MS)
    await sendMail()
    await forgetful.close()
    expect(await getOnlyMail()).toMatchObject({ status: 'sent', attempts: 2, lastError: '' })
    expect(forgetful.received.mails.map((source) => /^Message-ID: (.*)$/m.exec(source)?.[1])).toEqual([
      `<${id}@example.com>`,
      `<${id}@example.com>`,
    ])
  })

  it('fails after eight attempts', async () => {
    await queue()
    rejection = { code: 451, reply: '4.7.1 try later' }
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await sendMail()
      // Longer than the longest delay between two attempts.
      app().clock.advance(10 * HOUR_MS)
    }
    expect(await getOnlyMail()).toMatchObject({
      status: 'failed',
      attempts: 8,
      nextAttemptAt: null,
      lastError: '邮件服务器拒绝了邮件：451 4.7.1 try later',
    })
  })

  it('fails immediately if the recipient is permanently rejected', async () => {
    await queue()
    rejection = { code: 550, reply: 'No such user' }
    await sendMail()
    expect(await getOnlyMail()).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: expect.stringContaining('550'),
    })
  })

  it('continues with other mails if one recipient is rejected', async () => {
    await queue('bad@example.com')
    await queue('good@example.com')
    await server.close()
    server = await startSmtpServer(
      {
        disabledCommands: ['STARTTLS'],
        onRcptTo: ({ address }, _session, done) => done(address.startsWith('bad') ? createSmtpError(550, 'no') : null),
      },
      server.port,
    )
    await sendMail()
    expect((await listMails()).map(({ to, status }) => [to, status]).sort()).toEqual([
      ['bad@example.com', 'failed'],
      ['good@example.com', 'sent'],
    ])
  })

  it('resends with the same Message-ID if a node crashed after sending', async () => {
    await queue()
    const { id } = await getOnlyMail()
    const leased = await mail().leases.acquire()
    expect(leased?.id).toBe(id)
    expect(await mail().leases.acquire()).toBeUndefined()
    await sendMail()
    expect(server.mails).toEqual([])

    app().clock.advance(5 * MINUTE_MS)
    await sendMail()
    expect(server.mails[0]?.source).toContain(`Message-ID: <${id}@example.com>`)
    expect(await getOnlyMail()).toMatchObject({ status: 'sent', attempts: 2 })

    // The crashed node recovers: its result is ignored, because its lease has expired.
    if (leased) await mail().leases.release(leased)
    expect(await getOnlyMail()).toMatchObject({ status: 'sent', attempts: 2 })
  })

  it('can be aborted during a mail, which is then rescheduled', async () => {
    await queue()
    const silent = await startSilentServer('220 hello\r\n')
    await configureServer(silent.port)
    const stop = new AbortController()
    const currentRun = mail().delivery.run({ stop: stop.signal, abort: stop.signal })
    stop.abort()
    await currentRun
    await silent.close()
    expect(await getOnlyMail()).toMatchObject({ status: 'waiting', attempts: 0, lastError: '' })
  })

  it('sends nothing while mail is off, and afterwards no mail older than a day', async () => {
    await queue()
    await configureServer(server.port, { isActive: false })
    expect(await sendMail()).toBe('done')
    expect(await getOnlyMail()).toMatchObject({ status: 'waiting', attempts: 0 })
    app().clock.advance(DAY_MS + HOUR_MS)
    await configureServer(server.port)
    await sendMail()
    expect(server.mails).toEqual([])
    expect(await getOnlyMail()).toMatchObject({ status: 'failed', lastError: '邮件已过期：等待超过24小时仍未能发送' })
  })

  it('reports what to do if the password was encrypted with another APP_SECRET', async () => {
    await queue()
    await app().database.write(({ db }) =>
      db.updateTable('mailConfigs').set({ passwordEncrypted: 'v1.AAAA' }).execute(),
    )
    expect(await sendMail()).toBe('paused')
    expect((await getOnlyMail()).lastError).toMatch(/APP_SECRET 已更换/)
    await app().database.write(({ db }) => db.updateTable('mailConfigs').set({ passwordEncrypted: null }).execute())
  })

  it('deletes contents after 30 days and log entries after 180', async () => {
    await queue()
    rejection = { code: 550, reply: 'No such user' }
    await sendMail()
    const { id } = await getOnlyMail()
    await mail().outbox.deleteExpired()
    expect(await mail().outbox.findContent(id)).toBeDefined()
    app().clock.advance(31 * DAY_MS)
    await mail().outbox.deleteExpired()
    expect(await mail().outbox.findContent(id)).toBeUndefined()
    expect(await getOnlyMail()).toMatchObject({ id, status: 'failed' })
    app().clock.advance(150 * DAY_MS)
    await mail().outbox.deleteExpired()
    expect(await listMails()).toEqual([])
  })

  describe('manual retry', () => {
    let admin: Caller
    beforeAll(async () => {
      admin = await createSignedInUser(app(), 'super_admin')
    })
    const retry = async (id: string) => {
      const reply = await app().server.inject({
        method: 'POST',
        url: `/api/email/outbox/${id}/retry`,
        headers: admin.headers,
      })
      return { status: reply.statusCode, message: reply.json().message }
    }

    it('resends a failed mail with all attempts', async () => {
      await queue()
      rejection = { code: 550, reply: 'No such user' }
      await sendMail()
      const { id } = await getOnlyMail()
      rejection = undefined
      expect(await retry(id)).toEqual({ status: 200, message: '已安排重新发送' })
      expect(await getOnlyMail()).toMatchObject({ status: 'waiting', attempts: 0 })
      await sendMail()
      expect(await getOnlyMail()).toMatchObject({ status: 'sent', attempts: 1 })
    })

    it('resends all failed mails at once, and none of them twice', async () => {
      const retryFailed = () =>
        app().server.inject({ method: 'POST', url: '/api/email/outbox/retry', headers: admin.headers })
      for (let count = 0; count < 3; count += 1) await queue()
      rejection = { code: 550, reply: 'No such user' }
      await sendMail()
      const failed = await listMails()
      const [withoutContent] = failed
      await app().database.write(({ db }) =>
        db
          .updateTable('outbox')
          .set({ bodyEncrypted: null })
          .where('id', '=', withoutContent?.id ?? '')
          .execute(),
      )
      rejection = undefined
      const replies = await Promise.all([retryFailed(), retryFailed()])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const outcome = replies.find(({ statusCode }) => statusCode === 200)?.json()
      expect(outcome).toMatchObject({ message: '已安排重新发送2封邮件', data: { retried: 2, remaining: 0 } })
      await sendMail()
      expect((await listMails()).map(({ status }) => status).sort()).toEqual(['failed', 'sent', 'sent'])
      const [entry] = await listAudit(app(), 'mail.retry-failed')
      expect(entry).toMatchObject({ user: { name: 'super_admin' }, detail: '2封' })
    })

    it('is audited', async () => {
      await queue()
      rejection = { code: 550, reply: 'No such user' }
      await sendMail()
      await retry((await getOnlyMail()).id)
      const [newestEntry] = await listAudit(app(), 'mail.retry')
      expect(newestEntry).toMatchObject({ user: { name: 'super_admin' }, target: '账号邀请' })
    })

    it('rejects a mail that is being sent', async () => {
      await queue()
      const { id } = await getOnlyMail()
      await mail().leases.acquire()
      expect(await retry(id)).toEqual({ status: 409, message: '邮件正在发送，请稍后再看' })
    })

    it('rejects a mail that has been sent', async () => {
      await queue()
      const { id } = await getOnlyMail()
      await sendMail()
      expect(await retry(id)).toEqual({ status: 409, message: '邮件已发送，不能重发' })
    })

    it('rejects an unknown mail', async () => {
      expect(await retry('no-such-mail')).toEqual({
        status: 404,
        message: '这封邮件已不存在，可能已随收件人的账号删除',
      })
    })

    it('rejects a mail whose content has been deleted', async () => {
      await queue()
      const { id } = await getOnlyMail()
      await app().database.write(({ db }) =>
        db.updateTable('outbox').set({ status: 'failed', bodyEncrypted: null }).execute(),
      )
      expect(await retry(id)).toEqual({ status: 409, message: '邮件内容已清除，不能重发' })
    })

    it('rejects all mails while mail is off', async () => {
      await queue()
      const { id } = await getOnlyMail()
      await configureServer(server.port, { isActive: false })
      expect(await retry(id)).toEqual({ status: 409, message: MAIL_MESSAGES.mailNotReady })
    })
  })
})
