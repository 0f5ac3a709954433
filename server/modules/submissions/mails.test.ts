import { afterEach, beforeAll, expect, it } from 'vitest'
import { TEMPLATES } from '#contracts/mail/template-table.ts'
import { mapTemplates } from '#contracts/mail/templates.ts'
import { createMailConfig } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

/** Every variable of every template, each on its own line. */
const CONFIGURED = mapTemplates((name) => ({
  subject: TEMPLATES[name].variables.some((variable) => variable === 'productName') ? `${name} {{productName}}` : name,
  htmlTemplate: TEMPLATES[name].variables.map((variable) => `<p>${variable}={{${variable}}}</p>`).join(''),
}))
const STAFF = [{ name: '产品部', email: 'products@example.com', department: '产品部门', isActive: true }]

onEveryDatabase('submission mails', (app) => {
  let actor: Caller & { ip: null }
  beforeAll(async () => {
    actor = { ...(await createSignedInUser(app(), 'reviewer')), ip: null }
    const admin = { ...(await createSignedInUser(app(), 'super_admin')), ip: null }
    await app().services.mail.configuration.save(
      createMailConfig({ templates: CONFIGURED, recipients: { submission: STAFF } }),
      { actor: admin },
    )
  })

  const setNotifications = (value: object) =>
    app().database.write((transaction) => app().services.settings.save(transaction, 'notifications', value))
  afterEach(() => setNotifications({}))

  /** Returns kind, recipient and text of the mails that a task queues, ordered by kind. */
  async function collectMails(task: () => Promise<unknown>) {
    const { outbox } = app().services.mail
    const before = new Set((await listOutbox(app())).map(({ id }) => id))
    await task()
    const added = (await listOutbox(app())).filter(({ id }) => !before.has(id))
    const texts = await Promise.all(added.map(async ({ id }) => (await outbox.findContent(id))?.text ?? ''))
    return added.map(({ kind, to }, index) => ({ kind, to, text: texts[index] ?? '' })).sort(compareKinds)
  }
  const compareKinds = (a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? -1 : 1)

  it('notify the staff and the vendor of a new submission', async () => {
    const submissionMail = await collectMails(() => createSubmission(app(), { productName: '来信' }))
    expect(submissionMail.map(({ kind, to }) => [kind, to])).toEqual([
      ['submission', 'products@example.com'],
      ['submissionReceipt', 'Wang.Min@example.com'],
    ])
    expect(submissionMail[0]?.text).toMatch(
      /productName=来信[\s\S]*phone=0571-8888 6666[\s\S]*submitTime=2026-11-21 10:00/,
    )
    expect(submissionMail[1]?.text).toMatch(
      /receipt=(ZJ-\S+)\s+statusLink=http:\/\/zhijian\.test\/submit\/status\?receipt=\1\s/,
    )
  })

  it('mark the name of a product that is updated', async () => {
    const [productId = ''] = await createProducts(app(), 'agent', [{ name: '来信更新' }])
    const request = { ...SUBMISSION, productName: '来信更新', facts: [], files: [], screenshots: [] }
    const submissionMail = await collectMails(() =>
      app().services.submissions.submit(request, { productId, changedFields: ['website'] }),
    )
    expect(submissionMail.map(({ text }) => /productName=(\S+)/.exec(text)?.[1])).toEqual([
      '来信更新（更新）',
      '来信更新（更新）',
    ])
  })

  it.each([[{ emailNotifications: false }], [{ productSubmissionAlerts: false }]])(
    'notify only the vendor with the settings %j',
    async (settings) => {
      await setNotifications(settings)
      const submissionMail = await collectMails(() => createSubmission(app(), { productName: '静音' }))
      expect(submissionMail.map(({ kind }) => kind)).toEqual(['submissionReceipt'])
    },
  )

  it("notify the vendor of an approval, with notes and the product's page", async () => {
    const { id } = await createSubmission(app(), { productName: '通过' })
    let productId: string | null = null
    const submissionMail = await collectMails(async () => {
      const notes = { reviewNotes: '内部', vendorNotes: '欢迎入驻' }
      productId = (await app().services.submissionReview.review(id, { status: 'approved', ...notes }, actor)).productId
    })
    expect(submissionMail.map(({ kind, to }) => [kind, to])).toEqual([['submissionApproved', 'Wang.Min@example.com']])
    expect(submissionMail[0]?.text).toContain('notes=欢迎入驻')
    expect(submissionMail[0]?.text).toContain(`productLink=http://zhijian.test/products/${productId}`)
    expect(submissionMail[0]?.text).not.toContain('内部')
  })

  it('notify the vendor of a rejection once', async () => {
    const { id } = await createSubmission(app(), { productName: '不通过' })
    const reject = () =>
      app().services.submissionReview.review(id, { status: 'rejected', vendorNotes: '请补充' }, actor)
    const submissionMail = await collectMails(async () => {
      await reject()
      await expect(reject()).rejects.toMatchObject({ code: 'conflict' })
    })
    expect(submissionMail.map(({ kind }) => kind)).toEqual(['submissionRejected'])
    expect(submissionMail[0]?.text).toContain('notes=请补充')
  })

  it('queue nothing if the decision fails', async () => {
    await createSubmission(app(), { productName: '重名' }).then(({ id }) =>
      app().services.submissionReview.review(id, { status: 'approved' }, actor),
    )
    const { id } = await createSubmission(app(), { productName: '重名' })
    const submissionMail = await collectMails(() =>
      expect(app().services.submissionReview.review(id, { status: 'approved' }, actor)).rejects.toMatchObject({
        code: 'conflict',
      }),
    )
    expect(submissionMail).toEqual([])
  })
})
