import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { KEY_MESSAGES as MESSAGES } from '#contracts/keys/messages.ts'
import { PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { signInOnSite } from './site-session.ts'

const test = createIsolatedTest()

const PASSWORD = 'journey password'
const KEY = /^zk_[0-9A-Za-z]{49}$/

test('an administrator makes a key for a program, sees what it did, and revokes it', async ({
  page,
  request,
  watch,
}) => {
  watch.allowConsole(/status of 400/)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.keys)
  await expect(page.getByText('还没有密钥')).toBeVisible()
  await page.getByRole('button', { name: '新建密钥' }).click()

  const form = page.getByRole('dialog', { name: '新建密钥' })
  await form.getByRole('button', { name: '新建' }).click()
  await expect(form.getByText(MESSAGES.name)).toBeVisible()
  await form.getByLabel('名称').pressSequentially('数据仓库')
  await expect(form.getByLabel('产品与资料：读取')).toBeChecked()
  await form.getByLabel('线索：读取').check()
  await form.getByLabel('允许的地址').pressSequentially('10.0.0.0/99')
  await form.getByRole('button', { name: '新建' }).click()
  await expect(form.getByText(MESSAGES.address)).toBeVisible()
  await form.getByLabel('允许的地址').fill('')
  await form.getByLabel('允许的地址').pressSequentially('127.0.0.0/8')
  await expectAccessible(form.getByText('新建密钥'))
  await form.getByRole('button', { name: '新建' }).click()

  const shown = page.getByRole('dialog', { name: '请保存密钥' })
  const key = await shown.getByText(KEY).innerText()
  await shown.getByRole('button', { name: '已保存' }).click()
  await expect(shown).toBeHidden()
  const table = page.getByRole('table', { name: '密钥' })
  await expect(table.getByText('没有用过')).toBeVisible()

  const headers = { authorization: `Bearer ${key}` }
  expect((await request.get('/api/leads', { headers })).status()).toBe(200)
  await page.reload()
  await expect(table.getByText(/最近使用.*来自127\.0\.0\.1/)).toBeVisible()
  await page.getByRole('button', { name: '数据仓库的调用次数' }).click()
  await expect(page.getByText('GET /api/leads')).toBeVisible()
  await expect(page.getByText('1次')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page.getByRole('heading', { level: 1 }))

  await page.getByRole('button', { name: '吊销数据仓库' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '吊销' }).click()
  await expect(page.getByText(MESSAGES.revoked, { exact: true })).toBeVisible()
  expect((await request.get('/api/leads', { headers })).status()).toBe(401)
})

test('a member makes a key for their own lists, and revokes it', async ({ page, request }) => {
  const email = 'keys@example.com'
  const data = { name: '访客子', email, password: PASSWORD, agreeToTerms: true }
  await request.post(identityCalls.register.path, { data })
  await page.goto(PAGES.myAccount)
  await signInOnSite(page, email, PASSWORD)
  const panel = page.getByRole('region', { name: '接口密钥' })
  await panel.getByRole('button', { name: '新建密钥' }).click()

  const dialog = page.getByRole('dialog', { name: '新建密钥' })
  await dialog.getByLabel(/^名称/).fill('我的助手')
  await expect(dialog.getByLabel('自己的选型清单：读取')).toBeChecked()
  await expect(dialog.getByLabel('自己的选型清单：修改')).not.toBeChecked()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '新建' }).click()
  const key = await page.getByRole('dialog', { name: '请保存密钥' }).getByText(KEY).innerText()
  await page.getByRole('button', { name: '已保存' }).click()

  const headers = { authorization: `Bearer ${key}` }
  expect((await request.get(shortlistCalls.list.path, { headers })).status()).toBe(200)
  expect((await request.get(identityCalls.me.path, { headers })).status()).toBe(403)
  await panel.getByRole('button', { name: '吊销密钥我的助手' }).click()
  await page
    .getByRole('dialog', { name: /吊销密钥/ })
    .getByRole('button', { name: '吊销' })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: MESSAGES.revoked })).toBeVisible()
  await expect(panel.getByText(/吊销。/)).toBeVisible()
  expect((await request.get(shortlistCalls.list.path, { headers })).status()).toBe(401)
})
