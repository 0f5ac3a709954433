/** Leads, from a visitor's request to its processing by staff. */

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { leadCalls, leadRequestCalls } from '#contracts/leads/calls.ts'
import { ALL } from '#contracts/vocabulary.ts'
import { signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { waitForDownload } from './wait-for-download.ts'

const createRequest = (companyName: string) => ({
  companyName,
  contactName: '陈女士',
  phone: '138 0013 8000',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体，三月底前决定',
})

const getDrawer = (page: Page) => page.getByRole('dialog', { name: '处理线索' })

test('a consultation is requested, assigned, contacted, annotated, searched and exported', async ({ page }) => {
  await test.step('a visitor requests a consultation', async () => {
    await page.goto('/selection')
    const form = page.getByRole('form', { name: /咨询/ })
    await form.getByLabel('公司名称').fill('旅程制造集团')
    await form.getByLabel('联系人').fill('陈女士')
    await form.getByLabel('联系电话').fill('138 0013 8000')
    await form.getByLabel('联系邮箱').fill('chen@example.com')
    await form.getByLabel('需求描述').fill('比较三个客服智能体')
    await form.getByLabel(/我已阅读并同意/).check()
    await form.getByRole('button', { name: /提交/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: '24小时内与您联系' })).toBeVisible()
  })

  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.leads)
  const statuses = page.getByRole('group', { name: '按状态筛选' })
  await expect(statuses.getByRole('button', { name: /^新线索/ })).toHaveAttribute('aria-pressed', 'true')
  await statuses.getByRole('button', { name: /^全部/ }).click()
  await expect(page).toHaveURL(`${ADMIN_PAGES.leads}?${new URLSearchParams({ status: ALL })}`)
  await page.getByLabel('搜索', { exact: true }).fill('lvchengzhizao')
  const row = page.getByRole('table', { name: '线索' }).getByRole('row').filter({ hasText: '旅程制造集团' })
  await expect(row).toContainText('新线索')
  await expect(row).toContainText('剩余23小时')
  await expect(page).toHaveURL(/search=lvchengzhizao/)

  await row.getByRole('button', { name: '处理旅程制造集团的线索' }).click()
  await expect(getDrawer(page).getByRole('link', { name: '138 0013 8000' })).toHaveAttribute('href', 'tel:13800138000')
  await getDrawer(page).getByRole('button', { name: '由我负责' }).click()
  await getDrawer(page).getByRole('radio', { name: '已联系' }).check()
  await getDrawer(page).getByLabel('备注').fill('周三再谈价格')
  await getDrawer(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('线索已更新')).toBeVisible()
  await expect(getDrawer(page).getByRole('button', { name: '保存' })).toBeFocused()
  await getDrawer(page)
    .getByRole('button', { name: /close|关闭/i })
    .click()
  await expect(getDrawer(page)).toBeHidden()
  await expect(row).toContainText('已联系')
  await expect(row).toContainText('1分钟内联系')

  await statuses.getByRole('button', { name: /^已联系/ }).click()
  await expect(page).toHaveURL(/status=/)
  await expect(row).toBeVisible()
  await statuses.getByRole('button', { name: /^已逾期/ }).click()
  await expect(page.getByText('没有符合条件的线索。')).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: '导出' }).click()
  const file = await waitForDownload(page, () => page.getByRole('menuitem', { name: '导出为CSV' }).click())
  expect(file.suggestedFilename()).toMatch(/^线索-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('旅程制造集团')
  expect(text).toContain('周三再谈价格')
})

test('concurrent edits of a lead are neither lost nor silently overwritten', async ({ page, watch }) => {
  watch.allowConsole(/412/)
  await page.request.post(leadRequestCalls.requestConsultation.path, { data: createRequest('两人同改公司') })
  const token = await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.leads}?search=两人同改`)
  await page.getByRole('button', { name: '处理两人同改公司的线索' }).first().click()
  await getDrawer(page).getByLabel('备注').fill('我写的备注')

  const id = new URL(page.url()).searchParams.get('lead')
  const saved = await page.request.patch(`/api/leads/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { version: 1, notes: '同事写的备注' },
  })
  expect(saved.status()).toBe(200)

  await getDrawer(page).getByRole('button', { name: '保存' }).click()
  const conflict = page.getByRole('dialog', { name: '内容已被更新，请合并后保存' })
  await expect(conflict.getByRole('listitem').filter({ hasText: '备注' })).toContainText('双方都改过')
  await expect(conflict).toContainText('同事写的备注')
  await expect(conflict).toContainText(/您编辑期间，管理员于\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}保存了新的版本/)
  await conflict.getByRole('button', { name: '继续编辑' }).click()
  await expect(getDrawer(page).getByLabel('备注')).toHaveValue('我写的备注')

  await page.goBack()
  const confirmation = page.getByRole('dialog', { name: '有未保存的修改' })
  await confirmation.getByRole('button', { name: '继续编辑' }).click()
  await getDrawer(page).getByLabel('备注').fill('同事写的备注\n我写的备注')
  await getDrawer(page).getByRole('button', { name: '保存' }).click()
  await conflict.getByRole('button', { name: '合并并保存' }).click()
  await expect(page.getByText('线索已更新')).toBeVisible()
  await expect(conflict).toBeHidden()
  await page.reload()
  await expect(getDrawer(page).getByLabel('备注')).toHaveValue('同事写的备注\n我写的备注')
})

