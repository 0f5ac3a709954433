/** The mails to a vendor about a submission: the receipt, then the decision with a link to the public page. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { CallReply } from '#contracts/call.ts'
import { mailCalls } from '#contracts/mail/calls.ts'
import { mapTemplates } from '#contracts/mail/templates.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { enableMail, findInMail } from './mails.ts'

const test = createIsolatedTest()

type OutboxPage = CallReply<typeof mailCalls.listOutbox>

const VENDOR = 'vendor@example.com'
const NOT_SENT = { subject: '', htmlTemplate: '' }
let smtp: SmtpTestServer

test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

test('a vendor gets the receipt and the decision by mail, but not an undone decision, and finds the product', async ({
  page,
}) => {
  test.slow()
  const templates = {
    ...mapTemplates(() => NOT_SENT),
    submissionRejected: { subject: '{{productName}}未通过', htmlTemplate: '<p>{{notes}}</p>' },
    submissionReceipt: { subject: '已收到{{productName}}', htmlTemplate: '<p>回执号：{{receipt}}</p>' },
    submissionApproved: { subject: '{{productName}}已通过', htmlTemplate: '<p>{{notes}} {{productLink}}</p>' },
  }
  const token = await signInAsAdmin(page)
  await enableMail({ page, token, smtp, overrides: { templates } })

  const data = { ...SUBMISSION, productName: '来信产品', contactEmail: VENDOR }
  expect((await page.request.post(submissionCalls.create.path, { data })).ok()).toBe(true)
  expect(await findInMail(smtp, VENDOR, /ZJ-\d{8}-[0-9A-Z]{8}/)).not.toBe('')

  await page.goto(ADMIN_PAGES.submissions)
  const row = page.getByRole('row').filter({ hasText: '来信产品' })
  await row.getByRole('button', { name: /拒绝/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '拒绝' }).click()
  await expect(page.getByRole('button', { name: '撤销', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(page.getByText('已撤销审核结果，结果邮件没有发出')).toBeVisible()
  await row.getByRole('button', { name: /通过/ }).click()
  await page.getByRole('dialog').getByLabel('产品类别').click()
  await page.getByTitle('工作流自动化').click()
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await expect(page.getByText('审核通过！产品已自动创建并添加到智能体产品管理中。')).toBeVisible()

  const headers = { authorization: `Bearer ${token}` }
  const outbox: OutboxPage = await (await page.request.get(mailCalls.listOutbox.path, { headers })).json()
  const [decision] = outbox.data.filter(({ status }) => status === 'waiting')
  const retryPath = mailCalls.retry.path.replace(':id', decision?.id ?? '')
  expect((await page.request.post(retryPath, { headers })).ok()).toBe(true)
  await page.goto(await findInMail(smtp, VENDOR, /http:\/\/\S+\/products\/[\w-]+/))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('来信产品')
  expect(smtp.mails.filter(({ to }) => to.includes(VENDOR))).toHaveLength(2)
})
