/** A committee connects a candidate of its project, tries a question, and finds the reply of an API of its own. */
import { PAGES } from '#contracts/paths.ts'
import { json, startAgent, stream, toEvents } from '#testing/agent-server.ts'
import { expectAccessible } from './accessibility.ts'
import { createAdminSender, createProject } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

const KEY = 'sk-of-the-committee'
/** What the browser reports about a rejected address, and about a question without a usable answer. */
const REJECTED = /400/

test('an owner connects a candidate, and sees its answer', async ({ page, request, watch }) => {
  watch.allowConsole(REJECTED)
  const agent = await startAgent((reply, received, index) =>
    received.headers.authorization === `Bearer ${KEY}`
      ? stream(toEvents({ choices: [{ delta: { content: '您好，年假是十五天。' } }] }, '[DONE]'))(
          reply,
          received,
          index,
        )
      : json({ error: { message: 'invalid api key' } }, 401)(reply, received, index),
  )
  const send = await createAdminSender(request)
  const { project } = await createProject(send, { name: '连接智能体', products: ['dify', 'coze-studio'], judges: [] })
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests`)
  await signInOnSite(page)
  const section = page.getByRole('region', { name: '智能体连接' })
  const card = section.getByRole('article').first()
  await expect(card).toContainText('未连接')
  await card.getByRole('button', { name: /^连接/ }).click()
  const dialog = page.getByRole('dialog', { name: /^连接/ })

  await test.step('a wrong address is explained at its field', async () => {
    await dialog.getByLabel('地址').fill('https://10.0.0.7/v1')
    await dialog.getByRole('button', { name: '保存并试一次' }).click()
    await expect(dialog.getByLabel('地址')).toBeFocused()
    await expect(dialog.getByText(/AGENT_HOSTS/)).toBeVisible()
  })

  await test.step('a wrong key fails with the agent’s reason', async () => {
    await dialog.getByLabel('地址').fill(agent.url)
    await dialog.getByLabel('API Key').fill('sk-wrong-key')
    await dialog.getByRole('button', { name: '保存并试一次' }).click()
    await expect(dialog.getByText('对方拒绝了密钥（401），请核对密钥：invalid api key')).toBeVisible()
  })

  await test.step('the right one is answered, and masked', async () => {
    await dialog.getByLabel('API Key').fill(KEY)
    await dialog.getByLabel('问题').fill('年假有几天？')
    await dialog.getByRole('button', { name: '保存并试一次' }).click()
    await expect(dialog.getByRole('region', { name: '智能体的回复' })).toHaveText('您好，年假是十五天。')
    await dialog.getByText('发出的请求').click()
    await expect(dialog.getByText('authorization: Bearer ••••••')).toBeVisible()
    await expect(dialog.getByLabel('API Key')).toHaveValue('')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '完成' }).click()
  })

  await expect(card).toContainText('已连通')
  await expect(card).toContainText('您好，年假是十五天。')
  await expectAccessible(section)
  agent.stop()
})

test('an owner finds the reply of an API of its own, while typing the path', async ({ page, request, watch }) => {
  watch.allowConsole(REJECTED)
  const agent = await startAgent(json({ result: { output: { text: '十五天' } } }))
  const send = await createAdminSender(request)
  const { project } = await createProject(send, { name: '自有接口', products: ['dify'], judges: [] })
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests`)
  await signInOnSite(page)
  await page.getByRole('button', { name: '连接：Dify' }).click()
  const dialog = page.getByRole('dialog', { name: /^连接/ })
  await dialog.getByLabel('接口').selectOption('http')
  await dialog.getByLabel('地址').fill(agent.url)
  await dialog.getByRole('button', { name: '保存并试一次' }).click()
  await expect(dialog.getByText(/^按路径没有找到回复，请核对JSONPath：\{"result"/)).toBeVisible()
  const preview = dialog.getByRole('region', { name: '按路径解析最近一次的回复' })
  await dialog.getByLabel('回复的路径').fill('$.result.output.text')
  await expect(preview.getByRole('status')).toHaveText('十五天')
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '保存并试一次' }).click()
  await expect(dialog.getByRole('region', { name: '智能体的回复' })).toHaveText('十五天')
  agent.stop()
})
