/** Work that is assigned to a colleague, who finds it, discusses it and resolves the question. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { createUser, signInAs, signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'

test('a lead is assigned with a deadline, found among one’s own work, discussed with a mention and resolved', async ({
  page,
  browser,
}) => {
  await createUser(page.request, 'fengong.shenhe', 'reviewer')
  const data = {
    companyName: '分工制造集团',
    contactName: '陈女士',
    phone: '138 0013 8000',
    email: 'chen@example.com',
    requirements: '比较三个客服智能体',
  }
  await page.request.post(leadRequestCalls.requestConsultation.path, { data })

  await test.step('the administrator hands it over in bulk', async () => {
    await signInAsAdmin(page)
    await page.goto(`${ADMIN_PAGES.leads}?search=分工制造`)
    await page.getByLabel('选择分工制造集团').first().check()
    await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '批量分配' }).click()
    const dialog = page.getByRole('dialog', { name: '分配线索' })
    await dialog.getByLabel('负责人').fill('fengong')
    await page.getByTitle('fengong.shenhe').click()
    await dialog.getByLabel('截止时间（北京时间）').fill('2020-01-02T18:00')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('已保存负责人与截止时间')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '分工制造集团' })).toContainText('已逾期')
  })

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })
  const colleague = await context.newPage()
  await test.step('the colleague finds it among their own work and asks a question', async () => {
    await signInAs(colleague, 'fengong.shenhe', { to: ADMIN_PAGES.dashboard })
    const ownWork = colleague.getByRole('region', { name: '我的待办' })
    await ownWork.getByRole('link', { name: /分工制造集团/ }).click()
    const drawer = colleague.getByRole('dialog', { name: '处理线索' })
    await drawer.getByText('批注', { exact: true }).click()
    const field = drawer.getByLabel('新批注')
    await field.pressSequentially('@guanl')
    await expect(colleague.getByRole('menuitem', { name: '管理员' })).toBeVisible()
    await colleague.keyboard.press('Enter')
    await expect(field).toHaveValue(/^@管理员/)
    await field.pressSequentially('预算是多少？')
    await drawer.getByRole('button', { name: '发表' }).click()
    await expect(drawer.getByRole('list', { name: '未解决的批注' })).toContainText('预算是多少？')
  })

  await test.step('the administrator sees it and resolves it', async () => {
    await page.getByRole('button', { name: '处理分工制造集团的线索' }).first().click()
    const drawer = page.getByRole('dialog', { name: '处理线索' })
    await expect(drawer.getByText('批注（1）')).toBeVisible()
    await drawer.getByRole('button', { name: '解决' }).click()
    await expect(drawer.getByText('已解决1条')).toBeVisible()
  })
  await context.close()
})
