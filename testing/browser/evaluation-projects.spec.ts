/** Projects: set up from a comparison of sample products, scored by two judges on two devices, reviewed and finalized. */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { createAdminSender, createProject, declareAs, scoreCellAs, submitScoresAs } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { loseReplies } from './lose-reply.ts'
import { signInOnSite } from './site-session.ts'
import { waitForDownload } from './wait-for-download.ts'

const PRODUCTS = ['dify', 'coze-studio', 'sample-znkf']
const JUDGES = ['张工', '李经理']

/** Registers the project's owner from the page that requires an account. */
async function register(page: Page) {
  await page.getByRole('button', { name: '登录后使用' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '注册新账号' }).click()
  const form = dialog.getByRole('form', { name: '注册' })
  await form.getByLabel('姓名').fill('选型负责人')
  await form.getByLabel('邮箱').fill('evaluation.owner@example.com')
  await form.getByLabel(/^密码/).fill('journey password')
  await form.getByLabel(/我已阅读并同意/).check()
  await form.getByRole('button', { name: '注册' }).click()
}

/** Invites a judge, whose link is shown once. */
async function inviteJudge(page: Page, name: string): Promise<void> {
  const form = page.getByRole('form', { name: '邀请评委' })
  await form.getByLabel('姓名').fill(name)
  await form.getByRole('button', { name: '邀请' }).dblclick()
  const heading = page.getByRole('heading', { name: `${name}的链接` })
  const link = page.getByRole('region', { name: '邀请链接' }).filter({ has: heading })
  await expect(heading).toBeFocused()
  await expect(link.getByText(/#/)).toBeVisible()
}

const expectSaved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^已保存/ })).toBeVisible()

async function submitScores(page: Page) {
  await page.getByRole('button', { name: '提交评分' }).click()
  const dialog = page.getByRole('dialog', { name: '提交评分' })
  await expect(dialog).toContainText('项没有评分')
  await dialog.getByRole('button', { name: '仍然提交' }).click()
  const confirmation = page.getByRole('status').filter({ hasText: '评分已提交，复议开始后可以修改。' })
  await expect(confirmation).toBeFocused()
  await expect(confirmation).toBeInViewport({ ratio: 1 })
}

async function moveProject(page: Page, label: string) {
  await page.getByRole('button', { name: label, exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `确认${label}` })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Opens a page on another device: it has storage and a session of its own. */
async function openDevice(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL: baseURL ?? '', locale: 'zh-CN' })).newPage()
}

/**
 * Creates a project that is being scored. A trial suggests 100 as the first candidate's score on the first criterion.
 * Returns the links of both judges.
 */
async function startScoring(request: APIRequestContext, name: string): Promise<[string, string]> {
  const send = await createAdminSender(request)
  const { project, path, judgeLinks } = await createProject(send, { name, products: PRODUCTS, judges: JUDGES })
  const { candidate, criterion } = getFirstCell(project)
  await send(`${path}/tasks`, { tasks: [{ key: 'leave', title: '查询年假', criterion }] }, 'PUT')
  const trial = { id: crypto.randomUUID(), task: 'leave', candidate, isPassed: true }
  await send(`${path}/trials`, { trials: [trial] })
  await send(`${path}/status`, { to: 'scoring' })
  const [first = '', second = ''] = judgeLinks
  for (const link of judgeLinks) await declareAs(send, link)
  return [first, second]
}

/** Creates a project whose judges have submitted different scores of the first cell: 100 and 40. */
async function submitDisputedScores(request: APIRequestContext, name: string) {
  const send = await createAdminSender(request)
  const { project, path, judgeLinks } = await createProject(send, { name, products: PRODUCTS, judges: JUDGES })
  await send(`${path}/status`, { to: 'scoring' })
  const [first = '', second = ''] = judgeLinks
  for (const link of judgeLinks) await declareAs(send, link)
  await scoreCellAs(send, first, { ...getFirstCell(project), score: 100 })
  await scoreCellAs(send, second, { ...getFirstCell(project), score: 40 })
  for (const link of judgeLinks) await submitScoresAs(send, link)
  return { url: PAGES.evaluationProject(project.id), secondLink: second }
}

