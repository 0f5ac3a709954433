/** The evaluation method is edited as a draft, and published as a version. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'

const test = createIsolatedTest()

test('a changed criterion is a draft until it is published as the next version', async ({ page, context }) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.evaluation)
  const standards = page.getByRole('region', { name: '评估标准', exact: true })
  for (const name of ['评估标准', '技术', '任务完成与准确性'])
    await standards.getByRole('button', { name, exact: true }).click()
  const title = page.locator('[id="field-evaluationStandards.groups.0.criteria.0.title"]')
  const weight = page.locator('[id="field-evaluationStandards.groups.0.criteria.0.percentage"]')
  const banner = page.getByRole('status').filter({ hasText: /评估方法的草稿与M1/ })
  const publish = banner.getByRole('button', { name: '发布新版本' })

  await weight.fill('13')
  await page.keyboard.press('Control+s')
  await expect(banner).toContainText('“技术”各准则的占比合计41%，应等于该组的占比40%')
  await expect(publish).toHaveAttribute('aria-disabled', 'true')

  await weight.fill('12')
  await title.fill('任务完成度')
  await page.keyboard.press('Control+s')
  await expect(banner).toContainText('有1处不同')
  const visitor = await context.newPage()
  await visitor.goto(PAGES.method(1))
  await expect(visitor.getByRole('main')).toContainText('任务完成与准确性')
  await publish.click()
  const confirmation = page.getByRole('dialog', { name: '发布评估方法M2？' })
  await expect(confirmation).toContainText('任务完成度')
  await confirmation.getByRole('button', { name: '发布新版本' }).click()
  await expect(page.getByText('已发布评估方法M2')).toBeVisible()
  await expect(banner).toBeHidden()

  await visitor.goto(PAGES.method(2))
  await expect(visitor.getByRole('main')).toContainText('“任务完成与准确性”改名为“任务完成度”')
  await visitor.goto(PAGES.method(1))
  await expect(visitor.getByRole('main')).toContainText('任务完成与准确性')
  await expect(visitor.getByRole('main')).not.toContainText('任务完成度')
})
