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