const getFirstCell = ({ setup }: Pick<ProjectView, 'setup'>) => ({
  candidate: setup.candidates[0]?.key ?? '',
  criterion: setup.groups[0]?.criteria[0]?.key ?? '',
})

test('an owner creates a project from a comparison, and opens the scoring', async ({ page, watch }) => {
  test.setTimeout(120_000)
  watch.allowConsole(/status of 400/)
  await test.step('the owner registers, and creates a project from a comparison', async () => {
    await page.goto('/products?compare=dify,coze-studio,sample-znkf&view=compare')
    await page.getByRole('link', { name: '新建评估项目' }).click()
    await register(page)
    const creation = page.getByRole('dialog', { name: '新建评估项目' })
    await expect(creation).toContainText('对比中的3个产品将成为候选')
    await expect(creation.getByLabel('项目名称')).toBeFocused()
    await creation.getByRole('button', { name: '创建项目' }).click()
    await expect(creation.getByText('请填写项目名称')).toBeVisible()
    await creation.getByLabel('项目名称').fill('客服智能体选型')
    await creation.getByRole('button', { name: '创建项目' }).dblclick()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('客服智能体选型')
    await expect(page.getByRole('region', { name: '项目阶段' })).toContainText('请至少邀请一位评委')
  })

  await test.step('Enter takes the product of the typed name, even before its suggestion is shown', async () => {
    await page.getByLabel('添加候选').fill('N8N')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'n8n', exact: true })).toBeVisible()
    await page.getByRole('button', { name: '移除候选：n8n' }).click()
  })

  await test.step('the owner weighs the groups in pairs, and saves the setup', async () => {
    const groups = page.getByRole('group', { name: '分组权重' })
    await groups.getByRole('radio', { name: '两两比较' }).check()
    const pairs = groups.getByRole('combobox')
    await pairs.nth(0).selectOption('9')
    await pairs.nth(1).selectOption('-9')
    await pairs.nth(2).selectOption('9')
    await expect(groups.getByRole('status')).toContainText('最不一致的三项')
    await groups.getByRole('radio', { name: '排序' }).check()
    await page.getByRole('button', { name: '保存设定' }).click()
    await expect(page.getByRole('region', { name: '保存设定' })).toBeHidden()
    await expect(page.getByRole('form', { name: '设定' })).toBeFocused()
    await expectAccessible(page.getByRole('form', { name: '设定' }))
  })

  await test.step('the owner adds a task, and records a trial', async () => {
    await page.getByRole('tab', { name: '测试' }).click()
    await expect(page).toHaveURL(/tab=tests/)
    await page.getByLabel('添加任务').fill('查询年假\t答出天数与出处')
    await page.getByRole('button', { name: '添加', exact: true }).click()
    await page.getByRole('button', { name: '修改任务：查询年假' }).click()
    const task = page.getByRole('dialog', { name: '修改任务' })
    await expect(task.getByRole('textbox', { name: '任务' })).toBeFocused()
    await task.getByLabel('对应准则').selectOption({ index: 1 })
    await task.getByRole('button', { name: '添加消息' }).click()
    await task.getByRole('textbox', { name: '消息1' }).pressSequentially('工程师有几天年假？')
    await task.getByRole('button', { name: '添加检查' }).click()
    const check = task.getByRole('region', { name: '检查1' })
    await check.getByRole('combobox', { name: '检查1' }).selectOption('符合正则表达式')
    await check.getByLabel('正则表达式').pressSequentially('5(天')
    await expectAccessible(task)
    await task.getByRole('button', { name: '保存', exact: true }).click()
    await expect(check.getByRole('alert')).toContainText('正则表达式有误')
    await check.getByLabel('正则表达式').press('End')
    await check.getByLabel('正则表达式').pressSequentially(')')
    await task.getByRole('button', { name: '保存', exact: true }).click()
    await expect(task).toBeHidden()
    await page.getByRole('button', { name: '通过（Y）', exact: true }).click()
    await expect(page.getByRole('region', { name: '试次' }).getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page.getByRole('region', { name: '测试任务' }))
  })

  await test.step('the owner imports questions, and exports all of them', async () => {
    await page.getByRole('button', { name: '导入任务' }).click()
    const dialog = page.getByRole('dialog', { name: '导入任务' })
    const selectFile = (name: string, content: string) =>
      dialog.getByLabel('选择任务文件').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    await selectFile('题目.csv', '任务,数值\n病假几天扣薪,很多\n')
    await expect(dialog.getByText('“数值”应填数')).toBeVisible()
    await selectFile(
      'promptfooconfig.yaml',
      'tests: [{vars: {question: 怎么开发票？}, assert: [{type: contains, value: 税号}, {type: javascript}]}]',
    )
    await expect(dialog.getByRole('status')).toContainText('将新增1个任务')
    await dialog.getByText('有1处没有照搬').click()
    await expect(dialog.getByText('不支持的检查：javascript')).toBeVisible()
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '导入1个任务' }).click()
    await expect(dialog).toBeHidden()
    const tasks = page.getByRole('region', { name: '测试任务' })
    await tasks.getByRole('button', { name: '上移任务：怎么开发票？' }).click()
    await expect(tasks.getByRole('listitem').first()).toContainText('怎么开发票？')
    await tasks.getByLabel('导出格式').selectOption('JSONL（全部字段）')
    const download = await waitForDownload(page, () => tasks.getByRole('button', { name: '导出' }).click())
    expect(download.suggestedFilename()).toMatch(/-任务-\d{4}-\d{2}-\d{2}\.jsonl$/)
  })

  await test.step('the owner invites two judges, and opens the scoring', async () => {
    await page.getByRole('tab', { name: '评委' }).click()
    for (const judge of JUDGES) await inviteJudge(page, judge)
    // Links are shown only once: the second one must not replace the first.
    await expect(page.getByRole('region', { name: '邀请链接' })).toHaveCount(JUDGES.length)
    await expect(page.getByRole('region', { name: '评委', exact: true }).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page.getByRole('form', { name: '邀请评委' }))
    await moveProject(page, '开始打分')
    await expect(page.getByRole('button', { name: '开始复议' })).toBeFocused()
    await page.getByRole('tab', { name: '设定' }).click()
    await expect(page.getByText('SHA-256：')).toBeVisible()
  })
})

