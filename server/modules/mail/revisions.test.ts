import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailClient, MAIL_CONFIG, type MailClient } from '#testing/factories/mail-settings.ts'
import type { Caller } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const PATH = '/api/email/config/revisions'
const { password: _, ...WITHOUT_PASSWORD } = MAIL_CONFIG.smtpConfig

onEveryDatabase('mail settings history', (app) => {
  let settingsCalls: MailClient
  beforeAll(async () => {
    settingsCalls = await createMailClient(app)
  })
  // Each test begins with three revisions.
  beforeEach(async () => {
    await app().database.write(async ({ db }) => {
      for (const table of ['mailConfigs', 'mailRevisions'] as const) await db.deleteFrom(table).execute()
    })
    await settingsCalls.save()
    await settingsCalls.save({ isActive: false, smtpConfig: WITHOUT_PASSWORD })
    await settingsCalls.save({
      smtpConfig: { ...MAIL_CONFIG.smtpConfig, host: 'smtp.example.org', password: 'another' },
    })
  })

  const read = (path = '', caller: Caller = settingsCalls.admin) => settingsCalls.call('GET', PATH + path, caller)
  const restore = (revision: number, headers = {}) =>
    settingsCalls.call('POST', `${PATH}/${revision}/restore`, settingsCalls.admin, undefined, headers)
  const readStored = () => app().services.mail.configuration.getWithPassword()

  it('lists every save, newest first, with author and changed parts', async () => {
    const { data, pagination } = (await read()).json()
    expect(pagination).toMatchObject({ totalItems: 3, total: 1 })
    expect(data).toMatchObject([
      {
        revision: 3,
        isCurrent: true,
        restoredFrom: null,
        createdBy: { name: 'super_admin' },
        changes: { paths: 3, sections: ['smtpConfig', 'isActive'] },
      },
      { revision: 2, isCurrent: false, changes: { paths: 1, sections: ['isActive'] } },
      { revision: 1 },
    ])
  })

  it('returns a revision without the password, and for viewers without addresses of people', async () => {
    const reply = await read('/1')
    expect(reply.json().data).toMatchObject({
      revision: 1,
      config: { isActive: true, recipients: MAIL_CONFIG.recipients },
    })
    expect(reply.json().data.config.smtpConfig).toEqual(WITHOUT_PASSWORD)
    expect((await read('/1', settingsCalls.viewer)).body).not.toMatch(/wang|王顾问|sender@|from@/)
    expect((await read('/9')).statusCode).toBe(404)
    expect((await read('/1', settingsCalls.reviewer)).statusCode).toBe(403)
    const rows = await app().database.read.selectFrom('mailRevisions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/a secret|another/)
  })

  it('restores a revision, but does not use the password for a different server', async () => {
    const reply = await restore(1)
    expect({ status: reply.statusCode, message: reply.json().message, etag: reply.headers.etag }).toEqual({
      status: 200,
      message: '已恢复邮件设置；服务器与现在的不同，请重新填写密码',
      etag: '"4"',
    })
    const { config, decryptPassword } = await readStored()
    expect(config).toMatchObject({ isActive: true, smtpConfig: { host: 'smtp.example.com', passwordSet: false } })
    expect(decryptPassword()).toBe('')
    expect((await read()).json().data[0]).toMatchObject({ revision: 4, restoredFrom: 1, isCurrent: true })
    const entries = await listAudit(app(), 'mail.update')
    expect(entries[0]?.detail).toBe('恢复自第1版；服务器：smtp.example.com:465（TLS）；清除SMTP密码')
  })

  it('retains the password if the restored server is the current one', async () => {
    await settingsCalls.save()
    await settingsCalls.save({ isActive: false })
    const reply = await restore(4)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '已恢复邮件设置' })
    expect((await readStored()).decryptPassword()).toBe('a secret')
  })

  it('rejects restoring over a newer save, and a missing revision', async () => {
    expect((await restore(1, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await restore(99)).statusCode).toBe(404)
  })
})
