/** An inquiry: from the draft to two vendors, one of them by phone, to the opening and the outcome. */
import type { Browser, Page } from '@playwright/test'
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

const test = createIsolatedTest()

const OWNER = 'cio@caigou.cn'
const VENDORS = { first: 'sales@jiakefu.cn', second: 'sales@yikefu.cn' } as const
const PASSWORD = 'a password for tests'
const LINK = /\/inquiries\/answer#[\w-]{43}/

let smtp: SmtpTestServer
test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

test('two vendors answer under seal, and their answers are opened side by side', async ({
  page,
  browser,
  server,
  ownedServer,
  watch,
}) => {
  test.setTimeout(240_000)
  watch.allowConsole(MISSING_USERNAME)
  watch.allowConsole(/status of 40[019]|status of 412/)

  await test.step('a member with a proved address starts an inquiry', async () => {
    await enableMail({ page, token: await getAdminToken(page.request), smtp })
    const data = { name: '周总监', email: OWNER, password: PASSWORD, agreeToTerms: true }
    expect((await page.request.post(identityCalls.register.path, { data })).ok()).toBe(true)
    await verifyEmailAddress(page, await findInMail(smtp, OWNER, /\/account\/verify#token=[\w-]{43}/), PASSWORD)
    await page.goto(PAGES.inquiries)
    const signIn = page.getByRole('main').getByRole('button', { name: '登录后使用' })
    if (await signIn.isVisible()) {
      await signIn.click()
      await signInByForm(page, OWNER, PASSWORD)
    }
    await page.getByRole('button', { name: '新建征询' }).click()
    await page.getByLabel('标题').fill('客服智能体采购征询')
    await page.getByRole('button', { name: '创建征询' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '客服智能体采购征询' })).toBeVisible()
  })

  await test.step('the draft saves itself, and says what is missing', async () => {
    await page.getByLabel('背景').fill('二十家门店的售后客服，明年三月上线。')
    await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('背景')).toHaveValue('二十家门店的售后客服，明年三月上线。')
    await page.getByRole('button', { name: '发出征询' }).click()
    await expect(page.getByText('截止时间：请填写截止时间')).toBeVisible()
    await addProduct(page, '甲客服', VENDORS.first)
    await addProduct(page, '乙客服', VENDORS.second)
    await addQuestion(page, '文字说明', '如何实施')
    await addQuestion(page, '报价', '许可')
    const deadline = formatMinuteInShanghai(new Date(Date.now() + DAY_MS)).replace(' ', 'T')
    await page.getByLabel('截止时间（北京时间）').fill(deadline)
    await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
    await expectAccessible(page.getByRole('main'))
    await page.getByRole('button', { name: '预览' }).click()
    await expect(page.getByRole('dialog').getByText('如何实施')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
    await page.getByRole('button', { name: '发出征询' }).click()
    await expect(page.getByRole('heading', { name: '回答已加密' })).toBeVisible()
    await expectAccessible(page.getByRole('main'))
  })

  const first = await openLink(browser, server, await findInMail(smtp, VENDORS.first, LINK), 1280)
  const second = await openLink(browser, server, await findInMail(smtp, VENDORS.second, LINK), 360)

  await test.step('a vendor answers without an account, and reads what is missing', async () => {
    await expect(first.getByRole('heading', { level: 1, name: '客服智能体采购征询' })).toBeVisible()
    await first.getByRole('textbox', { name: '如何实施' }).fill('驻场六周，由两名工程师实施。')
    await first.getByRole('button', { name: '提交', exact: true }).click()
    await expect(first.getByText('还有1题不能提交')).toBeVisible()
    await first.getByRole('textbox', { name: /^许可/ }).fill('98,000')
    await expect(first.getByText('98,000.00元').first()).toBeVisible()
    await first.reload()
    await expect(first.getByRole('textbox', { name: '如何实施' })).toHaveValue('驻场六周，由两名工程师实施。')
    await expectAccessible(first.getByRole('main'))
    await first.getByRole('button', { name: '提交', exact: true }).click()
    await expect(first.getByText('SHA-256：')).toBeVisible()
  })

  await test.step('two colleagues of a vendor change the same answer, and neither text is lost', async () => {
    await second.getByRole('textbox', { name: '如何实施' }).fill('远程实施')
    await expect(second.getByText(/^已保存/).first()).toBeVisible()
    const colleague = await openLink(browser, server, second.url(), 1280)
    await colleague.getByRole('textbox', { name: '如何实施' }).fill('远程实施，两周')
    await expect(colleague.getByText('保存中……')).toHaveCount(0)
    await second.getByRole('textbox', { name: '如何实施' }).fill('现场实施')
    await expect(second.getByText('这一题刚被同事改过')).toBeVisible()
    await expect(second.getByText('远程实施，两周')).toBeVisible()
    await second.getByRole('button', { name: '用这里的' }).click()
    await second.getByRole('textbox', { name: /^许可/ }).fill('76000')
    await expect(second.getByText('保存中……')).toHaveCount(0)
    await second.getByRole('button', { name: '提交', exact: true }).click()
    await expect(second.getByText('SHA-256：')).toBeVisible()
    await colleague.close()
  })

  await test.step('an addendum is confirmed by handing in again', async () => {
    await page.getByText('发补遗').click()
    await page.getByLabel('补遗的说明').fill('报价请含驻场人员的差旅。')
    await page.getByRole('button', { name: '加一题：文字说明' }).click()
    await page.getByRole('button', { name: '发出补遗' }).click()
    await expect(page.getByText('请填写问题').first()).toBeVisible()
    await page.getByRole('textbox', { name: /^第3题/ }).fill('质保多久')
    await page.getByRole('button', { name: '发出补遗' }).click()
    await expect(page.getByText('报价请含驻场人员的差旅。')).toBeVisible()
    await expect(page.getByText('没有确认最新的补遗')).toHaveCount(2)
    for (const vendor of [first, second]) {
      await vendor.reload()
      await vendor.getByRole('textbox', { name: '质保多久' }).fill('三年')
      await vendor.getByRole('button', { name: '确认补遗并提交' }).click()
      await expect(vendor.getByRole('button', { name: '再次提交' })).toBeVisible()
    }
  })

  await test.step('after the deadline, a late change is refused with the time', async () => {
    await ownedServer.advanceClock(DAY_MS + HOUR_MS)
    await first.getByRole('textbox', { name: '如何实施' }).fill('驻场四周')
    await expect(first.getByText(/没有保存：已于.*截止，不能再修改/)).toBeVisible()
  })

  await test.step('the owner opens the answers, which stand side by side', async () => {
    await page.reload()
    const signIn = page.getByRole('main').getByRole('button', { name: '登录后使用' })
    await expect(signIn.or(page.getByRole('button', { name: '开启回答与报价' }))).toBeVisible()
    if (await signIn.isVisible()) {
      await signIn.click()
      await signInByForm(page, OWNER, PASSWORD)
    }
    await page.getByRole('button', { name: '开启回答与报价' }).click()
    const table = page.getByRole('table')
    await expect(table.getByRole('row', { name: /如何实施/ })).toContainText('驻场六周')
    await expect(table.getByRole('row', { name: /如何实施/ })).toContainText('现场实施')
    await expect(table.getByRole('row', { name: /报价合计/ })).toContainText('76,000.00元')
    await expectAccessible(page.getByRole('main'))
  })

  await test.step('each vendor is told the outcome', async () => {
    await page.getByRole('button', { name: '结束并告知结果' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('group', { name: /乙客服/ })
      .getByLabel('结果')
      .selectOption('入选')
    await dialog.getByLabel('告知没有提交的厂商').fill('下次再请贵公司参加。')
    await page.mouse.click(5, 5)
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: '结束并告知结果' }).click()
    await expect(dialog.getByLabel('告知没有提交的厂商')).toHaveValue('下次再请贵公司参加。')
    await dialog.getByRole('button', { name: '结束并告知' }).click()
    await expect(page.getByText('已结束', { exact: true })).toBeVisible()
    await second.reload()
    await expect(second.getByText('入选', { exact: true })).toBeVisible()
    await findInMail(smtp, VENDORS.second, /贵公司的产品入选/)
  })
})

async function addProduct(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('添加产品').fill(name)
  await page.getByRole('button', { name: `按填写的名称添加“${name}”` }).click()
  await page.getByLabel(`${name}的厂商邮箱`).fill(email)
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: '加入' }).click()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
}

async function addQuestion(page: Page, kind: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `加一题：${kind}` }).click()
  await page.getByLabel(new RegExp(`^第\\d+题（${kind}）`)).fill(title)
}

/** Opens a vendor's link in a browser of its own. */
async function openLink(browser: Browser, server: string, link: string, width: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: server, viewport: { width, height: 800 }, locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(link.slice(link.indexOf('/inquiries/')))
  await expect(page.getByRole('region', { name: '问题' })).toBeVisible()
  return page
}
