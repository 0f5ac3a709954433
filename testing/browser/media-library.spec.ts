import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { MEDIA_MESSAGES as MESSAGES } from '#contracts/media-library/messages.ts'
import { fillPath } from '#contracts/paths.ts'
import { createPng } from '../factories/pictures.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'

const test = createIsolatedTest()

const NAME = '发布会合影.png'
const ALT = '发布会上的合影'

test('a picture is uploaded, chosen in an editor, seen in use, and can’t be deleted', async ({ page, watch }) => {
  watch.allowConsole(/409/)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.media)
  const file = page.getByRole('button', { name: NAME })
  const details = page.getByRole('dialog', { name: NAME })

  await test.step('it is uploaded and described', async () => {
    await page
      .getByLabel('选择要上传的图片')
      .setInputFiles({ name: NAME, mimeType: 'image/png', buffer: await createPng(96, 64) })
    await expect(page.getByText(MESSAGES.uploaded)).toBeVisible()
    await expect(file).toContainText('96×64像素')
    await expectAccessible(page.getByRole('list', { name: '文件' }))
    await file.click()
    await expect(details.getByText('没有页面、草稿或历史版本使用它。')).toBeVisible()
    await details.getByLabel('图片说明').fill(ALT)
    await details.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText(MESSAGES.altTextSaved)).toBeVisible()
    await expectAccessible(details.getByText('使用之处'))
  })

  await test.step('an editor chooses it for a text, with its description', async () => {
    await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: 'n8n' }))
    const text = page.getByRole('textbox', { name: '详细介绍' })
    await text.click()
    await page.getByRole('button', { name: '从媒体库选择图片' }).click()
    const picker = page.getByRole('dialog', { name: '从媒体库选择' })
    await picker.getByLabel('文件名或说明').fill('合影')
    await expect(picker.getByRole('list', { name: '可选的图片' }).getByRole('button')).toHaveCount(1)
    await expectAccessible(picker.getByLabel('文件名或说明'))
    await picker.getByRole('button', { name: NAME }).click()
    await expect(picker).toBeHidden()
    await expect(text.getByRole('img', { name: ALT })).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('保存成功！').first()).toBeVisible()
  })

  await test.step('the library shows the use, and refuses the deletion', async () => {
    await page.goto(`${ADMIN_PAGES.media}?search=${encodeURIComponent('合影')}`)
    await file.click()
    await expect(details.getByRole('link', { name: 'n8n' }).first()).toBeVisible()
    await details.getByRole('button', { name: '删除文件' }).click()
    await page
      .getByRole('dialog', { name: `删除“${NAME}”？` })
      .getByRole('button', { name: /^删\s?除$/ })
      .click()
    await expect(page.getByText(MESSAGES.isUsed)).toBeVisible()
    await expect(file).toBeVisible()
  })
})

test('a picture is replaced by another wherever it is used, and chosen as logo and QR code', async ({ page }) => {
  test.setTimeout(240_000)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.media)
  await page
    .getByLabel('选择要上传的图片')
    .setInputFiles({ name: '旧横标.png', mimeType: 'image/png', buffer: await createPng(90, 30) })
  await expect(page.getByText(MESSAGES.uploaded)).toBeVisible()
  const file = page.getByRole('button', { name: /旧横标/ })
  const details = page.getByRole('dialog', { name: '旧横标.png', exact: true })
  const dialog = page.getByRole('dialog', { name: '替换“旧横标.png”' })

  await test.step('it is chosen as the logo of the site, which shares the file', async () => {
    await page.goto(ADMIN_PAGES.settings)
    await page.getByRole('button', { name: '从媒体库选择Logo' }).click()
    const picker = page.getByRole('dialog', { name: '从媒体库选择' })
    await picker.getByText('配图', { exact: true }).click()
    await picker.getByRole('button', { name: /旧横标/ }).click()
    await expect(page.getByText('Logo已更换')).toBeVisible()
    await expect(page.getByText('旧横标.png，90×30像素')).toBeVisible()
  })

  await test.step('the library shows the use, and what would be replaced', async () => {
    await page.goto(ADMIN_PAGES.media)
    await file.click()
    await expect(details.getByRole('link', { name: '网站logo' })).toBeVisible()
    await details.getByRole('button', { name: '替换' }).click()
    await expect(dialog.getByText('将替换')).toBeVisible()
    await expectAccessible(dialog.getByText('会改动的地方'))
    await dialog
      .getByLabel('选择新图片', { exact: true })
      .setInputFiles({ name: 'IMG_2.png', mimeType: 'image/png', buffer: await createPng(120, 60) })
    await expect(dialog.getByText('新图片的宽高比与原图不同')).toBeVisible()
    await expect(dialog.getByLabel('文件名')).toHaveValue('旧横标.png')
    await dialog.getByLabel('文件名').fill('新横标.png')
    await expectAccessible(dialog.getByText('会改动的地方'))
  })

  await test.step('it is replaced, and the result is told by place', async () => {
    await dialog.getByRole('button', { name: '替换1处' }).click()
    await expect(dialog.getByRole('list', { name: '替换的结果' })).toContainText('已替换')
    await expectAccessible(dialog.getByRole('list', { name: '替换的结果' }))
    await dialog.getByRole('button', { name: /^完\s?成$/ }).click()
    await expect(details.getByText('没有页面、草稿或历史版本使用它。')).toBeVisible()
    await page.goto(ADMIN_PAGES.settings)
    await expect(page.getByText('新横标.png，120×60像素')).toBeVisible()
  })

  await test.step('it is used for a QR code after a warning that it has none', async () => {
    await page.goto(`${ADMIN_PAGES.community}?mode=qr-codes`)
    await page.getByRole('button', { name: '从媒体库选择二维码' }).click()
    const picker = page.getByRole('dialog', { name: '从媒体库选择' })
    await picker.getByText('配图', { exact: true }).click()
    await picker.getByRole('button', { name: /新横标/ }).click()
    await page.getByRole('dialog', { name: '没有识别出二维码' }).getByRole('button', { name: '仍要使用' }).click()
    await expect(page.getByText('二维码已添加')).toBeVisible()
    await page.goto(`${ADMIN_PAGES.media}?search=${encodeURIComponent('新横标')}`)
    await page.getByRole('button', { name: /新横标/ }).click()
    const used = page.getByRole('dialog', { name: '新横标.png', exact: true })
    await expect(used.getByRole('link', { name: '网站logo' })).toBeVisible()
    await expect(used.getByRole('link', { name: '微信群二维码' })).toBeVisible()
  })
})
