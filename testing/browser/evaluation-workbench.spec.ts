/** A project in 定稿, prepared through the API: its workbench, its report, and the report's verification. */
import { readFile, writeFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { createAdminSender, createProject, declareAs, type Sender, scoreCellAs, submitScoresAs } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { waitForDownload } from './wait-for-download.ts'

const CANDIDATES = [
  { key: 'a', name: '巡检助手' },
  { key: 'b', name: '客服云' },
]
const JUDGES = ['李评委', '王评委']

/** Scores everything by two judges, who differ widely on the first criterion. Returns the URLs of the results. */
async function finishProject(request: APIRequestContext): Promise<{ readerUrl: string; reportUrl: string }> {
  const send = await createAdminSender(request)
  const { project, path, judgeLinks } = await createProject(send, { name: '巡检选型', products: [], judges: JUDGES })
  const setup = { ...project.setup, candidates: CANDIDATES }
  await send(path, { name: project.name, setup }, 'PUT')
  await send(`${path}/tasks`, { tasks: [{ key: 'q1', title: '读一张仪表' }] }, 'PUT')
  const trials = CANDIDATES.flatMap(({ key }) =>
    [1, 2].map((cost) => ({ id: crypto.randomUUID(), task: 'q1', candidate: key, isPassed: key === 'a', cost })),
  )
  await send(`${path}/trials`, { trials })
  await send(`${path}/status`, { to: 'scoring' })
  const criteria = setup.groups.flatMap((group) => group.criteria.map(({ key }) => key))
  for (const [judge, judgeLink] of judgeLinks.entries()) await scoreAs(send, { judge, judgeLink, criteria })
  await send(`${path}/status`, { to: 'review' })
  const { link } = await send(`${path}/reader-link`)
  const { reportId } = await send(`${path}/status`, { to: 'final' })
  return { readerUrl: new URL(link).pathname + new URL(link).hash, reportUrl: PAGES.report(reportId) }
}

type ScoringJudge = { judge: number; judgeLink: string; criteria: readonly string[] }

/** Scores the second candidate higher on the first criterion, and the first candidate on all others; then submits. */
async function scoreAs(send: Sender, { judge, judgeLink, criteria }: ScoringJudge): Promise<void> {
  await declareAs(send, judgeLink)
  const cells = CANDIDATES.flatMap(({ key }) => criteria.map((criterion, index) => ({ key, criterion, index })))
  for (const { key: candidate, criterion, index } of cells) {
    const points = (candidate === 'a') === index > 0 ? 86 : 74
    const score = index === 0 && judge === 1 ? points - 30 : points
    const note = index === 0 ? `${JUDGES[judge]}的说明` : ''
    await scoreCellAs(send, judgeLink, { candidate, criterion, score, note })
  }
  await submitScoresAs(send, judgeLink)
}

test('a reader learns that the link has been replaced while the page was open', async ({ page, watch }) => {
  watch.allowConsole(/status of 404/)
  const send = await createAdminSender(page.request)
  const { path } = await createProject(send, { name: '换了链接的项目', products: [], judges: JUDGES })
  const { link } = await send(`${path}/reader-link`)
  await page.goto(new URL(link).pathname + new URL(link).hash)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('换了链接的项目')
  await send(`${path}/reader-link`)
  // The reader returns from another window.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('alert')).toContainText('只读链接无效、已撤销或已过期，请联系项目负责人')
})

test('a reader navigates the workbench by keyboard, and a modified report fails verification', async ({
  page,
  watch,
}, info) => {
  watch.allowConsole(/status of 404/)
  const { readerUrl, reportUrl } = await finishProject(page.request)
  await page.goto(`${PAGES.judging}#${'a'.repeat(43)}`)
  await expect(page.getByRole('alert')).toContainText('邀请链接无效、已撤销或已过期，请联系项目负责人')
  await expect(page.getByText('需由负责人重新邀请')).toBeVisible()
  await page.goto(`${PAGES.sharedProject}#${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toContainText('只读链接无效、已撤销或已过期，请联系项目负责人')
  await expect(page.getByRole('button', { name: '重新加载' })).toHaveCount(0)
  // The browser only moves to another fragment of the same page.
  await page.goto(readerUrl)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('巡检选型')
  await expect(page.getByText(/^巡检助手排名第一，总分/)).toBeVisible()
  await readCell(page)
  await moveWeight(page)
  await page.getByText('以表格查看').first().click()
  const ranks = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: '第1名' }) })
  await expect(ranks.getByRole('row')).toHaveCount(3)
  await expectAccessible(page.getByRole('heading', { level: 2, name: '稳健性' }))

  await page.goto(reportUrl)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('巡检选型')
  await expectAccessible(page.getByRole('heading', { level: 1 }))
  const download = await waitForDownload(page, () => page.getByRole('link', { name: 'JSON' }).click())
  const file = info.outputPath('report.json')
  await download.saveAs(file)
  await verify(page, file, '未改动')
  const changed = info.outputPath('changed.json')
  await writeFile(changed, (await readFile(file, 'utf8')).replaceAll('客服云', '客服雨'))
  await verify(page, changed, '已改动')
})

/** Moves from the first cell to the one below and back, and opens it. */
async function readCell(page: Page): Promise<void> {
  const cells = page.getByRole('table', { name: '各候选在各准则上的得分' }).getByRole('button')
  await cells.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(cells.nth(CANDIDATES.length)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(cells.first()).toHaveAccessibleName(/差30$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  for (const judge of JUDGES) await expect(dialog).toContainText(`${judge}的说明`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Moves the entire weight to the first criterion, on which the other candidate leads. */
async function moveWeight(page: Page): Promise<void> {
  const part = page.getByRole('region', { name: '换个权重会怎样' })
  await part.getByRole('combobox').selectOption({ index: 3 })
  await part.getByRole('slider').focus()
  await page.keyboard.press('End')
  await expect(part.getByRole('status')).toContainText('客服云超过巡检助手')
  await part.getByRole('button', { name: '回到现在' }).click()
  await expect(part.getByRole('status')).toHaveText('第一名与各候选的结论都不变。')
}

async function verify(page: Page, file: string, result: string): Promise<void> {
  await page.goto('/evaluation/verify')
  await page.getByLabel('按文件核验').setInputFiles(file)
  await expect(page.getByRole('status')).toContainText(result)
}
