/** Every screen of the back office, narrow and wide, light and dark: no axe violations, no horizontal scrolling. */
import type { Page } from '@playwright/test'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { fillPath } from '#contracts/paths.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { ADMIN_URLS } from './admin-urls.ts'
import { expect, test, visualTest } from './fixtures.ts'

/** The menu's names of the screens, which are also their headings. */
const MENU_TITLES = new Map(Object.values(ADMIN_SCREENS).map(({ path, title }) => [path, title]))

/**
 * Opens a screen in the page that the tests of a worker share. Like a person who uses the menu, only the first test loads
 * the back office; a view of the open screen is loaded, since nothing tells when it has replaced the other one.
 */
async function openScreen(page: Page, path: string) {
  await setNarrowViewport(page)
  const isInside = await page.evaluate((target) => {
    const heading = document.querySelector('#main h1')
    if (!heading || !location.pathname.startsWith('/admin') || location.pathname === target) return false
    heading.toggleAttribute('data-left', true)
    return true
  }, new URL(path, 'http://localhost').pathname)
  if (!isInside) {
    await signInAsAdmin(page)
    await page.goto(path)
    return
  }
  await page.evaluate((url) => {
    // As the router numbers its entries; it warns of others when an editor is left.
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('[data-left]')).toHaveCount(0)
}

async function checkScreen(page: Page) {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  const title = MENU_TITLES.get(new URL(page.url()).pathname)
  if (title) {
    await expect(heading).toHaveText(title)
    // The top bar of a narrow window shows this title, so that the heading is for screen readers only.
    await expect.poll(async () => (await heading.boundingBox())?.width).toBeLessThanOrEqual(1)
  }
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(heading)
}

for (const path of ADMIN_URLS)
  visualTest(`${path} is accessible`, async ({ page }) => {
    await openScreen(page, path)
    await checkScreen(page)
  })

test('the sign-in page is accessible, and reports a wrong password', async ({ page, watch }) => {
  watch.allowConsole(/401/)
  await setNarrowViewport(page)
  await page.goto(ADMIN_PAGES.login)
  await checkScreen(page)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('用户名或密码错误')
})

test('an anonymous visitor is redirected to the sign-in page, and back afterwards', { tag: '@firefox' }, async ({
  page,
}) => {
  await page.goto(ADMIN_PAGES.audit)
  await expect(page).toHaveURL(/\/admin\/login\?from=%2Fadmin%2Faudit/)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('a-password-for-tests')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible()
  // The form that had the focus is gone; Tab continues in the screen.
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
})

test('the command palette opens a screen', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.dashboard)
  await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '搜索页面与内容' })).toBeFocused()
  await page.keyboard.insertText('操作')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ap hd')
  await expect(page.getByRole('group', { name: '操作' }).getByRole('option', { name: '安排活动' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/edit=/)
})

test('on a phone, a button opens the filters, and names, titles and messages have room beside buttons', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await setNarrowViewport(page)
  await page.goto(ADMIN_PAGES.users)
  const filters = page.getByRole('search', { name: '筛选用户' })
  await expect(filters.getByLabel('角色')).toBeHidden()
  await filters.getByRole('button', { name: '筛选' }).click()
  await filters.getByLabel('角色').click()
  await page.getByTitle('超级管理员').click()
  await expect(filters.getByRole('button', { name: '筛选（1）', expanded: true })).toBeVisible()

  await page.goto(ADMIN_PAGES.ai)
  await page.getByRole('button', { name: '产品列表' }).click()
  const name = page.getByRole('button', { name: 'PaddleOCR，', expanded: false }).locator('span').last()
  const { scrollWidth, clientWidth } = await name.evaluate((element) => ({
    scrollWidth: element.scrollWidth,
    clientWidth: element.clientWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)

  await page.goto(fillPath(ADMIN_PAGES.content, { kind: 'unknown' }))
  const message = page.getByText('未找到对应的API端点')
  const link = page.getByRole('link', { name: '查看全部页面' })
  await expect(message).toBeVisible()
  expect((await link.boundingBox())?.y).toBeGreaterThan((await message.boundingBox())?.y ?? Infinity)

  await page.goto(`${ADMIN_PAGES.settings}?tab=pages`)
  await page.getByRole('button', { name: '编辑首页内容的JSON' }).click()
  const dialog = page.getByRole('dialog', { name: '首页内容：编辑JSON' })
  const titleEnd = await dialog.getByText('首页内容：编辑JSON').evaluate((title) => {
    const { right } = title.getBoundingClientRect()
    return right - Number.parseFloat(getComputedStyle(title).paddingRight)
  })
  expect((await dialog.getByRole('button', { name: '关闭' }).boundingBox())?.x).toBeGreaterThan(titleEnd)
})
