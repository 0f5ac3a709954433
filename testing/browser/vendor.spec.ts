/** A vendor, from verifying the email address to a statement on the product's page. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken, signInAsAdmin, USER_PASSWORD } from './admin-session.ts'
import { completeEvaluation, createAdminSender, publishResults } from './evaluations.ts'
import { expect, test } from './isolated-server.ts'
import { enableMail, findInMail } from './mails.ts'
import { signInOnSite } from './site-session.ts'

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
    await page.goto(await findInMail(smtp, email, /\/account\/verify#token=[\w-]{43}/))
    await page.getByRole('button', { name: '验证邮箱' }).click()
    await expect(page.getByText('邮箱已验证')).toBeVisible()
  })

  const product = page.getByRole('region', { name: productName })
  const form = page.getByRole('form', { name: '厂商声明' })
  const ownStatements = page.getByRole('region', { name: '我的声明' }).getByRole('listitem')
  await test.step('the vendor finds the product, and sends a statement, whose draft survives a reload', async () => {
    await page.goto(PAGES.my)
    await signInOnSite(page, email, USER_PASSWORD)
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

  await test.step('an administrator approves the statement, and the product page shows it', async () => {
    await signInAsAdmin(page)
    await page.goto(`${ADMIN_PAGES.publishedEvaluations}?view=statements`)
    await page.getByRole('button', { name: `通过${productName}的厂商声明`, exact: true }).click()
    await expect(page.getByText('厂商声明已显示在产品页')).toBeVisible()
    await page.goto(`${PAGES.product(productName)}?tab=evaluation`)
    await expect(page.getByRole('blockquote')).toHaveText('评估之后，我们已补齐审计日志。')
  })
})
