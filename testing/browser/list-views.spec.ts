/** Works in a list of the back office by keyboard, and keeps its filters as a view that a colleague uses. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { SAVED_VIEW_MESSAGES } from '#contracts/saved-views/messages.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, signInAs, signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

const COMPANIES = ['视图甲公司', '视图乙公司', '视图丙公司'] as const

test('filters are kept as a view, shared with a colleague, and the list is worked through by keys', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  for (const companyName of COMPANIES) {
    const reply = await request.post(leadRequestCalls.requestConsultation.path, {
      data: {
        companyName,
        contactName: '王工',
        phone: '13900000000',
        email: 'wang@qiye.cn',
        requirements: '客服智能体选型',
      },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
  await createUser(request, 'views.colleague', 'reviewer')
  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.leads)

  await expect(page.getByRole('row', { name: COMPANIES[0] })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('视图')
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row', { name: /公司/ })).toHaveCount(COMPANIES.length + 1)
  await page.getByRole('button', { name: '存为视图' }).click()
  const dialog = page.getByRole('dialog', { name: '存为视图' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText(SAVED_VIEW_MESSAGES.name)).toBeVisible()
  await dialog.getByLabel('名称').pressSequentially('试用视图')
  await dialog.getByRole('checkbox', { name: /共享/ }).check()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '保存' }).click()
  const views = page.getByRole('group', { name: '视图' })
  await expect(views.getByRole('button', { name: '试用视图', pressed: true })).toBeVisible()

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `选择${COMPANIES[1]}` })).toBeChecked()
  await page.keyboard.press('k')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: '列表的快捷键' })
  await expectAccessible(help)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/lead=/)
  await expect(views.getByRole('button', { name: /^试用视图/ })).toHaveAttribute('aria-pressed', 'true')

  const other = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'zh-CN' })).newPage()
  await signInAs(other, 'views.colleague', { to: ADMIN_PAGES.leads })
  await other
    .getByRole('group', { name: '视图' })
    .getByRole('button', { name: /^试用视图/ })
    .click()
  await expect(other.getByRole('row', { name: /公司/ })).toHaveCount(COMPANIES.length + 1)
  await expect(other.getByRole('button', { name: '修改视图“试用视图”' })).toHaveCount(0)
  await other.context().close()

  await page.goto(ADMIN_PAGES.leads)
  await views.getByRole('button', { name: /^试用视图/ }).click()
  await views.getByRole('button', { name: '修改视图“试用视图”' }).click()
  await page.getByRole('dialog', { name: '修改视图' }).getByRole('button', { name: '删除视图' }).click()
  await page.getByRole('dialog', { name: '删除视图“试用视图”？' }).getByRole('button', { name: '删除' }).click()
  await expect(page.getByText(SAVED_VIEW_MESSAGES.removed)).toBeVisible()
  await expect(views.getByRole('button', { name: /^试用视图/ })).toHaveCount(0)
})
