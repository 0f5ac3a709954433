/** A committee reads the replies of a run blind, by keyboard, alone and side by side; its owner sees what came of it. */
import type { Locator, Page } from '@playwright/test'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { PAGES } from '#contracts/paths.ts'
import { json, startAgent } from '#testing/agent-server.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { createAdminSender, createProject, type Sender } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

const TASKS = ['退款几天到账？', '怎么开发票？', '如何修改地址？'].map((title, index) => ({
  key: `q${index}`,
  title,
  acceptance: '说明步骤与时限',
}))

/** Runs all tasks with both candidates, which say who they are. */
async function createRun(send: Sender, { path, candidates }: { path: string; candidates: string[] }): Promise<Run> {
  const agents = await Promise.all(
    candidates.map((_key, index) => {
      const name = ['Ｄｉｆｙ', 'Coze Studio'][index]
      const content = [
        `我是**${name}**。`,
        ...Array<string>(1 + 2 * index).fill('- 退款在`7`个工作日内退回'),
        '',
        '|方式|天|',
        '|-|-|',
        '|余额|0|',
      ].join('\n')
      return startAgent(json({ choices: [{ message: { content }, finish_reason: 'stop' }] }))
    }),
  )
  await send(`${path}/tasks`, { tasks: TASKS }, 'PUT')
  for (const [index, candidate] of candidates.entries())
    await send(
      `${path}/connections/${candidate}`,
      { kind: 'openai', url: agents[index]?.url, secret: 'sk-secret' },
      'PUT',
    )
  return send(`${path}/runs`, { repeats: 1, retries: 0 })
}

const COUNT = 9

/** Reads everything by keyboard with given verdicts on single replies; the longer of two is better. */
async function readAll(page: Page, verdicts: readonly ('1' | '2')[]): Promise<void> {
  for (let place = 1; place <= COUNT; place += 1) {
    await expect(page.getByRole('heading', { name: `第${place}条，共${COUNT}条` })).toBeAttached()
    const replies = page.getByRole('region', { name: /回答$/ })
    await expect(replies.first()).toContainText('▇▇')
    const texts = await replies.allTextContents()
    const isFirstLonger = (texts[0] ?? '').length > (texts[1] ?? '').length
    const key = texts.length === 1 ? verdicts[place - 1] : isFirstLonger ? '1' : '2'
    await page.keyboard.press(key ?? '1')
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(1)
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('都判定完了，谢谢')).toBeVisible()
}

