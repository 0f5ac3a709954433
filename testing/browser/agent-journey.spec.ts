/**
 * The journey of a committee that asks the agents itself: connections, a file of questions, a seal, a run, blind reading, the
 * report, and a stranger who verifies its signature, seal and appendix.
 */
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { PAGES } from '#contracts/paths.ts'
import { json, type Respond, startAgent } from '#testing/agent-server.ts'
import { expectAccessible } from './accessibility.ts'
import { createAdminSender, createProject, declareAs, scoreCellAs, submitScoresAs } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'
import { waitForDownload } from './wait-for-download.ts'

const REPEATS = 3
const SEALED = '怎么开发票？'
const UNCHECKED = '请介绍退款的步骤'
/** Twenty questions: eighteen that a check decides, one that is sealed, and one that people judge. */
const createQuestions = (criterion: string): string =>
  [
    '任务,数值,必须包含,验收标准,密封,准则',
    ...Array.from({ length: 18 }, (_item, index) => `买了${index + 1}件，退款几天到账？,7,,,,${criterion}`),
    `${SEALED},,税号,,是,`,
    `${UNCHECKED},,,说明步骤与时限,,`,
  ].join('\n')

/** Answers at once, except the last time that the question for people is asked, which waits for `lastReply`. */
function createAgent(lastReply: Promise<void>): Respond {
  let unchecked = 0
  return async (reply, received, index) => {
    if (received.body.includes(UNCHECKED)) {
      unchecked += 1
      if (unchecked === 2 * REPEATS) await lastReply
    }
    const content = received.body.includes(SEALED) ? '请联系人工客服。' : '退款将在7个工作日内到账。'
    json({ model: 'agent-1', choices: [{ message: { content }, finish_reason: 'stop' }] })(reply, received, index)
  }
}