test('new leads are counted on the dashboard and in the menu, and no longer once contacted', async ({
  page,
  request,
}) => {
  const data = createRequest('待办测试集团')
  expect((await request.post(leadRequestCalls.requestConsultation.path, { data })).ok()).toBe(true)
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.dashboard)
  const menuLink = page.getByRole('complementary').getByRole('link', { name: '咨询线索', exact: true })
  await expect(menuLink).toHaveAccessibleDescription(/^\d+项待处理/)
  const countBefore = Number.parseInt((await menuLink.textContent())?.replace(/\D/g, '') ?? '', 10)

  await page
    .getByRole('region', { name: '今天要处理' })
    .getByRole('link', { name: /^待联系的新线索/ })
    .click()
  await expect(page).toHaveURL(/status=new/)
  await page.getByRole('button', { name: '处理待办测试集团的线索' }).click()
  await getDrawer(page).getByRole('radio', { name: '已联系' }).check()
  await getDrawer(page).getByRole('button', { name: '保存' }).click()
  if (countBefore === 1) await expect(menuLink).not.toHaveAccessibleDescription(/待处理/)
  else await expect(menuLink).toHaveAccessibleDescription(new RegExp(`^${countBefore - 1}项待处理`))
})

/** Opens the new leads of a search, whose heading in the drawer is returned. */
async function openQueue(page: Page, search: string, companies: readonly string[]) {
  for (const company of companies)
    await page.request.post(leadRequestCalls.requestConsultation.path, { data: createRequest(company) })
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.leads}?${new URLSearchParams({ search })}`)
  await page.getByRole('button', { name: /^处理/ }).first().click()
  return getDrawer(page).getByRole('heading', { level: 2 })
}

test('new leads are processed one after another, oldest first, by keyboard', async ({ page }) => {
  const heading = await openQueue(page, '顺次', ['顺次甲公司', '顺次乙公司', '顺次丙公司'])
  await expect(heading).toHaveText('顺次甲公司')
  await page.keyboard.press('j')
  await expect(heading).toHaveText('顺次乙公司')
  await expect(getDrawer(page).getByRole('button', { name: '下一条' })).toBeFocused()
  await page.keyboard.press('k')
  await expect(heading).toHaveText('顺次甲公司')
  await page.keyboard.press('k')
  await expect(heading).toHaveText('顺次甲公司')

  await getDrawer(page).getByRole('radio', { name: '已联系' }).check()
  await page.keyboard.press('j')
  await page.getByRole('dialog', { name: '有未保存的修改' }).getByRole('button', { name: '继续编辑' }).click()
  const notes = getDrawer(page).getByLabel('备注')
  await notes.pressSequentially('jk')
  await expect(notes).toHaveValue('jk')
  await notes.press('Control+Enter')
  await expect(page.getByText('线索已更新')).toBeVisible()
  await expect(page.getByRole('button', { name: '处理顺次甲公司的线索', includeHidden: true })).toHaveCount(0)
  await expect(heading).toHaveText('顺次甲公司')

  await getDrawer(page).getByRole('button', { name: '下一条' }).click()
  await expect(heading).toHaveText('顺次乙公司')
  await page.keyboard.press('j')
  await expect(heading).toHaveText('顺次丙公司')
  await page.keyboard.press('Escape')
  await expect(getDrawer(page)).toBeHidden()
  await expect(page).toHaveURL(/search=[^&]*$/)
})

test('moving past the end of a page opens the first lead of the next one', async ({ page }) => {
  await page.route(`**${leadCalls.list.path}?*`, async (route) => {
    const url = new URL(route.request().url())
    const current = Number(url.searchParams.get('page') ?? 1)
    url.searchParams.delete('page')
    const response = await route.fetch({ url: url.href })
    const reply = await response.json()
    const { data, pagination } = reply
    const ofPage = { current, total: data.length, limit: 1, totalItems: pagination.totalItems }
    await route.fulfill({ response, json: { ...reply, data: data.slice(current - 1, current), pagination: ofPage } })
  })
  const heading = await openQueue(page, '逐页', ['逐页甲公司', '逐页乙公司'])
  await expect(heading).toHaveText('逐页甲公司')
  await page.keyboard.press('j')
  await expect(heading).toHaveText('逐页乙公司')
  await expect(page).toHaveURL(/page=2.*lead=|lead=.*page=2/)
  await page.keyboard.press('k')
  await expect(heading).toHaveText('逐页甲公司')
})
