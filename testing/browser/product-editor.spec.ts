/** Editing a product, from its creation to the recycle bin and back. */

import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { createPng } from '../factories/pictures.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createTransfer } from './create-transfer.ts'
import { expect, test } from './fixtures.ts'
import { loseReplies } from './lose-reply.ts'

const NAME = '合同审阅助手（浏览器测试）'
const NEW_AI = fillPath(ADMIN_PAGES.aiProductDetail, { id: 'new' })
const createPicture = async (name: string) => ({ name, mimeType: 'image/png', buffer: await createPng(96, 64) })
const getSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()
const getRichText = (page: Page) => page.getByRole('textbox', { name: '详细介绍' })
const getTool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: '详细介绍的格式' }).getByRole('button', { name })

test('an editor returns to the filtered list that it was opened from', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.agentProducts}?search=dify`)
  await page.getByRole('link', { name: '编辑Dify', exact: true }).click()
  await page.getByRole('button', { name: '资料', exact: true }).click()
  await expect(page).toHaveURL(/part=facts/)
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page).toHaveURL(`${ADMIN_PAGES.agentProducts}?search=dify`)
})

test('an AI product is published, edited concurrently, removed and restored', async ({ page, watch }) => {
  test.slow()
  watch.allowConsole(/412|ERR_FAILED/)
  const token = await signInAsAdmin(page)
  const getPublicPage = () => page.request.get(PAGES.aiProduct(NAME))

  await test.step('missing values of a new product are reported at their fields', async () => {
    await page.goto(`${NEW_AI}?source=content`)
    await expect(page.getByRole('heading', { level: 1, name: '新建78AI产品' })).toBeVisible()

    await save(page)
    await expect(page.getByLabel('名称', { exact: true })).toBeFocused()
    await page.keyboard.type(NAME)
    await page.getByLabel('价格', { exact: true }).click()
    await page.getByTitle('中端').click()
  })

  await test.step('the logo is cropped and uploaded', async () => {
    await page.getByLabel('选择Logo图片').setInputFiles(await createPicture('logo.png'))
    await page.getByRole('dialog', { name: '裁剪Logo' }).getByRole('button', { name: '裁剪并上传' }).click()
    await expect(page.getByText('Logo上传成功！')).toBeVisible()
    await expect(page.getByRole('img', { name: '当前Logo' })).toBeVisible()
  })

  await test.step('specifications, a list and a rich text are filled in', async () => {
    const specs = getSection(page, '技术规格')
    await specs.getByRole('button', { name: '添加规格' }).click()
    await specs.getByLabel('标题').fill('接口')
    await specs.getByLabel('内容').fill('REST')
    await getSection(page, '用户与能力').getByRole('button', { name: '添加用户' }).click()

    await getRichText(page).click()
    await getTool(page, '加粗').click()
    await page.keyboard.type('重点')
    await expect(getTool(page, '加粗')).toHaveAttribute('aria-pressed', 'true')
    const insertImage = getTool(page, '插入图片')
    const { promise: isReleased, resolve: releaseUpload } = Promise.withResolvers<void>()
    await page.route('**/api/upload**', async (route) => {
      await isReleased
      await route.continue()
    })
    await insertImage.focus()
    const input = page.getByLabel('选择详细介绍的图片')
    await input.setInputFiles(await createPicture('图.png'))
    await input.setInputFiles(await createPicture('另一张.png'))
    await expect(page.getByRole('progressbar', { name: '另一张.png的上传进度' })).toBeVisible()
    await expect(insertImage).toBeFocused()
    releaseUpload()
    await expect(getRichText(page).locator('img[src^="/uploads/"]')).toHaveCount(2)
    await getRichText(page).dispatchEvent('drop', {
      dataTransfer: await createTransfer(page, await createPicture('拖入.png')),
    })
    await expect(getRichText(page).locator('img[src^="/uploads/"]')).toHaveCount(3)
  })

  await test.step('the preview shows the unsaved product', async () => {
    await page.getByRole('button', { name: '预览', exact: true }).click()
    const preview = page.frameLocator('iframe[title="预览"]')
    await expect(preview.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
    await expect(preview.locator('strong', { hasText: '重点' })).toBeVisible()
    await preview.getByRole('heading', { level: 1, name: NAME }).click()
    await expect(page.getByLabel('名称', { exact: true })).toBeFocused()
    await preview.locator('strong', { hasText: '重点' }).click()
    await expect(getRichText(page)).toBeFocused()
    await page.getByRole('button', { name: '预览', exact: true }).click()
  })

  await test.step('the product is saved once despite a lost reply, and public', async () => {
    await loseReplies(page, `**${fillPath(catalogueCalls.create.path, { catalogue: 'ai' })}`)
    await save(page)
    await expect(page.getByRole('alert').filter({ hasText: '网络连接失败' })).toBeVisible()
    await save(page)
    await expect(page.getByText('保存成功！').first()).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${encodeURIComponent(NAME).slice(0, 20)}.*source=content`))
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
    await expect(page.getByText('有未保存的修改')).toBeHidden()

    const visitor = await page.context().newPage()
    await visitor.goto(PAGES.aiProduct(NAME))
    await expect(visitor.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
    await expect(visitor.locator('.rich-text strong')).toHaveText('重点')
    await expect(visitor.locator('.rich-text img')).toHaveCount(3)
    await visitor.close()
  })

  await test.step('the second of two tabs to save merges both versions', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel('标语').fill('对方的标语')
    // Right after it has got the focus, the editor still restores its own selection, the start.
    await getRichText(other).click()
    await getRichText(other).press('Control+End')
    await getRichText(other).press('Enter')
    await getRichText(other).pressSequentially('对方新写的一段')
    await save(other)
    await expect(other.getByText('保存成功！').first()).toBeVisible()
    await other.close()
    await page.getByLabel('描述', { exact: true }).fill('我的简介')
    await getRichText(page).press('Control+Home')
    await getRichText(page).pressSequentially('我写在前面的')
    await save(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(/您编辑期间，管理员于\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}保存了新的版本/)
    await expect(dialog.getByText('我改过')).toHaveCount(2)
    await expect(dialog.getByText('对方改过')).toHaveCount(2)
    await expect(dialog.getByRole('radio', { name: '对方的 对方新写的一段' })).toBeChecked()
    await dialog.getByRole('button', { name: '合并并保存' }).click()
    await expect(page.getByText('保存成功！').first()).toBeVisible()
    await expect(page.getByLabel('标语')).toHaveValue('对方的标语')
    await expect(getRichText(page)).toContainText('我写在前面的')
    await expect(getRichText(page)).toContainText('对方新写的一段')
    expect(await (await getPublicPage()).text()).toContain('对方的标语')
  })

  await test.step('the product is removed, and restored from the recycle bin', async () => {
    await page.getByRole('button', { name: `删除${NAME}` }).click()
    await expect(page.getByRole('dialog', { name: `删除产品“${NAME}”？` })).toContainText('30天内可以恢复')
    await page.getByRole('button', { name: '删除', exact: true }).click()
    await expect(page).toHaveURL(ADMIN_PAGES.ai)
    expect((await getPublicPage()).status()).toBe(404)

    const headers = { authorization: `Bearer ${token}` }
    const id = await findIdInRecycleBin(page, headers)
    await page.request.post(fillPath(catalogueCalls.restore.path, { catalogue: 'ai', id: id ?? '' }), { headers })
    expect((await getPublicPage()).status()).toBe(200)
  })
})

async function findIdInRecycleBin(page: Page, headers: Record<string, string>): Promise<string | undefined> {
  const reply = await page.request.get(fillPath(catalogueCalls.listRecycled.path, { catalogue: 'ai' }), { headers })
  const { data }: { data: { id: string; name: string }[] } = await reply.json()
  return data.find(({ name }) => name === NAME)?.id
}

test('an unknown product links back to the list, and an unsaved one is offered as a draft', async ({ page, watch }) => {
  watch.allowConsole(/404/)
  await signInAsAdmin(page)
  await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: '没有这个产品' }))
  await expect(page.getByText('产品不存在')).toBeVisible()
  await expect(page).toHaveURL(ADMIN_PAGES.products)

  await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: 'dify' }))
  await page.getByLabel('标语').fill('没有保存的标语')
  page.on('dialog', (dialog) => void dialog.accept())
  // Immediately: the draft is stored while leaving.
  await page.reload()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(page.getByLabel('标语')).toHaveValue('没有保存的标语')
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('button', { name: '离开', exact: true }).click()
  await expect(page).toHaveURL(ADMIN_PAGES.products)
})
