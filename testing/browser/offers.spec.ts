/** An owner has a criterion counted from prices, fills in the offers, and finds them in the report. */
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { createAdminSender, createProject, declareAs, scoreCellAs, submitScoresAs } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

test('prices are scored by a formula, from the setup to the report', async ({ page, request, watch }) => {
  watch.allowConsole(/400 \(Bad Request\)/)
  const send = await createAdminSender(request)
  const products = ['dify', 'coze-studio', 'fastgpt']
  const { project, path, judgeLinks } = await createProject(send, { name: '比价', products, judges: ['李评委'] })
  const [first, second, third] = project.setup.candidates
  const criterion = project.setup.groups.flatMap((group) => group.criteria).at(-1)
  const [judgeLink = ''] = judgeLinks
  await page.goto(PAGES.evaluationProject(project.id))
  await signInOnSite(page)

  await test.step('a criterion is counted from offers up to a ceiling', async () => {
    await page.getByText('由报价计算', { exact: true }).last().click()
    const fields = page.getByRole('group', { name: '所选准则由报价按公式得分' }).last()
    await fields.getByLabel(criterion?.title ?? '').check()
    await fields.getByLabel('公式').selectOption('平均价为基准')
    await fields.getByLabel('每高1%扣几分').fill('2')
    await fields.getByLabel('公式').selectOption('低价优先')
    await fields.getByLabel('最高限价（元）').fill('0')
    await expect(fields.getByRole('alert')).toContainText('应为0.01至')
    await fields.getByLabel('最高限价（元）').fill('120')
    await expectAccessible(fields)
    await page.getByRole('button', { name: '保存设定' }).click()
    await expect(page.getByText('设定已保存')).toBeVisible()
  })

  await test.step('the owner fills in what each candidate costs', async () => {
    await page.getByRole('tab', { name: '报价' }).click()
    await page.getByRole('button', { name: `填写${first?.name}的报价` }).click()
    const dialog = page.getByRole('dialog', { name: `${first?.name}的报价` })
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('请填写报价')).toBeVisible()
    await dialog.getByLabel('报价（元）').fill('100')
    await dialog.getByLabel('评审时扣除（%）').fill('20')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('请填写原因')).toBeVisible()
    await dialog.getByLabel('扣除的原因').fill('小微企业')
    await dialog.getByRole('button', { name: '添加明细' }).click()
    await dialog.getByLabel('名称').fill('许可')
    await dialog.getByLabel('单价（元）').fill('10')
    await dialog.getByLabel('数量').fill('3')
    await dialog.getByLabel('每年支付').check()
    await expect(dialog.getByText('三年总成本：90元')).toBeVisible()
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '保存', exact: true }).dblclick()
    await expect(dialog).toBeHidden()
    await send(
      `${path}/offers`,
      {
        offers: [
          { candidate: first?.key, price: 100, deduction: { rate: 0.2, reason: '小微企业' } },
          { candidate: second?.key, price: 42 },
          { candidate: third?.key, price: 130 },
        ],
      },
      'PUT',
    )
    await page.reload()
    const panel = page.getByRole('tabpanel', { name: '报价' })
    await expect(panel.getByRole('row', { name: first?.name ?? '' })).toContainText('80元52.5')
    await expect(panel.getByRole('row', { name: second?.name ?? '' })).toContainText(
      '报价异常低（相对次低价、最高限价）',
    )
    await expect(panel.getByRole('row', { name: third?.name ?? '' })).toContainText('高于最高限价，无效')
    await expectAccessible(panel)
  })

  await test.step('judges score the other criteria only, and the report shows the prices', async () => {
    await send(`${path}/status`, { to: 'scoring' })
    await declareAs(send, judgeLink)
    for (const { key: candidate } of project.setup.candidates)
      for (const { key } of project.setup.groups.flatMap((group) => group.criteria))
        if (key !== criterion?.key) await scoreCellAs(send, judgeLink, { candidate, criterion: key, score: 80 })
    await submitScoresAs(send, judgeLink)
    await send(`${path}/status`, { to: 'review' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${PAGES.evaluationProject(project.id)}?tab=result`)
    await expect(page.getByText('评分齐全：1位评委评了每一项。')).toBeVisible()
    await expect(page.getByText(`${third?.name}的报价130元，高于最高限价120元，报价无效`)).toBeVisible()
    await expect(page.getByText(`居首的${second?.name}的报价42元异常低（相对次低价、最高限价）。`)).toBeVisible()
    await expect(page.getByRole('button', { name: `${third?.name}，${criterion?.title}` })).toHaveCount(0)
    await page.getByRole('button', { name: `${second?.name}，${criterion?.title}：100` }).click()
    await expect(page.getByRole('dialog').getByText('以报价评分：100 × 最低报价 ÷ 报价。')).toBeVisible()
    await page.keyboard.press('Escape')
    const { reportId } = await send(`${path}/status`, { to: 'final' })
    await page.goto(PAGES.report(reportId))
    const section = page.getByRole('region', { name: '价格' })
    await expect(section.getByRole('row', { name: second?.name ?? '' })).toContainText('42元42元100')
    await expectAccessible(section)
  })
})

test('a project begins with the template of a procurement, which says what was changed', async ({ page }) => {
  await page.goto(PAGES.evaluationProjects)
  await signInOnSite(page)
  await page.getByRole('button', { name: '新建评估项目' }).click()
  const dialog = page.getByRole('dialog', { name: '新建评估项目' })
  await dialog.getByLabel('项目名称').fill('智能客服采购')
  await dialog.getByLabel('方法').selectOption('政府采购综合评分（货物）')
  await expect(dialog.getByText('财政部令第87号')).toBeVisible()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '创建项目' }).click()
  await expect(page.getByRole('heading', { name: '智能客服采购' })).toBeVisible()
  await expect(page.getByText('依据公开文件整理，不代表认证')).toBeVisible()
  await page.getByRole('spinbutton', { name: '价格' }).fill('10')
  await expect(page.getByText('价格占12.5%，低于所依据文件的30%。')).toBeVisible()
  await expectAccessible(page.getByRole('tabpanel', { name: '设定' }))
  await expect(page.getByRole('tab', { name: '报价' })).toBeVisible()
})
