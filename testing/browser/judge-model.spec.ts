/** A committee lets a judge model judge replies: it only suggests until it agrees with people on enough of them. */
import { PAGES } from '#contracts/paths.ts'
import { json, type Respond, startAgent } from '#testing/agent-server.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken } from './admin-session.ts'
import { createAdminSender, createProject, type Sender } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

const REQUIRED = 20
const say = (content: string): Respond =>
  json({ model: 'judge-1', choices: [{ message: { content }, finish_reason: 'stop' }] })

/** Every third reply is wrong. */
const candidate: Respond = (reply, request, index) =>
  say(index % 3 === 2 ? '这个我不清楚。' : '您好，7个工作日内到账。')(reply, request, index)
const judge: Respond = (reply, request, index) =>
  say(
    request.body.includes('7个工作日内到账。')
      ? '{"passed": true, "reason": "与期望的答案一致，语气客气。"}'
      : '{"passed": false, "reason": "没有回答问题。"}',
  )(reply, request, index)

/** Lets the judge with a link read replies of a run, and say what is right. */
async function readAs(send: Sender, link: string, run: string, count: number): Promise<void> {
  const access = { token: link.split('#')[1] }
  const path = '/api/evaluation/judging/gradings'
  const room: { items: { id: string }[] } = await send(`${path}/room`, { access, run })
  for (const { id: item } of room.items.slice(0, count)) {
    const { replies }: { replies: { text: string }[] } = await send(`${path}/item`, { access, item })
    const verdict = replies[0]?.text.includes('7个工作日') ? 'passed' : 'failed'
    await send(`${path}/reading`, { access, item, verdict, reason: '', version: 0 })
  }
}

test('an owner has replies judged by a model, which counts once it agrees with people', async ({ page, request }) => {
  const agent = await startAgent(candidate)
  const model = await startAgent(judge)
  const send = await createAdminSender(request)
  const { project, path, judgeLinks } = await createProject(send, {
    name: '裁判',
    products: ['dify'],
    judges: ['李评委'],
  })
  const [first] = project.setup.candidates
  await send(`${path}/connections/${first?.key}`, { kind: 'openai', url: agent.url, maxConcurrency: 1 }, 'PUT')
  const checks = [{ kind: 'rubric', text: '语气客气' }]
  await send(`${path}/tasks`, { tasks: [{ key: 'q', title: '退款几天到账？', expected: '7个工作日', checks }] }, 'PUT')
  const { id: run } = await send(`${path}/runs`, { repeats: REQUIRED + 4, retries: 0 })
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests`)
  await signInOnSite(page)
  const connections = page.getByRole('region', { name: '智能体连接' })
  const part = connections.getByRole('region', { name: '裁判模型' })

  await test.step('a judge model is connected and given a rubric', async () => {
    await part.getByRole('button', { name: '连接：裁判模型' }).click()
    const dialog = page.getByRole('dialog', { name: '连接：裁判模型' })
    await dialog.getByLabel('地址').fill(model.url)
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(part.getByText('还没有试过')).toBeVisible()
    await part.getByRole('button', { name: '修改评分标准' }).click()
    const rubric = page.getByRole('dialog', { name: '评分标准' })
    await rubric.getByLabel('裁判模型按什么判定').fill('不能编造。')
    await expectAccessible(rubric)
    await rubric.getByRole('button', { name: '保存' }).click()
    await expect(part.getByText('不能编造。')).toBeVisible()
    await expectAccessible(part)
  })

  const panel = page.getByRole('region', { name: '裁判模型的判定' })
  await test.step('it judges, and only suggests', async () => {
    await panel.getByRole('button', { name: '交给裁判模型判定' }).click()
    const dialog = page.getByRole('dialog', { name: '交给裁判模型判定' })
    await expect(dialog.getByRole('region', { name: '将要发送' })).toContainText('24份回答')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '开始判定' }).dblclick()
    await expect(dialog).toBeHidden()
    await expect(panel.getByText('判为通过16')).toBeVisible()
    await expect(panel.getByText('裁判模型目前只作参考')).toBeVisible()
    await expect(panel.getByText('已完成')).toBeVisible()
    await page.getByRole('button', { name: /^退款几天到账？，.*待判定24次/ }).click()
    const trials = page.getByRole('dialog', { name: first?.name ?? '' })
    await expect(trials.getByText('只作参考').first()).toBeVisible()
    await expect(trials.getByText('没有回答问题。').first()).toBeVisible()
    await expectAccessible(trials)
    await page.keyboard.press('Escape')
  })

  await test.step('it counts once it agrees with people', async () => {
    const headers = { authorization: `Bearer ${await getAdminToken(request)}` }
    const { content } = (await (await request.get('/api/settings', { headers })).json()).data
    await send('/api/settings/content', { ...content, minValidationReplies: REQUIRED }, 'PUT')
    await send(`${path}/runs/${run}/grading`, { readers: 1, share: 0 }, 'PUT')
    await readAs(send, judgeLinks[0] ?? '', run, REQUIRED)
    await send(`${path}/runs/${run}/grading/close`)
    await page.reload()
    await expect(panel.getByText('裁判模型通过了验证')).toBeVisible()
    await expect(panel.getByText(/Cohen κ）是1\.00/)).toBeVisible()
    await expect(panel.getByText(/人没有判定过的4份回答/)).toBeVisible()
    await expect(panel.getByText(/是同一个模型（judge-1），可能偏向它/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^退款几天到账？，.*通过16次，未通过8次/ })).toBeVisible()
    await expectAccessible(panel)
  })

  agent.stop()
  model.stop()
})
