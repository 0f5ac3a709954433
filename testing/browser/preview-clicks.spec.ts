/** A click on a text of the preview leads to its field in the editor, beside the preview or in its place. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { setNarrowViewport } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

test('a title clicked in the preview is edited, beside it and on a phone', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.selection)
  const title = page.getByRole('region', { name: '页面信息' }).getByLabel('标题', { exact: true })
  await title.fill('点我编辑的标题')
  const heading = page.frameLocator('iframe[title="预览"]').getByRole('heading', { level: 1, name: '点我编辑的标题' })

  await page.getByRole('button', { name: '预览', exact: true }).click()
  await heading.click()
  await expect(title).toBeFocused()
  await expect(heading).toBeVisible()

  await setNarrowViewport(page)
  await expect(title).toBeHidden()
  await heading.click()
  await expect(title).toBeFocused()
  await expect(page.locator('iframe[title="预览"]')).toHaveCount(0)
})
