/** Every screen of the back office, narrow and wide, light and dark: no finding of axe, nothing that scrolls sideways. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/paths.ts'
import { signedIn } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const SCREENS = [
  ...[ADMIN_PAGES.dashboard, ADMIN_PAGES.home, ADMIN_PAGES.community, `${ADMIN_PAGES.community}?mode=qr-codes`],
  ...[ADMIN_PAGES.selection, ADMIN_PAGES.products, ADMIN_PAGES.ai, ADMIN_PAGES.evaluation, ADMIN_PAGES.submit],
  ...[ADMIN_PAGES.audit, ADMIN_PAGES.account],
]
const WIDTHS = [360, 1280]
const SCHEMES = ['light', 'dark'] as const

/** A scheme changed on an open page goes through the theme's own transitions. */
const colorsSettled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })

for (const path of [ADMIN_PAGES.login, ...SCREENS])
  for (const width of WIDTHS)
    test(`${path} at ${width}`, async ({ page }) => {
      if (path !== ADMIN_PAGES.login) await signedIn(page)
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await colorsSettled(page)
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(sideways).toBe(0)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
      }
    })

test('a stranger is led to the sign-in page, and back after it', async ({ page }) => {
  await page.goto(ADMIN_PAGES.audit)
  await expect(page).toHaveURL(/\/admin\/login\?from=%2Fadmin%2Faudit/)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('a-password-for-tests')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
})

test('a wrong password is told of', async ({ page, watch }) => {
  watch.allowConsole(/401/)
  await page.goto(ADMIN_PAGES.login)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('用户名或密码错误')
})

test('the palette jumps to a screen', async ({ page }) => {
  await signedIn(page)
  await page.goto(ADMIN_PAGES.dashboard)
  await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '查找页面或产品' }).fill('操作')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible()
})
