/** Every field of both front ends keeps the focus and what is typed into it, and forms send what their fields show. */
import type { Page } from '@playwright/test'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { SITE_FORMS, type SiteFormName } from '#contracts/forms.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { signInAsAdmin } from './admin-session.ts'
import { ADMIN_URLS } from './admin-urls.ts'
import { createAdminSender, createProject } from './evaluations.ts'
import { expandParts, walkFields } from './field-walk.ts'
import { expect, test } from './fixtures.ts'
import { PUBLIC_PAGES } from './public-pages.ts'
import { signInOnSite } from './site-session.ts'

/** Opens each URL, and uses its fields. Fields that were used on an earlier page are left out. */
async function walkPages(page: Page, urls: readonly string[]): Promise<string[]> {
  const seen = new Set<string>()
  const problems: string[] = []
  page.on('dialog', (dialog) => void dialog.accept())
  for (const url of urls) {
    await page.goto(url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0)
    await expandParts(page)
    problems.push(...(await walkFields(page, seen)))
  }
  return problems
}

const matches = (path: string, urls: readonly string[]): boolean => {
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
  return urls.some((url) => pattern.test(new URL(url, 'http://localhost').pathname))
}

test('the fields of every public page keep the focus and what is typed @walk', async ({ page, watch }) => {
  test.setTimeout(300_000)
  watch.allowConsole(/404|400/)
  expect(await walkPages(page, PUBLIC_PAGES)).toEqual([])
})

test('the fields of every screen of the back office keep the focus and what is typed @walk', async ({
  page,
  watch,
}) => {
  test.setTimeout(600_000)
  watch.allowConsole(/404|400/)
  expect(Object.values(ADMIN_SCREENS).filter(({ path }) => !matches(path, ADMIN_URLS))).toEqual([])
  await signInAsAdmin(page)
  expect(await walkPages(page, ADMIN_URLS)).toEqual([])
})

test('the fields of a new user keep the focus and what is typed', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_SCREENS.users.path)
  await page.getByRole('button', { name: '添加用户' }).click()
  await expect(page.getByRole('dialog', { name: '添加用户' })).toBeVisible()
  expect(await walkFields(page, new Set())).toEqual([])
})

test('the fields of a member’s pages and of a project keep the focus and what is typed', async ({ page, watch }) => {
  test.setTimeout(300_000)
  watch.allowConsole(/404|400/)
  const send = await createAdminSender(page.request)
  const { project, path, judgeLinks } = await createProject(send, {
    name: '逐项填写',
    products: ['dify'],
    judges: ['李评委'],
  })
  await page.goto(PAGES.home)
  await signInOnSite(page)
  const projectPath = PAGES.evaluationProject(project.id)
  const setup = ['setup', 'judges', 'tests'].map((tab) => `${projectPath}?tab=${tab}`)
  const memberPages = PUBLIC_PAGES.filter((url) => /^\/my|\/review$|\/statement$|projects$/.test(url))
  expect(await walkPages(page, [...setup, ...memberPages])).toEqual([])
  await send(`${path}/status`, { to: 'scoring' })
  expect(await walkPages(page, [judgeLinks[0] ?? ''])).toEqual([])
})

/** A form: the button that opens it, what is typed into its fields by name, and the button that sends it, if any. */
type Example = { url?: string; open?: string; values: Readonly<Record<string, string>>; send?: string }

const CONTACT = {
  companyName: '某制造集团Ab',
  contactName: '陈女士Ab',
  phone: '13800138000',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体，Dify与n8n',
}
const SCORES = { techScore: '91', businessScore: '82', marketScore: '73' }

const EXAMPLES: Record<SiteFormName, Example> = {
  consultation: { values: CONTACT, send: '提交咨询' },
  'evaluation-request': {
    open: '申请专业评估服务',
    values: { productName: '智能客服Ab', ...CONTACT },
    send: '提交申请',
  },
  calculation: { url: '/evaluation?view=tool', values: SCORES },
  report: {
    url: '/evaluation?view=tool',
    values: { productName: '巡检助手Ab', ...SCORES },
    send: '生成评估报告',
  },
  submission: {
    values: {
      companyName: '某科技公司Ab',
      contactName: '陈女士Ab',
      contactPhone: '13800138000',
      contactEmail: 'chen@example.com',
      productName: '逐键输入智能体',
      productDescription: '把单据读出来，逐项核对，再写进业务系统，出错时交给人处理。'.repeat(3),
      keyFeatures: '识别、核对',
      targetUsers: '财务',
      website: 'https://example.com/a',
    },
    send: '提交产品',
  },
  'submission-status': {
    values: { receipt: 'ZJ-20261121-7K3M9QXT', contactEmail: 'chen@example.com' },
    send: '查询',
  },
}

const isFormName = (name: string): name is SiteFormName => Object.hasOwn(EXAMPLES, name)

for (const name of Object.keys(EXAMPLES).filter(isFormName))
  test(`the form ${name} sends what is typed key by key`, async ({ page, watch }) => {
    watch.allowConsole(/400|404/)
    const { url = SITE_PAGES[SITE_FORMS[name].page].path, open, values, send } = EXAMPLES[name]
    const { path, method } = SITE_FORMS[name].call
    const [firstName = ''] = Object.keys(values)
    let body: Record<string, unknown> = {}
    page.on('request', (request) => {
      if (request.method() === method && new URL(request.url()).pathname === path) body = request.postDataJSON()
    })
    await page.goto(url)
    if (open) await page.getByRole('button', { name: open }).first().click()
    const form = page.locator('form:visible', { has: page.locator(`[name="${firstName}"]:visible`) })
    for (const [field, text] of Object.entries(values)) {
      const input = form.locator(`[name="${field}"]`)
      await input.click()
      await input.press('Control+a')
      await input.press('Backspace')
      await input.pressSequentially(text)
      await expect(input).toHaveValue(text)
    }
    for (const select of await form.locator('select:visible').all()) await select.selectOption({ index: 1 })
    for (const consent of await form.getByLabel('我已阅读并同意').all()) await consent.check()
    if (send) await form.getByRole('button', { name: send }).click()
    await expect
      .poll(() => Object.fromEntries(Object.keys(values).map((field) => [field, String(body[field])])))
      .toEqual(values)
  })
