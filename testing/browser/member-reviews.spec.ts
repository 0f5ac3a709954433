/** A member's review, from verifying the email address to its effect on the rating. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { memberReviewCalls, reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { createPng } from '../factories/pictures.ts'
import { REVIEW } from '../factories/reviews.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { enableMail, findInMail } from './mails.ts'
import { MISSING_USERNAME, signInByForm, verifyEmailAddress } from './site-session.ts'
import { waitForDownload } from './wait-for-download.ts'

const test = createIsolatedTest()

const PASSWORD = 'journey password'
const Token = z.object({ token: z.string() })
const Received = z.object({ data: z.object({ id: z.string(), version: z.int() }) })

let smtp: SmtpTestServer
test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

const createHeaders = (token: string) => ({ authorization: `Bearer ${token}` })

/** Publishes reviews of four members, before a mail server is configured and email addresses must be verified. */
async function seedReviews(page: Page, adminToken: string, product: string) {
  for (const index of [1, 2, 3, 4]) {
    const member = { name: `会员${index}`, email: `member${index}@jituan.cn`, password: PASSWORD, agreeToTerms: true }
    const { token } = Token.parse(await (await page.request.post(identityCalls.register.path, { data: member })).json())
    const path = fillPath(memberReviewCalls.create.path, { catalogue: 'agent', id: product })
    const reply = await page.request.post(path, { headers: createHeaders(token), data: REVIEW })
    expect(reply.status()).toBe(202)
    const { id, version } = Received.parse(await reply.json()).data
    const decision = await page.request.post(fillPath(reviewModerationCalls.decide.path, { id }), {
      headers: createHeaders(adminToken),
      data: { version, status: 'published' },
    })
    expect(decision.ok(), await decision.text()).toBe(true)
  }
}

const rate = (page: Page, dimension: string, stars: string) =>
  page.getByRole('group', { name: dimension }).getByRole('radio', { name: stars }).check()

