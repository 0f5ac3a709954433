/** A committee reads what its candidates said in a run, and asks them more often; the journey begins one. */
import { PAGES } from '#contracts/paths.ts'
import { json, startAgent } from '#testing/agent-server.ts'
import { expectAccessible } from './accessibility.ts'
import { createAdminSender, createProject } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'
import { waitForDownload } from './wait-for-download.ts'

test('an owner reads a failed reply, and has the candidates asked more often', async ({ page, request }) => {
  const agent = await startAgent((reply, received, index) => {
    const content = received.body.includes('退款') ? '退款将在7个工作日内到账。' : '请联系人工客服。'
    return json({ choices: [{ message: { content }, finish_reason: 'stop' }] })(reply, received, index)
  })
  const send = await createAdminSender(request)
  const { project, path } = await createProject(send, { name: '实测', products: ['dify', 'coze-studio'], judges: [] })
  const [first, second] = project.setup.candidates
  for (const candidate of [first, second])
    await send(`${path}/connections/${candidate?.key}`, { kind: 'openai', url: agent.url, secret: 'sk-secret' }, 'PUT')
  const tasks = [
    { key: 'refund', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] },
    { key: 'invoice', title: '怎么开发票？', checks: [{ kind: 'contains', value: '税号' }] },
  ]
  await send(`${path}/tasks`, { tasks }, 'PUT')
  await send(`${path}/runs`, { title: '首轮', repeats: 2 })
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests`)
  await signInOnSite(page)
  const section = page.getByRole('region', { name: '实测运行' })

  await test.step('the matrix fills, and the figures follow', async () => {
    await expect(section.getByText('已完成')).toBeVisible()
    const cell = section.getByRole('button', { name: `退款几天到账？，${first?.name}：通过2次` })
    await expect(cell).toBeVisible()
    await expect(section.getByText('50%（2/4）').first()).toBeVisible()
    await expectAccessible(section)
  })

  await test.step('a task is tried on one candidate while it is edited', async () => {
    await page.getByRole('button', { name: '修改任务：怎么开发票？' }).click()
    const dialog = page.getByRole('dialog', { name: '修改任务' })
    const panel = dialog.getByRole('region', { name: '试一次' })
    await panel.getByLabel('候选').selectOption({ label: second?.name ?? '' })
    await panel.getByRole('button', { name: '试一次' }).click()
    await expect(panel.getByText('请联系人工客服。')).toBeVisible()
    await expect(panel.getByText('包含文字：没有“税号”')).toBeVisible()
    await expectAccessible(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a cell opens its trials with replies and checks', async () => {
    await section.getByRole('button', { name: `怎么开发票？，${second?.name}：未通过2次` }).click()
    const dialog = page.getByRole('dialog', { name: second?.name ?? '' })
    await expect(dialog.getByText('请联系人工客服。')).toHaveCount(2)
    await expect(dialog.getByText('包含文字：没有“税号”').first()).toBeVisible()
    await expectAccessible(dialog)
    await page.keyboard.press('Escape')
  })

  await test.step('failures are grouped by check and reason', async () => {
    await section.getByText('未通过与出错的原因').click()
    await expect(section.getByText('包含文字：没有“税号”')).toHaveCount(2)
    await expectAccessible(section)
  })

  await test.step('repeats are added to those that were asked', async () => {
    await section.getByRole('button', { name: '追加次数' }).click()
    const dialog = page.getByRole('dialog', { name: '追加次数' })
    await expectAccessible(dialog)
    await dialog.getByLabel('每个任务一共问几次').fill('3')
    await dialog.getByRole('button', { name: '开始追加' }).click()
    await expect(section.getByText('50%（3/6）').first()).toBeVisible()
  })

  const download = await waitForDownload(page, () => section.getByRole('button', { name: '导出JSONL' }).click())
  expect(download.suggestedFilename()).toMatch(/^实测-实测-\d{4}-\d{2}-\d{2}\.jsonl$/)
  agent.stop()
})

test('a visitor reads the run of the example project, reply by reply', async ({ page }) => {
  await page.goto(PAGES.exampleProject)
  const section = page.getByRole('region', { name: '实测运行' })
  await expect(section.getByText('示例运行：由随测试附带的确定性示例智能体回答')).toBeVisible()
  await expect(section.getByRole('button', { name: '删除' })).toHaveCount(0)
  await expectAccessible(section)
  await section.getByRole('button', { name: /^去广州出差，住宿标准是每晚多少？，智能客服（示例）/ }).click()
  const dialog = page.getByRole('dialog', { name: '智能客服（示例）' })
  await expect(dialog.getByText('广州属于一线城市').first()).toBeVisible()
  await expectAccessible(dialog)
  await page.keyboard.press('Escape')
  await section.getByText('未通过与出错的原因').click()
  await expect(section.getByText('含有数值').first()).toBeVisible()
})