test('a judge accepts a suggestion, resolves a conflict of two windows, and submits scores with evidence', async ({
  page,
  browser,
  baseURL,
}) => {
  const [judgeLink] = await startScoring(page.request, '两个窗口的评分')
  const judge = await openDevice(browser, baseURL)
  await setNarrowViewport(judge)
  await judge.goto(judgeLink)
  await expect(judge.getByRole('heading', { name: '两个窗口的评分' })).toBeVisible()
  await judge.getByRole('button', { name: '采用建议' }).click()
  await expectSaved(judge)

  await test.step('a change by the same link in a second window is not lost', async () => {
    const other = await judge.context().newPage()
    await other.goto(judgeLink)
    await other.getByRole('button', { name: /：100$/ }).click()
    await other.getByLabel('依据').fill('另一窗口的依据')
    await expectSaved(other)
    await other.close()
    await judge.getByLabel('依据').fill('现场演示')
    const conflict = judge.getByRole('alert').filter({ hasText: '另一个窗口' })
    await expect(conflict).toContainText('另一窗口的依据')
    await expect(conflict).toContainText('现场演示')
    await expectAccessible(judge.getByRole('region', { name: '总览' }))
    await conflict.getByRole('button', { name: '用这个窗口的' }).click()
    await expectSaved(judge)
  })

  await test.step('the judge adds evidence, and submits the scores', async () => {
    await judge
      .getByLabel('选择证据文件')
      .setInputFiles({ name: '测试记录.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 test record') })
    const download = await waitForDownload(judge, () =>
      judge.getByRole('button', { name: '下载文件：测试记录.pdf' }).click(),
    )
    expect(download.suggestedFilename()).toBe('测试记录.pdf')
    await submitScores(judge)
  })

  await judge.context().close()
})

