/** An inquiry from a project: its answers become evidence and its prices offers, and the next one starts with the library. */
import type { Browser, Locator, Page } from '@playwright/test'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { PAGES } from '#contracts/paths.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { enableMail, findInMail } from './mails.ts'
import { MISSING_USERNAME, signInByForm, verifyEmailAddress } from './site-session.ts'
import { waitForHydration } from './wait-for-hydration.ts'

const test = createIsolatedTest()

const OWNER = 'cio@xuanxing.cn'
const PRODUCTS = ['Dify', 'n8n'] as const
const VENDORS = { first: 'sales@dify-vendor.cn', second: 'sales@n8n-vendor.cn' } as const
const PASSWORD = 'a password for tests'
const LINK = /\/inquiries\/answer#[\w-]{43}/

let smtp: SmtpTestServer
test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

test('answers and prices of an inquiry go into its project, and into the next inquiry', async ({
  page,
  browser,
  server,
  ownedServer,
  watch,
}) => {
  test.setTimeout(300_000)
  watch.allowConsole(MISSING_USERNAME)
  watch.allowConsole(/status of 40[019]|status of 412/)

  await test.step('a member counts a criterion of a project from prices', async () => {
    await enableMail({ page, token: await getAdminToken(page.request), smtp })
    await register(page, { name: '周总监', email: OWNER })
    await page.goto(PAGES.evaluationProjects)
    await signInIfAsked(page, OWNER, page.getByRole('button', { name: '新建评估项目' }))
    await page.getByRole('button', { name: '新建评估项目' }).first().click()
    const dialog = page.getByRole('dialog', { name: '新建评估项目' })
    await type(dialog.getByLabel('项目名称'), '客服智能体选型')
    await dialog.getByLabel('方法').selectOption('政府采购综合评分（货物）')
    await dialog.getByRole('button', { name: '创建项目' }).click()
    await expect(page.getByRole('heading', { name: '客服智能体选型' })).toBeVisible()
    for (const name of PRODUCTS) {
      await type(page.getByLabel('添加候选'), name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await page.getByRole('button', { name: '保存设定' }).click()
    await expect(page.getByText('设定已保存')).toBeVisible()
  })
  const projectUrl = page.url()

  await test.step('the vendors of its candidates are asked, from the project', async () => {
    await page.getByRole('link', { name: '向厂商征询' }).click()
    await startInquiry(page, '客服智能体征询')
    await keepPrices(page)
    await page.getByRole('button', { name: '选产品资料' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: /^SSO/ }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '加一题：文字说明' }).click()
    await type(page.getByLabel(/^第\d+题（文字说明）/), '如何实施')
    await publish(page)
  })

  const first = await openLink(browser, server, await findInMail(smtp, VENDORS.first, LINK), 1280)
  await test.step('one vendor answers by the link of its mail', async () => {
    await answer(first, { delivery: '驻场六周，由两名工程师实施。', price: '980000' })
    await first.getByRole('checkbox', { name: /回答库/ }).check()
    await first.getByRole('button', { name: '提交', exact: true }).click()
    await expect(first.getByText('SHA-256：')).toBeVisible()
  })

  const vendorContext = await browser.newContext({
    baseURL: server,
    viewport: { width: 360, height: 800 },
    locale: 'zh-CN',
  })
  const second = await vendorContext.newPage()
  await test.step('the other vendor has an account, and answers from its own pages', async () => {
    await register(second, { name: '乙销售', email: VENDORS.second })
    await second.goto(PAGES.receivedInquiries)
    await signInIfAsked(second, VENDORS.second, second.getByRole('heading', { name: '客服智能体征询' }))
    await expect(second.getByRole('heading', { name: '客服智能体征询' })).toBeVisible()
    await expectAccessible(second.getByRole('main'))
    await second.getByRole('button', { name: '填写回答' }).click()
    await expect(second.getByRole('region', { name: '问题' })).toBeVisible()
    await answer(second, { delivery: '远程实施，两周上线。', price: '760000' })
    await second.getByRole('button', { name: '提交', exact: true }).click()
    await expect(second.getByText('SHA-256：')).toBeVisible()
  })

  await test.step('the owner opens the answers', async () => {
    await ownedServer.advanceClock(DAY_MS + HOUR_MS)
    await page.reload()
    await signInIfAsked(page, OWNER, page.getByRole('button', { name: '开启回答与报价' }))
    await page.getByRole('button', { name: '开启回答与报价' }).click()
    await expect(page.getByRole('table').getByRole('row', { name: /如何实施/ })).toContainText('远程实施，两周上线。')
  })

  await test.step('answers and prices go into the project', async () => {
    const section = page.getByRole('region', { name: '取入评估项目' })
    await expect(section.getByLabel('评估项目')).not.toHaveValue('')
    await expect(section.getByRole('group')).toHaveCount(2)
    await expectAccessible(section)
    await section.getByRole('button', { name: '取入', exact: true }).click()
    await expect(section.getByText('已取入过').first()).toBeVisible()
    await page.goto(projectUrl)
    await signInIfAsked(page, OWNER, page.getByRole('tab', { name: '报价' }))
    await page.getByRole('tab', { name: '报价' }).click()
    const panel = page.getByRole('tabpanel', { name: '报价' })
    // The lowest price gets all points, the other one its share.
    await expect(panel.getByRole('row', { name: 'n8n' })).toContainText('760,000元100')
    await expect(panel.getByRole('row', { name: 'Dify' })).toContainText('980,000元77')
  })

  await test.step('the next inquiry offers what the vendor answered before', async () => {
    await page.goto(PAGES.inquiries)
    await page.getByRole('button', { name: '新建征询' }).click()
    await startInquiry(page, '第二轮征询')
    for (const name of PRODUCTS) {
      await type(page.getByLabel('添加产品'), name)
      await page.keyboard.press('Enter')
      await expect(page.getByLabel(`${name}的厂商邮箱`)).toBeVisible()
    }
    await page.getByRole('button', { name: '加一题：文字说明' }).click()
    await type(page.getByLabel(/^第\d+题（文字说明）/), '如何实施')
    await publish(page, 3)
    const again = await openLink(browser, server, await findInMail(smtp, VENDORS.first, LINK), 360)
    await expect(again.getByRole('textbox', { name: '如何实施' })).toHaveValue('')
    await again.getByRole('button', { name: '全部采用' }).click()
    await expect(again.getByRole('textbox', { name: '如何实施' })).toHaveValue('驻场六周，由两名工程师实施。')
    await expectAccessible(again.getByRole('main'))
  })
})

/** Answers all questions, and waits until the answers are saved. */
async function answer(page: Page, { delivery, price }: { delivery: string; price: string }): Promise<void> {
  await page.getByRole('combobox', { name: 'SSO' }).selectOption({ index: 1 })
  await type(page.getByRole('textbox', { name: '如何实施' }), delivery)
  await type(page.getByRole('textbox', { name: /^报价总价/ }), price)
  await expect(page.getByText('都已填好，可以提交')).toBeVisible()
}

async function startInquiry(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '新建征询' })
  await type(dialog.getByLabel('标题'), title)
  await dialog.getByRole('button', { name: '创建征询' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Removes all questions of a draft but those about prices. */
async function keepPrices(page: Page): Promise<void> {
  const removals = page.getByRole('button', { name: /^删除问题：(?!报价)/ })
  while ((await removals.count()) > 0) await removals.last().click()
}

/** Invites an address for each product, sets the deadline, some days from the test's start, and publishes. */
async function publish(page: Page, days = 1): Promise<void> {
  for (const [index, email] of Object.values(VENDORS).entries()) {
    const name = PRODUCTS[index] ?? ''
    await type(page.getByLabel(`${name}的厂商邮箱`), email)
    await page.keyboard.press('Enter')
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  }
  const deadline = formatMinuteInShanghai(new Date(Date.now() + days * DAY_MS)).replace(' ', 'T')
  await page.getByLabel('截止时间（北京时间）').fill(deadline)
  await page.getByRole('button', { name: '发出征询' }).click()
  await expect(page.getByRole('heading', { name: '回答已加密' })).toBeVisible()
}

/** Opens a vendor's link in a browser of its own. */
async function openLink(browser: Browser, server: string, link: string, width: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: server, viewport: { width, height: 800 }, locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(link.slice(link.indexOf('/inquiries/')))
  await expect(page.getByRole('region', { name: '问题' })).toBeVisible()
  return page
}

async function register(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  const data = { name, email, password: PASSWORD, agreeToTerms: true }
  expect((await page.request.post(identityCalls.register.path, { data })).ok()).toBe(true)
  await page.goto('/')
  await waitForHydration(page)
  await verifyEmailAddress(page, await findInMail(smtp, email, /\/account\/verify#token=[\w-]{43}/), PASSWORD)
}

/** Signs in, unless the page shows what it shows to members. */
async function signInIfAsked(page: Page, email: string, content: Locator): Promise<void> {
  const signIn = page.getByRole('main').getByRole('button', { name: '登录后使用' })
  await waitForHydration(page)
  await expect(signIn.or(content).first()).toBeVisible()
  if (!(await signIn.isVisible())) return
  await signIn.click()
  await signInByForm(page, email, PASSWORD)
}

/** Types key by key, as a person does. */
const type = (field: Locator, text: string): Promise<void> => field.pressSequentially(text)
