/** A product's versions: what changed, and back to an earlier one, as in the editors of documents. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const NAME = '有版本的助手（浏览器测试）'
const RENAMED = '改名的助手（浏览器测试）'

test('a renamed product is compared with its first version, and restored', async ({ page }) => {
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  const created = await page.request.post(fillPath(catalogueCalls.create.path, { catalogue: 'agent' }), {
    headers,
    data: { name: NAME, price: '面议', category: '智能客服' },
  })
  const { id } = (await created.json()).data
  await page.request.put(fillPath(catalogueCalls.update.path, { catalogue: 'agent', id }), {
    headers,
    data: { name: RENAMED, price: '9万' },
  })
  const drawer = page.getByRole('dialog')

  await test.step('the history says who changed what', async () => {
    await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: RENAMED }))
    await page.getByRole('button', { name: '历史版本' }).click()
    await expect(drawer.getByRole('listitem').first()).toContainText('修改2处：基本信息')
    await expectAccessible(drawer)
    await drawer.getByRole('button', { name: '查看第2版' }).click()
    await expect(drawer.getByRole('heading', { name: '这次保存修改了2处' })).toBeVisible()
    await expect(drawer.getByText('9万')).toBeVisible()
    await expectAccessible(drawer)
  })

  await test.step('a single value is put into the form', async () => {
    await drawer.getByRole('button', { name: '返回列表' }).click()
    await drawer.getByRole('button', { name: '查看第1版' }).click()
    await drawer.getByRole('button', { name: '恢复基本信息 › 价格' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('有未保存的修改')).toBeVisible()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('保存成功！').first()).toBeVisible()
  })

  await test.step('the whole version is restored, at the address of its name', async () => {
    await page.getByRole('button', { name: '历史版本' }).click()
    await expect(drawer.getByRole('listitem')).toHaveCount(3)
    await drawer.getByRole('button', { name: '查看第1版' }).click()
    await drawer.getByRole('button', { name: '恢复到此版本' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: '恢复', exact: true }).click()
    await expect(page.getByText('已恢复到所选版本')).toBeVisible()
    await expect(page).toHaveURL(fillPath(ADMIN_PAGES.productDetail, { id: NAME }))
    await expect(page.getByLabel('名称', { exact: true })).toHaveValue(NAME)
    await page.getByRole('button', { name: '历史版本' }).click()
    await expect(drawer.getByRole('listitem').first()).toContainText('由第1版恢复')
  })
})
