/** Editing the attributes of products by keyboard. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

test('moving, removing and adding options keeps the focus in the list', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.attributes}?attribute=license`)
  await page.getByRole('button', { name: '上移第2个选项' }).press('Enter')
  await expect(page.getByRole('button', { name: '下移第1个选项' })).toBeFocused()
  await page.getByRole('button', { name: '删除第1个选项' }).press('Enter')
  await expect(page.getByRole('textbox', { name: '第1个选项' })).toBeFocused()
  const count = await page.getByRole('textbox', { name: /^第\d+个选项$/ }).count()
  await page.getByRole('button', { name: '添加选项' }).press('Enter')
  await expect(page.getByRole('textbox', { name: `第${count + 1}个选项` })).toBeFocused()
  await page.getByRole('button', { name: '保存', exact: true }).press('Enter')
  await expect(page.getByText('请输入选项')).toBeVisible()
})

test('moving an attribute keeps the focus on its buttons', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.attributes)
  const moved = page.waitForResponse((reply) => reply.url().endsWith('/api/product-attributes/order'))
  await page.getByRole('button', { name: '上移国家或地区' }).press('Enter')
  await moved
  await expect(page.getByRole('button', { name: '上移国家或地区' })).toBeDisabled()
  await expect(page.getByRole('button', { name: '下移国家或地区' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '上移国家或地区' })).toBeEnabled()
  await expect(page.getByRole('button', { name: '下移国家或地区' })).toBeFocused()
})
