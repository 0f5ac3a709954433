/** Dialogs of the editors, narrow and wide, light and dark: no axe violations, no horizontal scrolling. */

import type { Locator, Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { saveAsOtherAdmin, signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

/** Opens a dialog of a screen. Returns it, or the element in it that must be visible. */
type Opening = (page: Page, token: string) => Promise<Locator>

/** A screen, and its dialogs in an order in which each can be opened after Escape has closed the one before. */
type ScreenCase = { path: string; dialogs: Record<string, Opening> }

const chooseMoreAction = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const SCREENS: Record<string, ScreenCase> = {
  'the editor of the home page': {
    path: ADMIN_PAGES.home,
    dialogs: {
      'the menu of actions': async (page) => {
        await page.getByRole('button', { name: '更多操作' }).click()
        return page.getByRole('menuitem', { name: '历史版本' })
      },
      'the preview': async (page) => {
        await page.getByRole('button', { name: '预览' }).click()
        return page.frameLocator('iframe[title="预览"]').getByRole('heading', { level: 1 })
      },
      'the message of a failed import': async (page) => {
        await page.getByRole('button', { name: '预览' }).click()
        await page
          .getByLabel('导入JSON文件')
          .setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"a":') })
        return page.getByText('导入文件格式错误')
      },
    },
  },
  'a page with one revision': {
    path: ADMIN_PAGES.selection,
    dialogs: {
      'the revision history': async (page) => {
        await chooseMoreAction(page, '历史版本')
        const version = page.getByRole('button', { name: '查看第1版', exact: true })
        await expectAccessible(version)
        await version.click()
        return page.getByRole('button', { name: '返回列表' })
      },
    },
  },
  'the editor of the community': {
    path: ADMIN_PAGES.community,
    dialogs: {
      'the avatar cropping dialog': async (page) => {
        await page.getByRole('button', { name: '社区成员' }).click()
        await page.getByRole('region', { name: '社区成员' }).locator('button[aria-expanded]').nth(1).click()
        await page
          .getByLabel('选择头像图片')
          .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await createPng(64, 64) })
        await expect(page.getByRole('dialog', { name: '裁剪头像' })).toBeVisible()
        const upload = page.getByRole('button', { name: '裁剪并上传' })
        await expect(upload).toBeEnabled()
        return upload
      },
      'the conflict dialog': async (page, token) => {
        await page.getByRole('region', { name: '页面信息' }).getByLabel('标题', { exact: true }).fill('我的标题')
        await saveAsOtherAdmin(page.request, token, documentCalls.community.path, (document) => ({
          ...document,
          pageInfo: {
            ...Object(document.pageInfo),
            title: `对方的标题${Object(document.pageInfo).title}`.slice(0, 150),
          },
        }))
        await page.getByRole('button', { name: '发布', exact: true }).click()
        return page.getByRole('dialog').getByText('双方都改过', { exact: true })
      },
    },
  },
  'the QR codes': {
    path: `${ADMIN_PAGES.community}?mode=qr-codes`,
    dialogs: {
      'the form': async (page) => {
        await page.getByRole('button', { name: /^编辑/ }).first().click()
        const dialog = page.getByRole('dialog', { name: '编辑二维码' })
        await expect(dialog.getByRole('textbox').first()).toBeFocused()
        return dialog
      },
      'the confirmation of a deletion': async (page) => {
        await page.getByRole('button', { name: /^删除/ }).first().click()
        return page.getByRole('dialog', { name: '确定要删除这个二维码吗？' })
      },
      'the confirmation of uploading an image without a QR code': async (page) => {
        await page
          .getByLabel('选择二维码图片')
          .setInputFiles({ name: '白底.png', mimeType: 'image/png', buffer: await createPng(300, 300) })
        return page.getByRole('dialog', { name: '没有识别出二维码，请确认图片' })
      },
    },
  },
  'the dashboard': {
    path: ADMIN_PAGES.dashboard,
    dialogs: {
      'the command palette': async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: '搜索页面与内容' }).fill('znkf')
        return page.getByRole('option').first()
      },
    },
  },
  'the editor of the submission page': {
    path: ADMIN_PAGES.submit,
    dialogs: {
      'the JSON mode': async (page) => {
        await page.getByText('JSON', { exact: true }).click()
        return page.getByRole('textbox', { name: '内容的JSON文本' })
      },
      'the icon picker': async (page) => {
        await page.getByText('表单', { exact: true }).click()
        await page.getByRole('button', { name: '提交优势', exact: true }).click()
        await page.getByRole('region', { name: '提交优势' }).locator('li button[aria-expanded]').first().click()
        await page.getByRole('button', { name: /^图标：/ }).click()
        const icons = page.getByRole('dialog', { name: '选择图标' })
        await expect(icons).toBeInViewport({ ratio: 1 })
        return icons
      },
      'the summary of invalid fields': async (page) => {
        const title = page.getByRole('region', { name: '页面信息' }).getByLabel('标题', { exact: true })
        await title.fill('长'.repeat(201))
        await page.getByRole('button', { name: '发布', exact: true }).click()
        return page.getByText('有1处内容需要修改')
      },
    },
  },
}

for (const [name, { path, dialogs }] of Object.entries(SCREENS))
  test(`what ${name} opens is accessible: ${Object.keys(dialogs).join(', ')}`, async ({ page, watch }) => {
    watch.allowConsole(/412/)
    const token = await signInAsAdmin(page)
    await setNarrowViewport(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const [dialog, open] of Object.entries(dialogs))
      await test.step(dialog, async () => {
        await setNarrowViewport(page)
        const opened = await open(page, token)
        await expect(opened).toBeVisible()
        await expectAccessible(opened)
        await page.keyboard.press('Escape')
        await expect(page.locator('[role=dialog]:visible, [role=menu]:visible')).toHaveCount(0)
      })
    // The browser's prompt about unsaved edits would block the next test.
    page.on('dialog', (dialog) => void dialog.accept())
  })

const CLOSED_DIALOGS = [
  { name: 'a user', path: `${ADMIN_PAGES.users}?search=admin@zhijian.test`, opener: '编辑：管理员', field: '姓名' },
  { name: 'the search', path: undefined, opener: '搜索页面与内容', field: '搜索页面与内容' },
  {
    name: 'a page’s JSON',
    path: `${ADMIN_PAGES.settings}?tab=pages`,
    opener: '编辑首页内容的JSON',
    field: '内容的JSON文本',
  },
  { name: 'an import', path: ADMIN_PAGES.agentProducts, opener: '导入', field: null },
]

test('a dialog takes the focus, and gives it back to its button', async ({ page }) => {
  await signInAsAdmin(page)
  for (const { name, path, opener, field } of CLOSED_DIALOGS)
    await test.step(name, async () => {
      if (path) await page.goto(path)
      const button = page.getByRole('button', { name: opener, exact: true })
      await button.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      // The container of a drawer has the focus.
      await expect(
        page.locator('[role="dialog"]:focus, [role="dialog"] :focus, :focus:has([role="dialog"])'),
      ).toHaveCount(1)
      if (field) await expect(dialog.getByLabel(field, { exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(button).toBeFocused()
    })
})
