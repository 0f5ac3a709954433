import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#contracts/outbox/messages.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'

const test = createIsolatedTest()

test('an administrator adds a webhook, sees why it can’t be reached, and removes it', async ({ page, watch }) => {
  watch.allowConsole(/400/)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.webhooks)
  await expect(page.getByText('还没有Webhook')).toBeVisible()
  await page.getByRole('button', { name: '添加Webhook' }).click()

  const form = page.getByRole('dialog', { name: '添加Webhook' })
  await form.getByLabel('地址').pressSequentially('https://127.0.0.1/hook')
  await form.getByRole('button', { name: '添加' }).click()
  await expect(form.getByText(MESSAGES.events)).toBeVisible()
  await form.getByLabel('收到咨询线索').check()
  await form.getByRole('button', { name: '添加' }).click()
  await expect(form.getByText(MESSAGES.refused)).toBeVisible()
  await form.getByLabel('地址').fill('')
  await form.getByLabel('地址').pressSequentially('https://hooks.invalid/hook')
  await expectAccessible(form.getByText('添加Webhook'))
  await form.getByRole('button', { name: '添加' }).click()

  const secret = page.getByRole('dialog', { name: '请保存签名密钥' })
  await expect(secret.getByText(/^whsec_/)).toBeVisible()
  await secret.getByRole('button', { name: '已保存' }).click()
  await expect(secret).toBeHidden()

  await page.getByRole('button', { name: '测试hooks.invalid' }).click()
  await expect(page.getByText(`${MESSAGES.notTested}：${MESSAGES.unknownHost}`)).toBeVisible()
  await page.getByRole('button', { name: 'hooks.invalid的投递记录' }).click()
  await expect(page.getByText('没有发生订阅的事件')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '编辑hooks.invalid' }).click()
  const editing = page.getByRole('dialog', { name: '编辑Webhook' })
  await editing.getByLabel('收到会员评价').check()
  await editing.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText(MESSAGES.saved, { exact: true })).toBeVisible()
  await expectAccessible(page.getByRole('heading', { level: 1 }))

  await page.getByRole('button', { name: '删除hooks.invalid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('还没有Webhook')).toBeVisible()
})
