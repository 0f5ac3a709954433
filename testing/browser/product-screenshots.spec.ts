/** Screenshots of a product: uploaded, captioned and ordered by its editor, then viewed by visitors. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createTransfer } from './create-transfer.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './wait-for-hydration.ts'

const NAME = '截图演示平台（浏览器测试）'

/** Returns an image of one colour, so that images can be distinguished. */
const createPicture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1_600, height: 1_000, channels: 3, background } })
    .png()
    .toBuffer(),
})
const getSection = (page: Page) => page.getByRole('region', { name: '产品截图', exact: true })
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()
const listCaptions = (page: Page) =>
  getSection(page)
    .getByLabel('说明')
    .evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')))

test('an editor adds, captions, orders and removes screenshots; visitors view them by keyboard and touch', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await signInAsAdmin(page)
  await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: 'new' }))
  await page.getByLabel('名称', { exact: true }).fill(NAME)
  const section = getSection(page)

  await test.step('the editor selects two screenshots at once', async () => {
    await section.getByRole('button', { name: '添加截图' }).focus()
    await section
      .getByLabel('选择产品截图')
      .setInputFiles([await createPicture('画布.png', '#3a4ca8'), await createPicture('报表.png', '#2f7d4f')])
    await expect(section.getByLabel('说明').first()).toBeFocused()
    await expect(section.getByText('2/8张')).toBeVisible()
  })

  await test.step('the editor adds a third one by drag and drop', async () => {
    const transfer = await createTransfer(page, await createPicture('日志.png', '#a83a3a'))
    await section.getByRole('button', { name: '添加截图' }).dispatchEvent('drop', { dataTransfer: transfer })
    await expect(section.getByText('3/8张')).toBeVisible()
  })

  await test.step('screenshots without captions are not saved', async () => {
    await save(page)
    await expect(section.getByText('请填写截图说明').first()).toBeVisible()
    for (const [index, caption] of ['工作流画布', '运营报表', '运行日志'].entries())
      await section.getByLabel('说明').nth(index).fill(caption)
  })

  await test.step('the editor moves a screenshot by keyboard', async () => {
    await section.getByRole('button', { name: '移动运行日志' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('运行日志移到第3位')).toBeAttached()
    // A key press has no effect until the list has measured its positions.
    await expect(async () => {
      await page.keyboard.press('ArrowUp')
      await expect(page.getByText('运行日志移到第2位')).toBeAttached({ timeout: 2_000 })
    }).toPass()
    await page.keyboard.press('Space')
    await expect.poll(() => listCaptions(page)).toEqual(['工作流画布', '运行日志', '运营报表'])
  })

  await test.step('the editor undoes a removal, and saves the product', async () => {
    await section.getByRole('button', { name: '删除运行日志' }).click()
    await page.getByRole('button', { name: '撤销' }).last().click()
    await expect.poll(() => listCaptions(page)).toEqual(['工作流画布', '运行日志', '运营报表'])
    await save(page)
    await expect(page.getByText('保存成功！').first()).toBeVisible()
  })

  await test.step('a visitor views the screenshots by touch and by keyboard', async () => {
    const visitor = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true })
    const phone = await visitor.newPage()
    await phone.goto(PAGES.product(NAME))
    await waitForHydration(phone)
    const row = phone.getByRole('region', { name: '产品截图' })
    await expect(row.getByRole('img')).toHaveCount(3)
    const first = row.getByRole('img', { name: '工作流画布' })
    await first.scrollIntoViewIfNeeded()
    await expect.poll(() => first.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0)).toBe(true)
    await expect(first).toHaveAttribute('width', '1600')
    await row.getByRole('link', { name: '运行日志' }).click()
    const viewer = phone.getByRole('dialog', { name: '产品截图，第2张，共3张' })
    await expect(viewer.getByRole('img', { name: '运行日志' })).toBeVisible()
    await phone.keyboard.press('ArrowRight')
    await expect(phone.getByRole('dialog').getByRole('img', { name: '运营报表' })).toBeVisible()
    await phone.keyboard.press('ArrowRight')
    await expect(phone.getByRole('dialog').getByRole('img', { name: '工作流画布' })).toBeVisible()
    await swipe(phone, 300, 80)
    await expect(phone.getByRole('dialog').getByRole('img', { name: '运行日志' })).toBeVisible()
    await expectAccessible(phone.getByRole('dialog'))
    await phone.keyboard.press('Escape')
    await expect(phone.getByRole('dialog')).toBeHidden()
    await expect(row.getByRole('link', { name: '运行日志' })).toBeFocused()
    await visitor.close()
  })

  await test.step('a visitor without script opens a screenshot as a file', async () => {
    const plain = await browser.newContext({ baseURL, javaScriptEnabled: false })
    const reader = await plain.newPage()
    await reader.goto(PAGES.product(NAME))
    await reader.getByRole('region', { name: '产品截图' }).getByRole('link', { name: '工作流画布' }).click()
    await expect(reader).toHaveURL(/\/uploads\/screenshots\/[0-9a-f-]{36}\.webp$/)
    await plain.close()
  })
})

/** Swipes across the middle of the viewer. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const img = page.getByRole('dialog').getByRole('img')
  for (const [type, clientX] of [
    ['pointerdown', from],
    ['pointerup', to],
  ] as const)
    await img.dispatchEvent(type, { clientX, pointerType: 'touch', bubbles: true })
}
