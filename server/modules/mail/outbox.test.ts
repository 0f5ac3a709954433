import { beforeAll, expect, it } from 'vitest'
import { createMailClient, type MailClient } from '#testing/factories/mail-settings.ts'
import type { Caller } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('outbox', (app) => {
  let settingsCalls: MailClient
  beforeAll(async () => {
    settingsCalls = await createMailClient(app)
  })

  const list = (query = '', caller: Caller = settingsCalls.admin) =>
    settingsCalls.call('GET', `/api/email/outbox${query}`, caller)

  beforeAll(async () => {
    await settingsCalls.save()
    for (let index = 0; index < 23; index += 1) {
      app().clock.advance(1)
      await app().database.write((transaction) =>
        app().services.mail.queue(transaction, {
          kind: 'passwordReset',
          to: { name: '陈女士', email: `p${index}@example.com` },
          subject: `重置 ${index}`,
          html: '<a href="https://zhijian.test/#token=secret">重置</a>',
        }),
      )
    }
    await app().database.write(({ db }) =>
      db
        .updateTable('outbox')
        .set({ status: 'failed', lastError: '550 <p0@example.com> unknown', nextAttemptAt: null })
        .where('toEmail', '=', 'p0@example.com')
        .execute(),
    )
  })

  it('lists mails newest first, twenty per page, with the counts', async () => {
    const firstPage = (await list()).json()
    expect(firstPage.data).toHaveLength(20)
    expect(firstPage.data[0]).toMatchObject({ kind: 'passwordReset', to: 'p22@example.com', subject: '重置 22' })
    expect({ counts: firstPage.counts, pagination: firstPage.pagination }).toEqual({
      counts: { waiting: 22, sent: 0, failed: 1 },
      pagination: { current: 1, total: 2, limit: 20, totalItems: 23 },
    })
    expect((await list('?page=2')).json().data).toHaveLength(3)
    const failed = (await list('?status=failed')).json()
    expect({ length: failed.data.length, totalItems: failed.pagination.totalItems }).toEqual({
      length: 1,
      totalItems: 1,
    })
  })

  it('never returns the content of a mail', async () => {
    expect((await list()).body).not.toContain('token')
  })

  it('hides addresses and subjects from viewers', async () => {
    const reply = await list('?status=failed', settingsCalls.viewer)
    expect(reply.json().data[0]).toMatchObject({
      to: 'p***@example.com',
      subject: '',
      lastError: '550 <［联系方式已隐藏］> unknown',
    })
    const { id } = reply.json().data[0]
    expect((await settingsCalls.call('POST', `/api/email/outbox/${id}/retry`, settingsCalls.viewer)).statusCode).toBe(
      403,
    )
  })

  it.each(['?status=lost', '?page=0', '?page=x'])('rejects %s', async (query) => {
    expect((await list(query)).statusCode).toBe(400)
  })
})