test('a judge scores on a narrow screen by keyboard alone, and sees each item from its beginning', async ({ page }) => {
  const [, judgeLink] = await startScoring(page.request, '只用键盘的评分')
  await setNarrowViewport(page)
  await page.goto(judgeLink)
  await expect(page.getByRole('heading', { name: '只用键盘的评分' })).toBeVisible()
  const cells = page.getByRole('region', { name: '总览' }).getByRole('button')
  await page.keyboard.type('82')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(cells.first()).toHaveText('82')
  await expect(cells.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.type('7')
  await expect(cells.nth(1)).toContainText('7')
  await page.getByRole('button', { name: '下一项' }).click()
  const heading = page.getByRole('heading', { level: 2, name: '任务完成与准确性' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await submitScores(page)
})

test('a judge scores in two tabs without a connection, and submits the scores once it is back', async ({
  page,
  context,
  watch,
}) => {
  // Both tabs may send the same score when the connection is back: the second one's is merged.
  watch.allowConsole(/ERR_INTERNET_DISCONNECTED|status of 412/)
  const [, judgeLink] = await startScoring(page.request, '离线的评分')
  await page.goto(judgeLink)
  await expect(page.getByRole('heading', { name: '离线的评分' })).toBeVisible()
  const otherTab = await context.newPage()
  await otherTab.goto(judgeLink)
  await otherTab.getByRole('button', { name: '下一项' }).click()
  await context.setOffline(true)
  await otherTab.getByLabel('依据').fill('在另一个标签页写的依据')
  await expect(otherTab.getByText('暂时无法发送，已保存在这台设备上')).toBeVisible()
  await page.keyboard.type('40')
  await page.getByRole('radio', { name: /自行核实/ }).check()
  await expect(page.getByText('暂时无法发送，已保存在这台设备上')).toBeVisible()
  await otherTab.close()
  await context.setOffline(false)
  await expectSaved(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '下一项' }).click()
  await expect(page.getByLabel('依据')).toHaveValue('在另一个标签页写的依据')
  await page.keyboard.type('75')
  await page.getByRole('radio', { name: /自行核实/ }).check()
  await expectSaved(page)
  await submitScores(page)
})

test('a judge revises a score with a reason, and the owner finalizes the project', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  test.setTimeout(90_000)
  const { url, secondLink } = await submitDisputedScores(page.request, '有分歧的评估')
  const judge = await openDevice(browser, baseURL)
  const scores = judge.getByRole('table', { name: '各位评委' })
  await judge.goto(secondLink)
  await page.goto(url)
  await signInOnSite(page)

  await test.step('the judge revises a score, with a reason', async () => {
    await moveProject(page, '开始复议')
    await page.getByRole('tab', { name: '结果' }).click()
    await expect(page.getByRole('button', { name: /任务完成与准确性：70\.0/ })).toBeVisible()
    await page.getByRole('tab', { name: '评委' }).click()
    await judge.reload()
    await judge
      .getByRole('region', { name: '评委的分歧' })
      .getByRole('button', { name: /40至100\s*相差60分/ })
      .click()
    await expect(scores.getByRole('row', { name: /张工 100/ })).toBeVisible()
    await judge.getByLabel('分数（0–100）').fill('70')
    await expect(judge.getByText('填写修改理由后保存。')).toBeVisible()
    await judge.getByLabel('修改理由').fill('复看了测试记录')
    await expectSaved(judge)
    await judge.reload()
    await judge.getByRole('button', { name: /：70$/ }).click()
    await expect(scores.getByRole('row', { name: /李经理（我） 40/ })).toBeVisible()
    await expect(scores.getByRole('row', { name: /复议后 70/ })).toBeVisible()
    await expectAccessible(scores)
  })

  await test.step('the results that the owner opens again include it', async () => {
    await page.getByRole('tab', { name: '结果' }).click()
    await expect(page.getByRole('button', { name: /任务完成与准确性：85\.0/ })).toBeVisible()
  })

  const stepBack = page.getByRole('dialog', { name: '退回打分' })
  await test.step('the owner cannot return to scoring without a reason', async () => {
    await page.getByRole('button', { name: '退回打分' }).click()
    await expect(stepBack.getByLabel('退回原因')).toBeFocused()
    await stepBack.getByRole('button', { name: '退回打分' }).click()
    await expect(page.getByText('请填写原因')).toBeVisible()
  })

  await test.step('the open dialog keeps its direction and the reason when a second tab finalizes the project', async () => {
    const secondTab = await page.context().newPage()
    await secondTab.goto(page.url())
    await moveProject(secondTab, '定稿')
    await expect(secondTab.getByRole('button', { name: '定稿', exact: true })).toBeHidden()
    await expect(secondTab.getByRole('region', { name: '项目阶段' })).toBeFocused()
    await secondTab.close()
    watch.allowConsole(/status of 412/)
    await stepBack.getByLabel('退回原因').fill('漏了一位评委')
    await stepBack.getByRole('button', { name: '退回打分' }).click()
    await expect(stepBack.getByRole('alert')).toContainText('项目已在别处更新')
    await expect(stepBack.getByLabel('退回原因')).toHaveValue('漏了一位评委')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: '查看报告' })).toBeVisible()
    await judge.reload()
    await expect(judge.getByText('项目已定稿')).toBeVisible()
  })

  await test.step('the owner verifies the report', async () => {
    await page.goto((await page.getByRole('link', { name: '查看报告' }).getAttribute('href')) ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('有分歧的评估')
    await page.getByRole('link', { name: '核验', exact: true }).click()
    await expect(page.getByRole('status')).toContainText('未改动')
  })

  await judge.context().close()
})

