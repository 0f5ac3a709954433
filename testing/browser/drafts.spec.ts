/** Two tabs of one user edit the same item: neither tab's unsaved changes are lost by actions in the other. */

import type { BrowserContext, Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath } from '#contracts/paths.ts'
import { createUser, signInAs } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const PRODUCT = fillPath(ADMIN_PAGES.productDetail, { id: 'flowise' })

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path)
  await expect(tab.getByLabel('标语')).toBeVisible()
  return tab
}

/** Closes a tab without saving. */
async function closeTab(tab: Page): Promise<void> {
  const isClosed = tab.waitForEvent('close')
  tab.on('dialog', (dialog) => void dialog.accept())
  await tab.close({ runBeforeUnload: true })
  await isClosed
}

const getDrafts = (tab: Page) => tab.getByRole('region', { name: '未保存的草稿' })
const getDraft = (tab: Page, place: string) =>
  getDrafts(tab)
    .getByRole('listitem')
    .filter({ hasText: place, has: tab.getByRole('button', { name: '恢复' }) })

test('an editor is offered the drafts of closed tabs until they are restored or discarded', async ({
  page,
  context,
}) => {
  await createUser(page.request, 'drafts-two-tabs')
  await signInAs(page, 'drafts-two-tabs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const first = await openTab(context, PRODUCT)
  const second = await openTab(context, PRODUCT)
  await first.getByLabel('标语').fill('第一个标签页的标语')
  await second.getByLabel('描述', { exact: true }).fill('第二个标签页的描述')

  const third = await openTab(context, PRODUCT)

  await test.step('drafts of open tabs are not offered, even after another tab has saved', async () => {
    await third.getByLabel('独特价值', { exact: true }).fill('第三个标签页的价值')
    await third.getByRole('button', { name: '保存', exact: true }).click()
    await expect(third.getByText('保存成功！').first()).toBeVisible()
    await expect(getDrafts(third)).toBeHidden()
  })

  await test.step('drafts of closed tabs are offered with their differences', async () => {
    await closeTab(first)
    await closeTab(second)
    await expect(getDrafts(third)).toContainText('未保存的草稿（2）')
    await getDraft(third, '描述').getByRole('button', { name: '查看' }).click()
    await expect(getDraft(third, '描述')).toContainText('第二个标签页的描述')
  })

  await test.step('a discarded draft is restored by an undo', async () => {
    await getDraft(third, '标语').getByRole('button', { name: '放弃' }).click()
    await expect(getDrafts(third)).toContainText('未保存的草稿（1）')
    await third.getByRole('button', { name: '撤销', exact: true }).last().click()
    await expect(getDrafts(third)).toContainText('未保存的草稿（2）')
  })

  await test.step('another browser without local data offers both', async () => {
    const otherContext = await page.context().browser()?.newContext({ locale: 'zh-CN' })
    const phone = await otherContext?.newPage()
    if (!phone) throw new Error('no other browser')
    await signInAs(phone, 'drafts-two-tabs', { to: PRODUCT })
    await expect(getDrafts(phone)).toContainText('未保存的草稿（2）')
    await expect(getDraft(phone, '描述')).not.toContainText('本机')
    await otherContext?.close()
  })

  await test.step('a restored draft is in the form, and later edits are a draft of this tab', async () => {
    // Until the server has removed it, a tab that is opened at once still offers it.
    const removed = third.waitForResponse((reply) => reply.request().method() === 'DELETE')
    await getDraft(third, '标语').getByRole('button', { name: '恢复' }).click()
    await expect(third.getByLabel('标语')).toHaveValue('第一个标签页的标语')
    await expect(getDrafts(third)).toContainText('未保存的草稿（1）')
    await removed
    await closeTab(third)
    const fourth = await openTab(context, PRODUCT)
    await expect(getDrafts(fourth)).toContainText('未保存的草稿（2）')
    for (const place of ['标语', '描述']) await getDraft(fourth, place).getByRole('button', { name: '放弃' }).click()
    await expect(getDrafts(fourth)).toBeHidden()
    await fourth.reload()
    await expect(fourth.getByLabel('独特价值', { exact: true })).toHaveValue('第三个标签页的价值')
    await expect(getDrafts(fourth)).toBeHidden()
  })
})