test('a member’s review with proof is approved, and shown with its weight', async ({ page, context, watch }) => {
  // Many users and a separate server: slow on a busy machine.
  test.setTimeout(240_000)
  watch.allowConsole(/status of 401/)
  watch.allowConsole(MISSING_USERNAME)
  const email = 'cio@qiye.cn'
  const name = '评价旅程智能体'
  const admin = await context.newPage()
  const adminToken = await signInAsAdmin(admin)
  const form = page.getByRole('form', { name: '产品评价' })

  await test.step('a product has four reviews, and new members must verify their email addresses', async () => {
    const created = await page.request.post(fillPath(catalogueCalls.create.path, { catalogue: 'agent' }), {
      headers: createHeaders(adminToken),
      data: { name, rating: 4.5 },
    })
    expect(created.ok(), await created.text()).toBe(true)
    await seedReviews(page, adminToken, name)
    await enableMail({ page, token: adminToken, smtp })
  })

  await test.step('a visitor reads that the product has too few reviews for a rating', async () => {
    await page.goto(`${PAGES.product(name)}?tab=reviews`)
    await expect(page.getByText('评价不足')).toBeVisible()
    await expect(page.getByText('编辑评分')).toBeVisible()
    await page.getByRole('link', { name: '写评价' }).click()
    await expect(page.getByRole('heading', { name: `评价${name}` })).toBeVisible()
  })

  await test.step('the member registers, and verifies the email address', async () => {
    const member = { name: '陈工', email, password: PASSWORD, agreeToTerms: true }
    expect((await page.request.post(identityCalls.register.path, { data: member })).ok()).toBe(true)
    const link = await findInMail(smtp, email, /\/account\/verify#token=[\w-]{43}/)
    const verification = await context.newPage()
    await verifyEmailAddress(verification, link, PASSWORD)
    await verification.close()
  })

  await test.step('the member fills in the form after its errors', async () => {
    // Verifying the address has signed the member in, in every tab.
    await form.getByRole('button', { name: '提交评价' }).click()
    await expect(form.getByText('请打1到5星')).toHaveCount(5)
    await expectAccessible(form)
    for (const dimension of ['能力', '易用', '集成', '服务']) await rate(page, dimension, '5星，很好')
    await rate(page, '性价比', '4星，较好')
    await form.getByLabel('优点').fill(REVIEW.pros)
    await form.getByLabel('不足').fill(REVIEW.cons)
    await form.getByLabel('给同行的建议').fill('先试点，再推广。')
    await form.getByLabel('角色').selectOption({ label: 'CIO或信息化负责人' })
    await form.getByLabel('行业').selectOption({ label: '制造' })
    await form.getByLabel('企业规模').selectOption({ label: '1000至5000人' })
    await form.getByLabel('部署方式').selectOption('私有化部署')
    await form.getByLabel('使用月数').fill('8')
  })

  await test.step('the input stays if the session ends before it is sent', async () => {
    const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('zhijian.session') ?? '{}').token))
    expect((await page.request.post(identityCalls.logout.path, { headers: createHeaders(token) })).ok()).toBe(true)
    await form.getByRole('button', { name: '提交评价' }).click()
    await signInByForm(page, email, PASSWORD)
    await expect(page.getByRole('alert').filter({ hasText: '登录成功' })).toBeVisible()
    await expect(form.getByLabel('优点')).toHaveValue(REVIEW.pros)
  })

  await test.step('the input stays after a reload', async () => {
    await page.reload()
    await expect(page.getByText('已恢复上次填写的内容')).toBeVisible()
    await expect(form.getByLabel('优点')).toHaveValue(REVIEW.pros)
    await expect(page.getByRole('group', { name: '性价比' }).getByRole('radio', { name: '4星' })).toBeChecked()
  })

  await test.step('the member adds a proof, and sends the review', async () => {
    await form
      .getByLabel('选择使用证明')
      .setInputFiles({ name: '使用界面.png', mimeType: 'image/png', buffer: await createPng(40, 40) })
    await expect(form.getByText('使用界面.png')).toBeVisible()
    await form.getByRole('button', { name: '提交评价' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '评价已提交，审核通过后展示' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '我的评价', level: 1 })).toBeVisible()
    const own = page.getByRole('article').filter({ hasText: name })
    await expect(own.getByText('待审核')).toBeVisible()
    await expect(own).toContainText('附有证明“使用界面.png”')
    await expectAccessible(own)
  })

  await test.step('a moderator checks the proof, and approves the review', async () => {
    await admin.goto(ADMIN_PAGES.reviews)
    const rows = admin.getByRole('table', { name: '会员评价' }).getByRole('row')
    const row = rows.filter({ hasText: '陈工' })
    await expect(row).toContainText('有证明')
    await row.getByRole('button', { name: `审核对${name}的评价` }).click()
    const drawer = admin.getByRole('dialog', { name: '会员评价' })
    await expect(drawer).toContainText(email)
    const proof = await waitForDownload(admin, () => drawer.getByRole('button', { name: /使用界面\.png/ }).click())
    expect(proof.suggestedFilename()).toBe('使用界面.png')
    await drawer.getByText('通过，展示给读者').click()
    await drawer.getByLabel('看过证明，标为“已验证”').check()
    await expectAccessible(drawer)
    await drawer.getByRole('button', { name: '通过', exact: true }).click()
    await expect(admin.getByText('评价已通过并展示')).toBeVisible()
    await expect(admin.getByText('没有待审核的会员评价')).toBeAttached()
  })

  await test.step('the moderator moves on to the next review of the list of all', async () => {
    await admin.keyboard.press('Escape')
    const statuses = admin.getByRole('group', { name: '按状态筛选' })
    await statuses.getByRole('button', { name: /^全部/ }).click()
    await admin.getByRole('row').filter({ hasText: '陈工' }).getByRole('button', { name: /^查看/ }).click()
    const drawer = admin.getByRole('dialog', { name: '会员评价' })
    await expect(drawer).toContainText(email)
    await admin.keyboard.press('j')
    await expect(drawer).toContainText('member4@jituan.cn')
    await drawer.getByRole('radio', { name: '不通过' }).check()
    await drawer.getByLabel('原因').pressSequentially('jk')
    await expect(drawer).toContainText('member4@jituan.cn')
  })

  await test.step('the review is shown anonymously with its weight, and the product has a rating', async () => {
    await page.goto(`${PAGES.product(name)}?tab=reviews&sort=highest`)
    const reviews = page.getByRole('region', { name: '会员评价' })
    const first = reviews.getByRole('article').first()
    await expect(first).toContainText('已验证')
    await expect(first).toContainText('匿名用户')
    await expect(first).toContainText('计分权重 1.00')
    await expect(reviews.getByText('陈工')).toHaveCount(0)
    const other = reviews.getByRole('article').nth(1).getByRole('button', { name: '有帮助' })
    await other.click()
    await expect(reviews.getByRole('button', { name: '有帮助（1）', pressed: true })).toBeVisible()
    await expect(page.getByText('会员评分，5条评价')).toBeVisible()
    await expect(page.getByText('编辑评分')).toHaveCount(0)
    await expectAccessible(reviews)
  })
})

test('the review page of an unknown product leads to the catalogue', async ({ page, watch }) => {
  watch.allowConsole(/status of 404/)
  await page.goto(PAGES.productReview('none'))
  await page.getByRole('link', { name: '查看全部产品' }).click()
  await expect(page).toHaveURL(PAGES.products)
})