test('lost replies create neither a second project nor a second judge, and the shown link works', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/ERR_FAILED/)
  await page.goto(PAGES.evaluationProjects)
  await signInOnSite(page)
  await loseReplies(page, `**${projectCalls.create.path}`)
  await page.getByRole('button', { name: '新建评估项目' }).first().click()
  const creation = page.getByRole('dialog', { name: '新建评估项目' })
  await creation.getByLabel('项目名称').fill('断线时新建')
  await creation.getByRole('button', { name: '创建项目' }).click()
  await expect(creation.getByRole('alert')).toContainText('网络连接失败')
  await creation.getByRole('button', { name: '创建项目' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('断线时新建')

  await page.getByRole('tab', { name: '评委' }).click()
  await loseReplies(page, '**/api/evaluation/projects/*/judges')
  const form = page.getByRole('form', { name: '邀请评委' })
  await form.getByLabel('姓名').fill('张工')
  await form.getByRole('button', { name: '邀请' }).click()
  await expect(form.getByRole('alert')).toContainText('网络连接失败')
  await form.getByRole('button', { name: '邀请' }).click()
  await expect(page.getByRole('region', { name: '邀请链接' }).getByText(/#/)).toBeVisible()
  await expect(page.getByRole('region', { name: '评委', exact: true }).getByRole('listitem')).toHaveCount(1)

  await page.getByRole('tab', { name: '设定' }).click()
  await page.getByLabel('添加候选').fill('目录外的产品')
  await page.getByRole('button', { name: '按填写的名称添加“目录外的产品”' }).click()
  await expect(page.getByLabel('添加候选')).toBeFocused()
  await page.getByRole('button', { name: '保存设定' }).click()
  await expect(page.getByRole('region', { name: '保存设定' })).toBeHidden()
  await loseReplies(page, '**/api/evaluation/projects/*/status')
  await moveProject(page, '开始打分')
  await expect(page.getByRole('button', { name: '退回设定' })).toBeVisible()

  await page.goto(PAGES.evaluationProjects)
  await expect(page.getByRole('link', { name: '断线时新建' })).toHaveCount(1)
})

test('after a lost reply, the page shows what was done, and nothing is lost', async ({ page, watch }) => {
  watch.allowConsole(/ERR_FAILED/)
  const send = await createAdminSender(page.request)
  const name = '断线时管理'
  const { path } = await createProject(send, { name, products: PRODUCTS, judges: ['张工'] })
  await send(`${path}/tasks`, { tasks: [{ key: 'q1', title: '退货' }] }, 'PUT')
  await page.goto(`${PAGES.evaluationProject(path.split('/').at(-1) ?? '')}?tab=judges`)
  await signInOnSite(page)

  await test.step('a link that may have been replaced is no longer offered', async () => {
    const link = page.getByRole('region', { name: '邀请链接' })
    await page.getByRole('button', { name: '换链接：张工' }).click()
    await expect(link).toBeVisible()
    await loseReplies(page, '**/judges/*/link')
    await page.getByRole('button', { name: '换链接：张工' }).click()
    await expect(page.getByRole('alert')).toContainText('没有收到新链接，原链接可能已经失效')
    await expect(link).toBeHidden()
    await page.getByRole('button', { name: '换链接：张工' }).click()
    await expect(link.getByText(/#/)).toBeVisible()

    const readerLink = page.getByRole('region', { name: '新的只读链接' })
    await page.getByRole('button', { name: '生成只读链接' }).click()
    await expect(readerLink).toBeVisible()
    await loseReplies(page, '**/reader-link')
    await page.getByRole('button', { name: '换一个链接' }).click()
    await expect(page.getByRole('region', { name: '只读链接', exact: true })).toContainText('没有收到新链接')
    await expect(readerLink).toBeHidden()
  })

  await test.step('a removed judge disappears', async () => {
    await loseReplies(page, '**/judges/*')
    await page.getByRole('button', { name: '移除：张工' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '移除评委' }).click()
    await expect(page.getByText('已移除的评委（1）')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('a trial is recorded once, and the next one too', async () => {
    await page.getByRole('tab', { name: '测试' }).click()
    const form = page.getByRole('region', { name: '登记试次' })
    const trials = page.getByRole('region', { name: '试次', exact: true })
    await loseReplies(page, '**/trials')
    await form.getByRole('button', { name: '通过（Y）', exact: true }).click()
    await expect(trials.getByRole('heading')).toHaveText('试次（1）')
    await form.getByRole('button', { name: '通过（Y）', exact: true }).click()
    await expect(trials.getByRole('heading')).toHaveText('试次（1）')

    await loseReplies(page, '**/trials')
    await form.getByLabel('候选').selectOption({ index: 1 })
    await form.getByRole('button', { name: '通过（Y）', exact: true }).click()
    await expect(trials.getByRole('heading')).toHaveText('试次（2）')
    await form.getByLabel('候选').selectOption({ index: 2 })
    await form.getByRole('button', { name: '未通过（N）' }).click()
    await expect(trials.getByRole('heading')).toHaveText('试次（3）')
  })

  await test.step('a project in the recycle bin disappears, and a restored one from there', async () => {
    await page.goto(PAGES.evaluationProjects)
    await loseReplies(page, `**${path}`)
    await page.getByRole('button', { name: `移入回收站：${name}` }).click()
    await expect(page.getByRole('link', { name })).toBeHidden()
    await page.getByRole('link', { name: '回收站' }).click()
    await loseReplies(page, '**/restore')
    await page.getByRole('button', { name: `恢复：${name}` }).click()
    await expect(page.getByText('回收站是空的。')).toBeVisible()
  })
})

test('a member who is not a judge learns that there is no such invitation', async ({ page, watch }) => {
  watch.allowConsole(/status of 404/)
  await page.goto('/')
  await signInOnSite(page)
  await page.goto('/evaluation/judging?project=none')
  await expect(page.getByRole('alert')).toContainText('邀请链接无效')
})
