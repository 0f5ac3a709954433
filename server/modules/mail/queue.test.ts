import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { MAILS_PER_ADDRESS } from '#contracts/limits.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TEMPLATE = {
  subject: '新咨询：{{companyName}}',
  htmlTemplate: '<p>{{ contactName }}（{{email}}）</p><p>{{requirements}}</p><p>{{submitTime}}</p>',
}
const createRecipient = (email: string, isActive = true) => ({ name: '顾问', email, department: '咨询部门', isActive })

const COMPLETE_SETTINGS = {
  recipients: {
    consultation: [
      createRecipient('a@example.com'),
      createRecipient('b@example.com'),
      createRecipient('off@example.com', false),
    ],
    submission: [createRecipient('s@example.com')],
  },
  templates: { consultation: TEMPLATE },
}
const CONSULTATION = {
  companyName: '某集团',
  contactName: '<b>陈</b> & "女士"',
  phone: '138 0013 8000',
  email: 'chen@example.com',
  requirements: '第一行\n第二行 {{email}}',
}

onEveryDatabase('mail queue', (app) => {
  const mail = () => app().services.mail
  const configure = (more: object) => enableMail(app(), { ...COMPLETE_SETTINGS, ...more })
  const clear = () =>
    app().database.write(async ({ db }) => {
      await db.deleteFrom('outbox').execute()
      // A repeated request would be the same lead, which sends no mail.
      await db.deleteFrom('leads').execute()
    })
  const removeSettings = () =>
    app().database.write(async ({ db }) => {
      for (const table of ['mailConfigs', 'mailRevisions'] as const) await db.deleteFrom(table).execute()
    })
  const listQueued = () => listOutbox(app())
  const sendConsultation = async (url = '/api/consultation', more = {}) => {
    const reply = await app().server.inject({ method: 'POST', url, payload: { ...CONSULTATION, ...more } })
    expect(reply.statusCode).toBe(200)
  }

  beforeEach(clear)

  it.each([
    ['has no settings', undefined],
    ['is off', { isActive: false }],
    ['has no server', { smtpConfig: { fromEmail: 'from@example.com' } }],
    ['has no sender', { smtpConfig: { host: 'smtp.example.com' } }],
  ])('queues nothing while mail %s', async (_, config) => {
    await removeSettings()
    if (config) await configure(config)
    expect(await mail().isReady()).toBe(false)
    await sendConsultation()
    const id = await app().database.write((transaction) =>
      mail().queue(transaction, {
        kind: 'invitation',
        to: { name: '', email: 'a@example.com' },
        subject: 'a',
        html: 'b',
      }),
    )
    expect(id).toBeNull()
    expect(await listQueued()).toEqual([])
  })

  describe('while mail is on', () => {
    beforeEach(() => configure({}))

    it('sends a consultation to each active recipient, with texts escaped', async () => {
      expect(await mail().isReady()).toBe(true)
      await sendConsultation()
      const mails = await listQueued()
      expect(mails.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com'])
      expect(mails[0]).toMatchObject({
        kind: 'consultation',
        subject: '新咨询：某集团',
        status: 'waiting',
        attempts: 0,
        lastError: '',
        createdAt: app().clock.now().toISOString(),
        nextAttemptAt: app().clock.now().toISOString(),
        sentAt: null,
      })
      const { id } = await app().database.read.selectFrom('leads').select('id').executeTakeFirstOrThrow()
      const minute = formatMinuteInShanghai(app().clock.now())
      const url = `http://zhijian.test/admin/leads?lead=${id}`
      expect(await mail().outbox.findContent(mails[0]?.id ?? '')).toEqual({
        subject: '新咨询：某集团',
        replyTo: 'chen@example.com',
        html:
          '<p>&lt;b&gt;陈&lt;/b&gt; &amp; &quot;女士&quot;（chen@example.com）</p>' +
          `<p>第一行<br>第二行 {{email}}</p><p>${minute}</p>` +
          `<p><a href="${url}">在后台查看这条线索</a></p>`,
        text: `<b>陈</b> & "女士"（chen@example.com）\n第一行\n第二行 {{email}}\n${minute}\n在后台查看这条线索 ${url}`,
      })
    })

    it('sends a request for an evaluation under its own subject, readable as text', async () => {
      await sendConsultation('/api/evaluation-service-request', { productName: '智能客服', contactName: '张明' })
      const mails = await listQueued()
      expect(mails.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com'])
      expect(mails[0]).toMatchObject({
        kind: 'evaluationRequest',
        subject: '【智鉴】新的评估申请：智能客服（某集团）',
      })
      const text = (await mail().outbox.findContent(mails[0]?.id ?? ''))?.text
      expect(text).toContain('\n产品名称：智能客服\n公司名称：某集团\n联系人：张明\n')
      expect(text).toMatch(/\n在后台查看这条线索 http\S+\/admin\/leads\?lead=\S+$/)
    })

    it('renders the subject as a single line', async () => {
      await sendConsultation('/api/consultation', { companyName: '某集团\r\nBcc: all@example.com' })
      expect((await listQueued())[0]?.subject).toBe('新咨询：某集团 Bcc: all@example.com')
    })

    it('queues nothing if the transaction fails', async () => {
      const failing = app().database.write(async (transaction) => {
        await mail().queue(transaction, {
          kind: 'invitation',
          to: { name: '', email: 'a@b.cn' },
          subject: 'a',
          html: 'b',
        })
        throw new Error('after queueing')
      })
      await expect(failing).rejects.toThrow('after queueing')
      expect(await listQueued()).toEqual([])
    })

    it('skips empty templates, and sends to the given recipient', async () => {
      await configure({ templates: { submissionReceipt: { subject: '', htmlTemplate: '<p>{{receipt}}</p>' } } })
      const values = { productName: 'P', companyName: 'C', contactName: 'N', receipt: 'ZJ-1', statusLink: '/s' }
      const send = () =>
        app().database.write((transaction) =>
          mail().queueTemplate(
            transaction,
            'submissionReceipt',
            { ...values, submitTime: '' },
            { to: { name: 'N', email: 'vendor@example.com' } },
          ),
        )
      expect(await send()).toEqual([])
      await configure({
        templates: { submissionReceipt: { subject: '回执 {{receipt}}', htmlTemplate: '<p>{{productName}}</p>' } },
      })
      expect(await send()).toHaveLength(1)
      expect(await listQueued()).toMatchObject([{ to: 'vendor@example.com', subject: '回执 ZJ-1' }])
    })

    it('sends default templates with the site’s name', async () => {
      const saveGeneral = (general: object) =>
        app().database.write((transaction) => app().services.settings.save(transaction, 'general', general))
      onTestFinished(() => saveGeneral({}))
      await saveGeneral({ siteName: '评估 <中心>' })
      await configure({ templates: undefined })
      await sendConsultation()
      const [first] = await listQueued()
      expect(first?.subject).toBe('【评估 <中心>】新的选型咨询：某集团')
    })

    it('encrypts contents in the database', async () => {
      await configure({})
      await sendConsultation()
      const rows = await app().database.read.selectFrom('outbox').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('第一行')
    })

    describe('mails that anyone can cause, to one address', () => {
      const { max, windowMs } = MAILS_PER_ADDRESS
      /** Queues mails to addresses, and returns which of them were queued. */
      async function queueTo(kind: MailKind, addresses: readonly string[]): Promise<boolean[]> {
        const areQueued: boolean[] = []
        for (const email of addresses) {
          const message = { kind, to: { name: '', email }, subject: 'a', html: 'b' }
          const id = await app().database.write((transaction) => mail().queue(transaction, message))
          areQueued.push(id !== null)
        }
        return areQueued
      }
      const countQueued = async (kind: MailKind, addresses: readonly string[]) =>
        (await queueTo(kind, addresses)).filter(Boolean).length

      it('limits them per day, in any letter case, and audits the last one', async () => {
        const addresses = Array.from({ length: max.submissionReceipt }, (_, index) =>
          index % 2 === 0 ? 'victim@example.com' : 'Victim@Example.com',
        )
        expect(await countQueued('submissionReceipt', [...addresses, ...addresses])).toBe(max.submissionReceipt)
        const entries = await listAudit(app(), 'mail.limited')
        expect(entries.filter(({ target }) => target === '提交回执（发给厂商）')).toMatchObject([
          {
            target: '提交回执（发给厂商）',
            detail: expect.stringMatching(/^发往 [vV]\*\*\*@\S+ 的这种邮件24小时内已达20封/),
          },
        ])
        app().clock.advance(windowMs)
        expect(await queueTo('submissionReceipt', ['victim@example.com'])).toEqual([true])
      })

      it('counts each kind and each address separately', async () => {
        const full = Array<string>(max.emailVerification).fill('full@example.com')
        await queueTo('emailVerification', full)
        expect(await queueTo('emailVerification', ['full@example.com', 'other@example.com'])).toEqual([false, true])
        expect(await queueTo('passwordReset', ['full@example.com'])).toEqual([true])
      })

      it('counts nothing if the transaction fails', async () => {
        const message = {
          kind: 'accountClosed',
          to: { name: '', email: 'undone@example.com' },
          subject: 'a',
          html: 'b',
        } as const
        const failing = app().database.write(async (transaction) => {
          for (let index = 0; index < max.accountClosed; index += 1) await mail().queue(transaction, message)
          throw new Error('undone')
        })
        await expect(failing).rejects.toThrow('undone')
        expect(await queueTo('accountClosed', ['undone@example.com'])).toEqual([true])
      })

      it('does not limit what staff cause', async () => {
        const addresses = Array<string>(50).fill('vendor@example.com')
        expect(await countQueued('submissionApproved', addresses)).toBe(50)
      })
    })
  })
})
