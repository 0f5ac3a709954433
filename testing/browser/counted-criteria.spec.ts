/** A pilot is accepted by its figures, and an agent's governance is checked item by item. */
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { createAdminSender, declareAs } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

test('a pilot leads from agreed marks to a signed report, without judges', async ({ page }) => {
  // Every field is typed key by key.
  test.slow()
  const name = `试点验收${crypto.randomUUID().slice(0, 6)}`
  await page.goto(PAGES.evaluationProjects)
  await signInOnSite(page)
  await test.step('a project begins with the template, whose marks are agreed', async () => {
    await page.getByRole('button', { name: '新建评估项目' }).first().click()
    const dialog = page.getByRole('dialog', { name: '新建评估项目' })
    await dialog.getByLabel('项目名称').pressSequentially(name)
    await dialog.getByLabel('方法').selectOption('试点验收')
    await expect(dialog.getByText('没有对应的公开文件，不代表认证')).toBeVisible()
    await dialog.getByRole('button', { name: '创建项目' }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.getByLabel('添加候选').pressSequentially('甲助手')
    await page.getByRole('button', { name: '按填写的名称添加“甲助手”' }).click()
    const way = page.getByRole('listitem').filter({ has: page.getByRole('combobox', { name: '单次处理时长' }) })
    await way.getByLabel('约定的标准').fill('')
    await way.getByLabel('约定的标准').pressSequentially('12')
    await expect(page.getByText('“单次处理时长”改为由试点数据判定：试点后不高于12分钟')).toBeVisible()
    await expectAccessible(page.getByRole('group', { name: '逐项核对时' }).first())
    await page.getByRole('button', { name: '保存设定' }).click()
    await expect(page.getByText('设定已保存')).toBeVisible()
  })

  await test.step('the owner enters what was measured', async () => {
    await page.getByRole('tab', { name: '计分数据' }).click()
    await page.getByRole('button', { name: '填写甲助手的试点数据' }).click()
    const dialog = page.getByRole('dialog', { name: '甲助手的试点数据' })
    const time = dialog.getByRole('group', { name: '单次处理时长' })
    await time.getByLabel('试点前（分钟）').pressSequentially('15')
    await time.getByLabel('试点后（分钟）').pressSequentially('11.5')
    await time.getByLabel('怎样测得').pressSequentially('两周，200单')
    const incidents = dialog.getByRole('group', { name: '安全事件' })
    await incidents.getByLabel('试点后（次）').pressSequentially('1')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 860 })
    const panel = page.getByRole('tabpanel', { name: '计分数据' })
    await expect(panel.getByRole('row', { name: '两周，200单' })).toContainText('15分钟11.5分钟不高于12分钟达到')
    await expectAccessible(panel)
  })

  await test.step('no judge is needed up to the report, which vetoes the incident', async () => {
    for (const label of ['开始打分', '开始复议', '定稿']) {
      await page.getByRole('button', { name: label, exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `确认${label}` })
        .click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByRole('link', { name: '查看报告' }).click()
    await expect(page.getByText('甲助手的“安全事件”为0分，低于最低分100，一票否决。').first()).toBeVisible()
    const section = page.getByRole('region', { name: '计分的依据' })
    await expect(section.getByRole('row', { name: '两周，200单' })).toContainText('达到')
    await expectAccessible(section)
    await expect(page.getByText('全部准则由数据计算，没有评委打分。')).toBeVisible()
  })
})

test('judges check governance item by item, with evidence', async ({ page, request }) => {
  const send = await createAdminSender(request)
  const project = await send('/api/evaluation/projects', {
    name: '治理核对',
    template: 'agent-governance',
    products: ['dify'],
  })
  const path = `/api/evaluation/projects/${project.id}`
  const { link } = await send(`${path}/judges`, { name: '李评委' })
  await send(`${path}/status`, { to: 'scoring' })
  await declareAs(send, link)
  await page.goto(link)
  const card = page.getByRole('region', { name: /独立身份/ })
  await expect(card.getByRole('radio', { name: '未知' })).toBeChecked()
  await card.getByRole('radio', { name: '部分' }).check()
  await card.getByRole('radio', { name: /书面材料/ }).check()
  await card.getByLabel('依据').pressSequentially('账号清单，两个共用')
  await expect(page.getByText('已保存').first()).toBeVisible()
  await expectAccessible(card)
  const { scores } = await send('/api/evaluation/judging', { access: { token: link.split('#')[1] } })
  expect(scores).toMatchObject([{ score: 50, grade: 'document', note: '账号清单，两个共用' }])
})