/** Connects a candidate, whose answer to a first question is shown. */
async function connect(page: Page, name: string, url: string): Promise<void> {
  await page.getByRole('button', { name: `连接：${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `连接：${name}` })
  await dialog.getByLabel('地址').fill(url)
  await dialog.getByLabel('API Key').fill('sk-secret')
  await dialog.getByRole('button', { name: '保存并试一次' }).click()
  await expect(dialog.getByRole('region', { name: '智能体的回复' })).toHaveText('退款将在7个工作日内到账。')
  await dialog.getByRole('button', { name: '完成' }).click()
}

test('a committee asks two agents, reads blind, and files a report that proves itself', async ({
  page,
  browser,
  baseURL,
  request,
}, testInfo) => {
  test.setTimeout(180_000)
  const lastReply = Promise.withResolvers<void>()
  const agent = await startAgent(createAgent(lastReply.promise))
  const send = await createAdminSender(request)
  const products = ['dify', 'coze-studio']
  const { project, path, judgeLinks } = await createProject(send, { name: '实测报告', products, judges: ['李评委'] })
  const { candidates, groups } = project.setup
  const criteria = groups.flatMap((group) => group.criteria)
  const [judgeLink = ''] = judgeLinks
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests`)
  await signInOnSite(page)
  const runs = page.getByRole('region', { name: '实测运行' })
  const reading = page.getByRole('region', { name: '人工判定' })

  await test.step('the owner connects both candidates, and imports twenty questions', async () => {
    for (const { name } of candidates) await connect(page, name, agent.url)
    await page.getByRole('button', { name: '导入任务' }).click()
    const dialog = page.getByRole('dialog', { name: '导入任务' })
    const buffer = Buffer.from(createQuestions(criteria[0]?.title ?? ''))
    await dialog.getByLabel('选择任务文件').setInputFiles({ name: '题目.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: '导入20个任务' }).click()
    await expect(dialog).toBeHidden()
  })

  const seal = await test.step('the owner seals one of them', async () => {
    const sealing = page.getByRole('region', { name: '密封', exact: true })
    await sealing.getByRole('button', { name: '密封1道题' }).dblclick()
    await expect(sealing.getByText('密封中')).toHaveCount(1)
    await expect(sealing.getByRole('button', { name: '复制给厂商的说明' })).toBeVisible()
    await expectAccessible(sealing)
    return (await sealing.getByText(/^SHA-256 /).textContent()) ?? ''
  })

  await test.step('the dialog says what will be sent to whom, and begins the run once', async () => {
    await runs.getByRole('button', { name: '开始运行' }).click()
    const dialog = page.getByRole('dialog', { name: '开始运行' })
    await dialog.getByLabel('每个任务问几次').fill(String(REPEATS))
    await expect(dialog.getByRole('region', { name: '将要发送' })).toContainText('120个试次，约120次调用')
    await expect(dialog.getByRole('region', { name: '将要发送' })).toContainText(new URL(agent.url).host)
    await dialog.getByLabel('名称').fill('首轮')
    await expectAccessible(dialog)
    const events = page.waitForResponse((response) => response.url().endsWith('/events'))
    await dialog.getByRole('button', { name: '开始', exact: true }).dblclick()
    await expect(dialog).toBeHidden()
    expect((await events).headers()['content-type']).toBe('text/event-stream')
  })

  await test.step('what is left for people is counted while the run goes on', async () => {
    await expect(runs.getByText('119 / 120次')).toBeVisible()
    await expect(reading).toContainText('5条待判定，108条已由检查判定')
    lastReply.resolve()
    await expect(runs.getByText('已完成')).toBeVisible()
    await expect(reading).toContainText('6条待判定，108条已由检查判定')
  })

  await test.step('a judge reads five replies blind, by keyboard', async () => {
    await reading.getByRole('button', { name: '开始人工判定' }).click()
    const dialog = page.getByRole('dialog', { name: '开始人工判定' })
    await dialog.getByLabel('每条几人判定').fill('1')
    await dialog.getByLabel('抽查百分之几').fill('0')
    await dialog.getByRole('button', { name: '开始', exact: true }).click()
    await expect(dialog).toBeHidden()
    const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'zh-CN' })
    const judge = await context.newPage()
    await judge.goto(judgeLink)
    await judge.getByRole('button', { name: '开始判定' }).click()
    for (let place = 1; place <= 5; place += 1) {
      await expect(judge.getByRole('heading', { name: `第${place}条，共6条` })).toBeAttached()
      await judge.keyboard.press('1')
      await expect(judge.getByRole('button', { pressed: true })).toHaveCount(1)
      await judge.keyboard.press('Space')
    }
    await expect(judge.getByRole('heading', { name: '第6条，共6条' })).toBeAttached()
    await expect(judge.getByText('自动保存')).toBeVisible()
    await context.close()
    await reading.getByRole('button', { name: '结束判定，看结果' }).click()
    const closing = page.getByRole('dialog', { name: '结束人工判定' })
    await expect(closing).toContainText('还有1条没有判定完')
    await closing.getByRole('button', { name: '结束判定' }).click()
    await expect(runs.getByText('通过113 · 未通过6 · 待判定1')).toBeVisible()
  })

  const reportId = await test.step('a judge scores with what the run suggests, and the project ends', async () => {
    await send(`${path}/status`, { to: 'scoring' })
    await declareAs(send, judgeLink)
    for (const { key: candidate } of candidates)
      for (const { key: criterion } of criteria) await scoreCellAs(send, judgeLink, { candidate, criterion, score: 80 })
    await page.goto(judgeLink)
    await expect(page.getByRole('region', { name: '密封的题目' })).toContainText(seal)
    await expect(page.getByText(SEALED)).toHaveCount(0)
    await page.getByRole('button', { name: '采用实测的建议' }).click()
    await expect(page.getByLabel('依据（选填）')).toHaveValue(/^实测“首轮”（.*结束）判定54次，通过54次。$/)
    await expect(page.getByText('已保存').first()).toBeVisible()
    await expectAccessible(page.getByRole('main'))
    await submitScoresAs(send, judgeLink)
    await send(`${path}/status`, { to: 'review' })
    const final: { reportId: string } = await send(`${path}/status`, { to: 'final' })
    return final.reportId
  })

  const file = testInfo.outputPath('appendix.jsonl')
  await test.step('the report shows the run, its failures and its appendix', async () => {
    await page.goto(PAGES.report(reportId))
    const section = page.getByRole('region', { name: /、实测$/ })
    await expect(section.getByText(/^各候选交替提问，顺序由种子\d+决定/)).toBeVisible()
    await expect(section.getByRole('table', { name: '通过率、用时与费用' })).toContainText('95%（57/60）')
    await section.getByText('（8次）').first().click()
    await expect(section.getByText('请联系人工客服。').first()).toBeVisible()
    await expectAccessible(section)
    await page.emulateMedia({ media: 'print' })
    for (const { name } of candidates) await expect(section.getByText(name, { exact: true }).last()).toBeVisible()
    await page.emulateMedia({ media: null })
    const appendix = await waitForDownload(page, () => section.getByRole('link', { name: '下载附录' }).click())
    await appendix.saveAs(file)
  })

  await test.step('a stranger verifies the signature, the seal and the appendix', async () => {
    await page.goto(`${PAGES.verifyReport}?report=${reportId}`)
    await expect(page.getByText('未改动', { exact: true })).toBeVisible()
    await expect(page.getByText('与密封时公布的一致，题目没有改动。')).toBeVisible()
    await expect(page.getByText(seal)).toBeVisible()
    const check = page.getByLabel('核对实测附录')
    await check.setInputFiles(file)
    await expect(page.getByText('附录与这份报告一致，未改动。')).toBeVisible()
    await writeFile(file, '{}\n')
    await check.setInputFiles(file)
    await expect(page.getByText('不是这份报告的附录，或下载后被改动过。')).toBeVisible()
    await expectAccessible(page.getByRole('main'))
  })
  agent.stop()
})