test('two judges read blind by keyboard, and the owner sees agreement, disputes and win rates', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const send = await createAdminSender(request)
  const { project, path, judgeLinks } = await createProject(send, {
    name: '盲评',
    products: ['dify', 'coze-studio'],
    judges: ['李评委', '周评委'],
  })
  const run = await createRun(send, { path, candidates: project.setup.candidates.map(({ key }) => key) })
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests&run=${run.id}`)
  await signInOnSite(page)
  const section: Locator = page.getByRole('region', { name: '人工判定' })

  await test.step('the owner has undecided replies read, and some side by side', async () => {
    await expect(page.getByText('已完成')).toBeVisible()
    await expect(section).toContainText('6条待判定')
    await section.getByRole('button', { name: '开始人工判定' }).click()
    const dialog = page.getByRole('dialog', { name: '开始人工判定' })
    await expect(dialog.getByLabel('要隐去的词')).toHaveValue(/Dify、Coze Studio/)
    await dialog.getByLabel('并排对比多少对').fill('5')
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '开始', exact: true }).dblclick()
    await expect(dialog).toBeHidden()
  })

  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'zh-CN' })
  const reader = await context.newPage()
  const room = reader.getByRole('main')

  await test.step('a judge reads six replies and three pairs by keyboard', async () => {
    await reader.goto(judgeLinks[0] ?? '')
    const invitation = reader.getByRole('region', { name: '人工判定' })
    await expect(invitation).toContainText('已判定0 / 9条')
    await expectAccessible(invitation)
    await invitation.getByRole('button', { name: '开始判定' }).click()
    await expect(reader.getByRole('heading', { name: '第1条，共9条' })).toBeAttached()
    await expect(room).not.toContainText(/dify|coze/i)
    await reader.keyboard.press('?')
    await expectAccessible(reader.getByRole('dialog', { name: '按键' }))
    await reader.keyboard.press('Escape')
    await readAll(reader, ['1', '1', '1', '1', '1', '1'])
  })

  await test.step('what is typed as a reason gives no verdict, and is still there after a reload', async () => {
    await reader.keyboard.press('ArrowLeft')
    await reader.keyboard.press('r')
    await expect(reader.getByLabel('理由')).toBeFocused()
    await reader.keyboard.type('2步不清楚=1')
    await reader.keyboard.press('Escape')
    await expect(reader.getByLabel('理由')).not.toBeFocused()
    await expect(reader.getByText('自动保存')).toBeVisible()
    await expectAccessible(reader.getByRole('region', { name: '判定' }))
    await reader.reload()
    await expect(reader.getByText('已判定9')).toBeVisible()
    await reader.keyboard.press('ArrowLeft')
  })

  await test.step('another judge sees none of it, and contradicts it by touch', async () => {
    await setNarrowViewport(reader)
    await reader.goto(judgeLinks[1] ?? '')
    await reader.getByRole('button', { name: '开始判定' }).click()
    await expect(reader.getByRole('heading', { name: '第1条，共9条' })).toBeAttached()
    await reader.getByRole('button', { name: '未通过' }).click()
    await reader.getByRole('button', { name: '理由' }).click()
    await reader.getByLabel('理由').fill('没有说明时限')
    await reader.keyboard.press('Escape')
    await readAll(reader, ['2', '1', '1', '1', '1', '1'])
    await reader.keyboard.press('ArrowLeft')
    await expect(reader.getByText('自动保存')).toBeVisible()
    await context.close()
  })

  await test.step('the owner closes it, and sees agreement, the dispute with both sides, and win rates', async () => {
    await page.reload()
    await expect(section).toContainText('5 / 6')
    await expect(section).not.toContainText('没有说明时限')
    await section.getByRole('button', { name: '结束判定，看结果' }).click()
    const dialog = page.getByRole('dialog', { name: '结束人工判定' })
    await expect(dialog).toContainText('还有1条没有判定完')
    await dialog.getByRole('button', { name: '结束判定' }).click()
    await expect(section).toContainText('6条由两人以上判定，其中5条一致')
    await expect(section).toContainText('周评委：未通过——没有说明时限')
    await expect(section.getByRole('region', { name: '并排对比' })).toContainText('Coze Studio胜率100%')
    await expect(page.getByText('66.7%（2/3）').first()).toBeAttached()
    await expectAccessible(section)
  })
})

test('the owner reopens a closed reading for a reason, which stays beside its results', async ({
  page,
  request,
  watch,
}) => {
  watch.allowConsole(/400/)
  const send = await createAdminSender(request)
  const { project, path } = await createProject(send, {
    name: '重新开放',
    products: ['dify', 'coze-studio'],
    judges: ['李评委', '周评委'],
  })
  const run = await createRun(send, { path, candidates: project.setup.candidates.map(({ key }) => key) })
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests&run=${run.id}`)
  await signInOnSite(page)
  const section: Locator = page.getByRole('region', { name: '人工判定' })
  await expect(section).toContainText('6条待判定')
  await section.getByRole('button', { name: '开始人工判定' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始', exact: true }).click()
  await section.getByRole('button', { name: '结束判定，看结果' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '结束判定' }).click()

  await section.getByRole('button', { name: '重新开放' }).click()
  const dialog = page.getByRole('dialog', { name: '重新开放人工判定' })
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '重新开放' }).click()
  await expect(dialog.getByLabel('理由')).toHaveAccessibleDescription(/.+/)
  await dialog.getByLabel('理由').pressSequentially('两位评委没来得及判定')
  await dialog.getByRole('button', { name: '重新开放' }).click()
  await expect(section).toContainText(/又于.+重新开放，理由是“两位评委没来得及判定”/)
  await expect(section).toContainText('0 / 6')

  await section.getByRole('button', { name: '结束判定，看结果' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '结束判定' }).click()
  await expect(section.getByRole('button', { name: '重新开放' })).toBeVisible()
  await expect(section).toContainText('理由是“两位评委没来得及判定”')
})
