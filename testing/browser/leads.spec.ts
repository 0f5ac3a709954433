/** Leads, from a visitor's request to its processing by staff. */

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { leadCalls, leadRequestCalls } from '#contracts/leads/calls.ts'
import type { LeadChange } from '#contracts/leads/lead.ts'
import { fillPath } from '#contracts/paths.ts'
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

/** Requests a consultation, as a visitor does. */
async function request(page: Page, companyName: string): Promise<void> {
  const reply = await page.request.post(leadRequestCalls.requestConsultation.path, { data: createRequest(companyName) })
  expect(reply.status()).toBe(200)
}

const change = (page: Page, id: string, { token, ...data }: { token: string } & LeadChange) =>
  page.request.patch(fillPath(leadCalls.update.path, { id }), { headers: { authorization: `Bearer ${token}` }, data })

const LeadsSchema = z.object({ data: z.array(z.object({ id: z.string(), version: z.int() })) })

/** Marks all new leads as contacted, so that only those of a test are still to be done. */
async function contactAll(page: Page, token: string): Promise<void> {
  const url = `${leadCalls.list.path}?${new URLSearchParams({ status: 'new' })}`
  const list = async () =>
    LeadsSchema.parse(await (await page.request.get(url, { headers: { authorization: `Bearer ${token}` } })).json())
      .data
  for (let leads = await list(); leads.length > 0; leads = await list())
    for (const { id, version } of leads)
      expect((await change(page, id, { token, version, status: 'contacted' })).status()).toBe(200)
}

const getRow = (page: Page, company: string) =>
  page.getByRole('table', { name: '线索' }).getByRole('row').filter({ hasText: company })

const getStatusFilter = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: '按状态筛选' }).getByRole('button', { name })

/** Expects parameters of the URL, whose others are ignored. */
const expectParameters = (page: Page, expected: Record<string, unknown>) =>
  expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(expect.objectContaining(expected))

/** Opens the new leads of a search, and returns the heading of the drawer. */
async function openQueue(page: Page, search: string, companies: readonly string[]) {
  for (const company of companies) await request(page, company)
  await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.leads}?${new URLSearchParams({ search })}`)
  await page.getByRole('button', { name: /^处理/ }).first().click()
  return getDrawer(page).getByRole('heading', { level: 2 })
}

test('a new lead is found by its sound and status, assigned, contacted, annotated and exported', async ({ page }) => {
  await request(page, '旅程制造集团')
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.leads)
  const row = getRow(page, '旅程制造集团')

  await test.step('it is found by its sound, and by the status in the URL', async () => {
    await expect(getStatusFilter(page, /^新线索/)).toHaveAttribute('aria-pressed', 'true')
    await page.getByLabel('搜索', { exact: true }).fill('lvchengzhizao')
    await expect(row).toContainText('新线索')
    await expect(row).toContainText('剩余23小时')
    await expectParameters(page, { search: 'lvchengzhizao' })
    await getStatusFilter(page, /^已联系/).click()
    await expectParameters(page, { status: 'contacted', search: 'lvchengzhizao' })
    await expect(page.getByText('没有符合条件的线索。')).toBeVisible()
    await getStatusFilter(page, /^全部/).click()
    await expectParameters(page, { status: ALL, search: 'lvchengzhizao' })
    await expect(row).toBeVisible()
    await getStatusFilter(page, /^已逾期/).click()
    await expect(page.getByText('没有符合条件的线索。')).toBeVisible()
    await page.goBack()
    await expect(row).toBeVisible()
  })

  await test.step('it is processed in its drawer', async () => {
    await page.getByRole('button', { name: '处理旅程制造集团的线索' }).click()
    const drawer = getDrawer(page)
    await expect(drawer.getByRole('link', { name: '138 0013 8000' })).toHaveAttribute('href', 'tel:13800138000')
    await drawer.getByRole('button', { name: '由我负责' }).click()
    await drawer.getByRole('radio', { name: '已联系' }).check()
    await drawer.getByLabel('备注').fill('周三再谈价格')
    await drawer.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('线索已更新')).toBeVisible()
    await expect(drawer.getByRole('button', { name: '保存' })).toBeFocused()
    await drawer.getByRole('button', { name: /close|关闭/i }).click()
    await expect(drawer).toBeHidden()
    await expect(row).toContainText('已联系')
    await expect(row).toContainText('1分钟内联系')
  })

  await test.step('the shown leads are exported', async () => {
    await page.getByRole('button', { name: '导出', exact: true }).click()
    const file = await waitForDownload(page, () => page.getByRole('menuitem', { name: '导出为CSV' }).click())
    expect(file.suggestedFilename()).toMatch(/^线索-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('旅程制造集团')
  })
})

test('concurrent edits of a lead are neither lost nor silently overwritten', async ({ page, watch }) => {
  watch.allowConsole(/412/)
  await request(page, '两人同改公司')
  const token = await signInAsAdmin(page)
  await page.goto(`${ADMIN_PAGES.leads}?${new URLSearchParams({ search: '两人同改' })}`)
  await page.getByRole('button', { name: '处理两人同改公司的线索' }).click()
  await getDrawer(page).getByLabel('备注').fill('我写的备注')

  const id = new URL(page.url()).searchParams.get('lead') ?? ''
  const saved = await change(page, id, { token, version: 1, notes: '同事写的备注' })
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

test('new leads are counted on the dashboard and in the menu, and no longer once contacted', async ({ page }) => {
  const token = await signInAsAdmin(page)
  await contactAll(page, token)
  for (const company of ['待办测试集团', '待办其余集团']) await request(page, company)
  await page.goto(ADMIN_PAGES.dashboard)
  const menuLink = page.getByRole('complementary').getByRole('link', { name: '咨询线索', exact: true })
  await expect(menuLink).toHaveAccessibleDescription(/^2项待处理/)

  await page
    .getByRole('region', { name: '今天要处理' })
    .getByRole('link', { name: /^待联系的新线索/ })
    .click()
  await expectParameters(page, { status: 'new' })
  await page.getByRole('button', { name: '处理待办测试集团的线索' }).click()
  await getDrawer(page).getByRole('radio', { name: '已联系' }).check()
  await getDrawer(page).getByRole('button', { name: '保存' }).click()
  await expect(menuLink).toHaveAccessibleDescription(/^1项待处理/)
})

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
  await expect.poll(() => [...new URL(page.url()).searchParams.keys()]).toEqual(['search'])
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
  await expectParameters(page, { page: '2', lead: expect.any(String) })
  await page.keyboard.press('k')
  await expect(heading).toHaveText('逐页甲公司')
})
