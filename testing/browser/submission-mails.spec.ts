/** What a vendor reads in mails on a product's way: the receipt, then the verdict with a link to the public page. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { signedIn } from './admin-session.ts'
import { enableMail, findInMail } from './mails.ts'
import { expect, test } from './own-server.ts'

const VENDOR = 'vendor@example.com'
const NOT_SENT = { subject: '', htmlTemplate: '' }
let smtp: SmtpTestServer

test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

test('a vendor gets the receipt and the verdict by mail, and finds the product by its link', async ({ page }) => {
  test.slow()
  const templates = {
    consultation: NOT_SENT,
    submission: NOT_SENT,
    submissionRejected: NOT_SENT,
    submissionReceipt: { subject: '已收到{{productName}}', htmlTemplate: '<p>回执号：{{receipt}}</p>' },
    submissionApproved: { subject: '{{productName}}已通过', htmlTemplate: '<p>{{notes}} {{productLink}}</p>' },
  }
  await enableMail({ page, token: await signedIn(page), smtp, more: { templates } })

  const data = { ...SUBMISSION, productName: '来信产品', contactEmail: VENDOR }
  expect((await page.request.post(submissionCalls.create.path, { data })).ok()).toBe(true)
  expect(await findInMail(smtp, VENDOR, /ZJ-\d{8}-[0-9A-Z]{8}/)).not.toBe('')

  await page.goto(ADMIN_PAGES.submissions)
  const row = page.getByRole('row').filter({ hasText: '来信产品' })
  await row.getByRole('button', { name: /通过/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await expect(page.getByText('审核通过！产品已自动创建并添加到智能体产品管理中。')).toBeVisible()

  await page.goto(await findInMail(smtp, VENDOR, /http:\/\/\S+\/products\/[\w-]+/))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('来信产品')
})
