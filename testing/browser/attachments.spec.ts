/** The attachments of the evaluation document, uploaded and removed over a connection that loses replies. */
import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { loseReplies } from './lose-reply.ts'

const createTextFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${name}：准确性`) })

async function openAttachments(page: Page) {
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.evaluation)
  await page.getByRole('button', { name: '评估工具' }).click()
  return page.getByRole('group', { name: '清单附件' })
}

test('interrupted uploads are repeated, and files whose removal got no reply disappear', async ({ page, watch }) => {
  watch.allowConsole(/ERR_FAILED/)
  const field = await openAttachments(page)
  const names = ['一.txt', '二.txt', '三.txt']
  const save = async () => {
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await expect(page.getByText('有未保存的修改')).toHaveCount(0)
  }

  await test.step('only the interrupted files are uploaded again', async () => {
    await loseReplies(page, `**${uploadCalls.uploadAttachment.path}`, 2)
    await page.getByLabel('选择附件').setInputFiles(names.map(createTextFile))
    await expect(field.getByRole('alert')).toContainText('网络连接失败')
    await field.getByRole('button', { name: '重新上传中断的2个文件' }).click()
    for (const name of names) await expect(field.getByRole('button', { name: `下载${name}` })).toHaveCount(1)
    await expect(field.getByRole('alert')).toHaveCount(0)
    await save()
  })

  await test.step('a removed file disappears, and later edits are saved without a conflict', async () => {
    for (const name of names) {
      await loseReplies(page, `**${uploadCalls.removeAttachment.path}`)
      await field.getByRole('button', { name: `删除${name}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
      await expect(field.getByRole('button', { name: `下载${name}` })).toHaveCount(0)
    }
    const subtitle = page.getByRole('region', { name: '页面信息' }).getByLabel('副标题')
    const before = await subtitle.inputValue()
    for (const text of ['改过的副标题', before]) {
      await subtitle.fill(text)
      await save()
    }
  })
})
