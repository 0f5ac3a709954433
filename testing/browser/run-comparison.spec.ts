/** A committee asks a new version of a candidate the same tasks, and sees what it does worse. */
import { PAGES } from '#contracts/paths.ts'
import { json, startAgent } from '#testing/agent-server.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken } from './admin-session.ts'
import { createAdminSender, createProject } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

test('an owner compares a run with an earlier one, task by task', async ({ page, request }) => {
  let [model, failing] = ['客服模型-1', ['发票']]
  const agent = await startAgent((reply, received, index) => {
    const isWrong = failing.some((word) => received.body.includes(word))
    const content = isWrong ? '请联系人工客服。' : '可以，按规定办理。'
    return json({ model, choices: [{ message: { content }, finish_reason: 'stop' }] })(reply, received, index)
  })
  const send = await createAdminSender(request)
  const { project, path } = await createProject(send, { name: '新版本', products: ['dify'], judges: [] })
  const [candidate] = project.setup.candidates
  await send(`${path}/connections/${candidate?.key}`, { kind: 'openai', url: agent.url }, 'PUT')
  const titles = [
    '退款几天到账？',
    '怎么开发票？',
    '地址填错了怎么办？',
    '能不能换货？',
    '运费谁出？',
    '怎么联系商家？',
  ]
  const tasks = titles.map((title, index) => ({
    key: `q${index}`,
    title,
    checks: [{ kind: 'contains', value: '按规定' }],
  }))
  const headers = { authorization: `Bearer ${await getAdminToken(request)}` }
  const runAll = async (title: string) => {
    const { id } = await send(`${path}/runs`, { title, repeats: 1, retries: 0 })
    await expect
      .poll(async () => (await (await request.get(`${path}/runs/${id}`, { headers })).json()).data.status)
      .toBe('finished')
  }
  await send(`${path}/tasks`, { tasks }, 'PUT')
  await runAll('旧版本')
  ;[model, failing] = ['客服模型-2', ['退款', '换货', '运费']]
  await send(
    `${path}/tasks`,
    { tasks: tasks.map((task) => (task.key === 'q5' ? { ...task, title: '怎么联系平台？' } : task)) },
    'PUT',
  )
  await runAll('新版本')

  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests`)
  await signInOnSite(page)
  const section = page.getByRole('region', { name: '与较早的运行比较' })
  await page.getByText('与较早的运行比较').first().click()
  const compared = section.getByRole('article')
  await expect(compared.getByText('新版本退步了3题，进步了1题，其余1题不变。')).toBeVisible()
  await expect(compared.getByText(/^通过率下降40个百分点（95%区间/)).toBeVisible()
  await expect(compared.getByText('退款几天到账？')).toBeVisible()
  await expect(compared.getByText(/之前：客服模型-1.*现在：客服模型-2/)).toBeVisible()
  await expect(section.getByText(/改过1题，没有比较：“怎么联系平台？”/)).toBeVisible()
  await expectAccessible(section)
  agent.stop()
})
