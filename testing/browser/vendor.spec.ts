/** A vendor, from verifying the email address to a statement on the product's page. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { UPDATE_MESSAGES } from '#contracts/vendors/messages.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken, signInAsAdmin, USER_PASSWORD } from './admin-session.ts'
import { completeEvaluation, createAdminSender, publishResults } from './evaluations.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { loseReplies } from './lose-reply.ts'
import { enableMail, findInMail } from './mails.ts'
import { MISSING_USERNAME, verifyEmailAddress } from './site-session.ts'

const test = createIsolatedTest()

const MANUAL = { name: '产品手册.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 manual') }
const NEW_WEBSITE = 'https://new.example.com/paiban'

let smtp: SmtpTestServer
test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

test('a vendor who verifies the contact address finds the product and publishes a statement on its evaluation', async ({
  page,
  watch,
}) => {
  test.setTimeout(180_000)
  // Before the email address is verified, there is no session, and no statement can be made.
  watch.allowConsole(/401|403/)
  watch.allowConsole(MISSING_USERNAME)
  const productName = '厂商旅程产品'
  const email = 'vendor@changshang.cn'
  const token = await getAdminToken(page.request)
  await enableMail({ page, token, smtp })
  const send = await createAdminSender(page.request)
  const { receipt } = await send('/api/submissions', { ...SUBMISSION, productName, contactEmail: email })
  const headers = { authorization: `Bearer ${token}` }
  const submissions = await page.request.get(`/api/submissions/page?search=${receipt}`, { headers })
  const [{ _id }] = (await submissions.json()).data
  const { productId } = await send(
    `/api/submissions/${_id}/review`,
    { status: 'approved', category: '智能客服' },
    'PATCH',
  )
  const reportId = await completeEvaluation(send, [productId], '厂商评估')
  await publishResults(page.request, reportId, [productId])

  await test.step('the vendor registers, and verifies the email address', async () => {
    const member = { name: '厂商联系人', email, password: USER_PASSWORD, agreeToTerms: true }
    expect((await page.request.post(identityCalls.register.path, { data: member })).ok()).toBe(true)
    await verifyEmailAddress(page, await findInMail(smtp, email, /\/account\/verify#token=[\w-]{43}/))
  })

  const product = page.getByRole('region', { name: productName })
  const form = page.getByRole('form', { name: '厂商声明' })
  const ownStatements = page.getByRole('region', { name: '我的声明' }).getByRole('listitem')
  await test.step('the vendor finds the product, and sends a statement, whose draft survives a reload', async () => {
    await page.goto(PAGES.my)
    await expect(page.getByRole('region', { name: '我的产品' })).toContainText(productName)
    await page.getByRole('navigation', { name: '我的' }).getByRole('link', { name: '我的产品' }).click()
    await expectAccessible(product)
    await product.getByRole('link', { name: '对评估作声明' }).click()
    await form.getByRole('textbox', { name: '声明' }).fill('评估之后，我们已补齐审计日志。')
    await expectAccessible(form)
    await page.reload()
    await expect(form.getByRole('textbox', { name: '声明' })).toHaveValue('评估之后，我们已补齐审计日志。')
    await form.getByRole('button', { name: '提交声明' }).dblclick()
    await expect(form.getByRole('status')).toHaveText('声明已收到，审核通过后在产品页显示')
    await expect(ownStatements).toHaveText(/待审核/)
  })

  await test.step('after a rejection, the form contains the statement, which is sent again', async () => {
    const pending = await page.request.get(publicationCalls.listStatements.path, { headers })
    const [{ id }] = (await pending.json()).data
    await send(fillPath(publicationCalls.decideStatement.path, { id }), { status: 'rejected', reason: '请注明日期' })
    await page.reload()
    await expect(form.getByRole('textbox', { name: '声明' })).toHaveValue('评估之后，我们已补齐审计日志。')
    await form.getByRole('button', { name: '提交声明' }).click()
    await expect(ownStatements).toHaveCount(2)
    await page.goto(PAGES.myProducts)
    await expect(product.getByRole('link', { name: '对评估的声明（待审核）' })).toBeVisible()
  })

  await test.step('the vendor updates the product, whose draft survives a reload, once despite a lost reply', async () => {
    await product.getByRole('link', { name: '更新资料' }).click()
    const updateForm = page.getByRole('form', { name: '更新资料' })
    await expect(updateForm.getByLabel('产品描述')).toHaveValue(SUBMISSION.productDescription)
    await updateForm.getByLabel('产品官网').fill(NEW_WEBSITE)
    await expectAccessible(updateForm)
    await page.reload()
    await expect(updateForm.getByLabel('产品官网')).toHaveValue(NEW_WEBSITE)
    await updateForm.getByLabel('选择附件').setInputFiles(MANUAL)
    await expect(updateForm.getByRole('button', { name: '删除产品手册.pdf' })).toBeVisible()
    await updateForm.getByRole('checkbox', { name: /同意/ }).check()
    await loseReplies(page, '**/api/my-products/*/updates')
    watch.allowConsole(/ERR_FAILED/)
    await updateForm.getByRole('button', { name: '提交更新' }).click()
    await expect(updateForm.getByRole('alert')).toContainText('请检查网络连接后重试')
    await updateForm.getByRole('button', { name: '提交更新' }).click()
    await expect(page.getByRole('status').filter({ hasText: '更新已提交，我们将在3个工作日内完成审核' })).toBeFocused()
    await expectAccessible(page.getByRole('region', { name: '待审核的更新' }))
  })

  await test.step('the vendor withdraws the update, whose content returns to the form, and sends it again', async () => {
    await page.getByRole('button', { name: '撤回并修改' }).click()
    const dialog = page.getByRole('dialog')
    await loseReplies(page, '**/api/my-products/*/updates/*')
    await dialog.getByRole('button', { name: '撤回', exact: true }).click()
    await expect(dialog.getByRole('alert')).toHaveText(UPDATE_MESSAGES.withdrawalReplyLost)
    await dialog.getByRole('button', { name: '撤回', exact: true }).click()
    const updateForm = page.getByRole('form', { name: '更新资料' })
    await expect(updateForm.getByLabel('产品官网')).toHaveValue(NEW_WEBSITE)
    await expect(updateForm.getByRole('button', { name: '删除产品手册.pdf' })).toBeVisible()
    await updateForm.getByRole('checkbox', { name: /同意/ }).check()
    await updateForm.getByRole('button', { name: '提交更新' }).click()
    await expect(page.getByText('更新已提交，我们将在3个工作日内完成审核')).toBeVisible()
    await page.goto(PAGES.myProducts)
    await expect(product.getByRole('link', { name: '更新正在审核' })).toBeVisible()
  })

  await test.step('an administrator sees what changes, and approves the update', async () => {
    await signInAsAdmin(page)
    await page.goto(ADMIN_PAGES.submissionReview)
    const changes = page.getByRole('article').getByRole('table', { name: '更新的内容' })
    await expect(changes.getByRole('rowgroup')).toHaveText([/现在/, /官网/])
    await expect(changes).toContainText(NEW_WEBSITE)
    await page.getByRole('button', { name: '通过', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('table', { name: '更新的内容' })).toBeVisible()
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '更新并通过' }).click()
    await expect(page.getByText('审核通过，已更新目录中的产品。')).toBeVisible()
    await page.goto(PAGES.product(productName))
    await expect(page.getByRole('link', { name: '访问官网' }).first()).toHaveAttribute('href', NEW_WEBSITE)
  })

  await test.step('an administrator approves the statement, and the product page shows it', async () => {
    await signInAsAdmin(page)
    await page.goto(`${ADMIN_PAGES.publishedEvaluations}?view=statements`)
    await page.getByRole('button', { name: `通过${productName}的厂商声明`, exact: true }).click()
    await expect(page.getByText('厂商声明已显示在产品页')).toBeVisible()
    await page.goto(`${PAGES.product(productName)}?tab=evaluation`)
    await expect(page.getByRole('blockquote')).toHaveText('评估之后，我们已补齐审计日志。')
  })
})
