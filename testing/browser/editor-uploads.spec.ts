/** Uploads in the editors, while others are running and while the document changes. */
import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath } from '#contracts/paths.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { createPng } from '../factories/pictures.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const createPicture = async (name: string) => ({ name, mimeType: 'image/png', buffer: await createPng(96, 64) })

/** Holds the uploads to a path back. Returns the function that lets them and all later ones through. */
async function holdUploads(page: Page, path: string): Promise<() => void> {
  const { promise: isReleased, resolve } = Promise.withResolvers<void>()
  await page.route(`**${path}**`, async (route) => {
    await isReleased
    await route.continue()
  })
  return resolve
}

test('screenshots that are selected during an upload are added, up to the limit', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: 'new' }))
  const section = page.getByRole('region', { name: '产品截图', exact: true })
  const input = section.getByLabel('选择产品截图')
  const release = await holdUploads(page, uploadCalls.uploadPicture.path)

  await test.step('the errors of the first files stay while these are uploaded', async () => {
    await input.setInputFiles([
      await createPicture('一.png'),
      { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('说明') },
    ])
    await input.setInputFiles([await createPicture('二.png')])
    for (const name of ['一', '二'])
      await expect(section.getByRole('progressbar', { name: `${name}.png的上传进度` })).toBeVisible()
    await expect(section.getByRole('alert')).toHaveText('说明.txt：请选择JPG、PNG、GIF或WebP格式的图片文件')
  })

  await test.step('running uploads count towards the limit', async () => {
    const names = ['三', '四', '五', '六', '七', '八', '九']
    await input.setInputFiles(await Promise.all(names.map((name) => createPicture(`${name}.png`))))
    await expect(section.getByRole('alert').filter({ hasText: '最多8张截图' })).toBeVisible()
    await expect(section.getByRole('button', { name: '添加截图' })).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('all are added once they are uploaded', async () => {
    release()
    await expect(section.getByText('8/8张')).toBeVisible()
    await expect(section.getByRole('progressbar')).toHaveCount(0)
    await expect(section.getByRole('alert').filter({ hasText: '说明.txt' })).toBeVisible()
  })
})

test('the error of a file ends with the next save', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: 'langflow' }))
  const section = page.getByRole('region', { name: '产品截图', exact: true })
  await section
    .getByLabel('选择产品截图')
    .setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('说明') })
  await expect(section.getByRole('alert')).toBeVisible()
  await page.getByLabel('标语').pressSequentially('，新')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('保存成功！').first()).toBeVisible()
  await expect(section.getByRole('alert')).toHaveCount(0)
})

test('an avatar stays with its member while others are removed, and a toast says if the member is gone', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.community)
  await page.getByRole('button', { name: '社区成员' }).click()
  const members = page.getByRole('region', { name: '社区成员' })
  const avatar = members.getByLabel('头像', { exact: true })
  const openMember = async (index: number) => {
    await members.locator('button[aria-expanded]').nth(index).click()
    await expect(avatar).toBeVisible()
  }
  const upload = async () => {
    await members.getByLabel('选择头像图片').setInputFiles(await createPicture('a.png'))
    await page.getByRole('dialog', { name: '裁剪头像' }).getByRole('button', { name: '裁剪并上传' }).click()
    await expect(members.getByRole('progressbar', { name: 'avatar.png的上传进度' })).toBeVisible()
  }
  const removeMember = (index: number) => members.getByRole('button', { name: /^删除/ }).nth(index).click()

  await test.step('the avatar of the second member is set although the first was removed', async () => {
    const release = await holdUploads(page, uploadCalls.uploadAvatar.path)
    await openMember(2)
    await upload()
    await removeMember(0)
    release()
    await expect(avatar).toHaveValue(/^\/uploads\/avatars\//)
  })

  await test.step('the upload for a member who was removed is reported', async () => {
    await page.unrouteAll()
    const release = await holdUploads(page, uploadCalls.uploadAvatar.path)
    await upload()
    await removeMember(0)
    release()
    await expect(page.getByText('上传期间，这里的内容已被替换或删除，没有添加“avatar.png”')).toBeVisible()
  })
})
