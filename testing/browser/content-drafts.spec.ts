/** A draft goes its way: written beside the published document, reviewed by link without an account, published on time. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import { PREVIEW_PAGE_TEXTS } from '#contracts/content-drafts/messages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const TITLE = '草稿里的选型标题'
/** How far ahead the publication is scheduled. */
const AHEAD_MS = 4_000

test('a draft is reviewed by link without an account, scheduled, and published on time', async ({
  page,
  browser,
  server,
  watch,
}) => {
  // The ended link.
  watch.allowConsole(/410/)
  const token = await signInAsAdmin(page)
  const visitor = await browser.newContext({ baseURL: server })
  const reader = await visitor.newPage()

  const url = await test.step('the edits are saved as a draft, and a link to it is made', async () => {
    await page.goto(ADMIN_PAGES.selection)
    await page.getByRole('region', { name: '页面信息' }).getByLabel('标题', { exact: true }).fill(TITLE)
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expect(page.getByText('正在编辑草稿')).toBeVisible()
    await expect(page.getByRole('region', { name: '页面信息' }).getByLabel('标题', { exact: true })).toHaveValue(TITLE)
    await page.getByRole('button', { name: '看差异' }).click()
    await expect(page.getByRole('heading', { name: '草稿修改了1处' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '预览链接' }).click()
    await page.getByRole('button', { name: '创建链接' }).click()
    const link = await page.getByRole('dialog').getByRole('code').textContent()
    await page.keyboard.press('Escape')
    const { pathname, search } = new URL(link ?? '')
    return pathname + search
  })

  await test.step('whoever has the link sees the page with the draft; others see what is published', async () => {
    const reply = await reader.goto(url)
    expect(reply?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    await expect(reader.getByText(PREVIEW_PAGE_TEXTS.badge, { exact: true })).toBeVisible()
    await expect(reader.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
    await reader.getByRole('banner').getByRole('link', { name: '选型咨询' }).first().click()
    await expect(reader.getByText(PREVIEW_PAGE_TEXTS.badge, { exact: true })).toBeHidden()
    await expect(reader.getByRole('heading', { level: 1, name: TITLE })).toBeHidden()
  })

  await test.step('it is scheduled, and listed in the calendar', async () => {
    const scheduled = await page.request.post(fillPath(contentDraftCalls.publish.path, { kind: 'selection' }), {
      headers: { authorization: `Bearer ${token}` },
      data: { at: new Date(Date.now() + AHEAD_MS).toISOString() },
    })
    expect(scheduled.status()).toBe(202)
    await page.goto(ADMIN_PAGES.calendar)
    await expect(page.getByRole('heading', { name: '发布日历' })).toBeVisible()
    await expect(page.getByRole('region', { name: /已发布（[1-9]/ })).toBeVisible()
  })

  await test.step('it is published by itself, and the link ends', async () => {
    await expect
      .poll(async () => (await reader.request.get(PAGES.selection)).text(), { timeout: AHEAD_MS + 8_000 })
      .toContain(TITLE)
    expect((await reader.goto(url))?.status()).toBe(410)
    await expect(reader.getByRole('heading', { name: PREVIEW_PAGE_TEXTS.endedTitle })).toBeVisible()
  })
  await visitor.close()
})
