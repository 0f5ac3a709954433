/** A committee files what its agents answered: run, 定稿, report, and a stranger who verifies the appendix. */
import { writeFile } from 'node:fs/promises'
import { PAGES } from '#contracts/paths.ts'
import { json, startAgent } from '#testing/agent-server.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { getAdminToken } from './admin-session.ts'
import { createAdminSender, createProject, scoreCellAs, submitScoresAs } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { waitForDownload } from './wait-for-download.ts'

test('the runs are in the report, whose appendix anybody can verify', async ({ page, request }, testInfo) => {
  const agent = await startAgent((reply, received, index) => {
    const content = received.body.includes('退款') ? '退款将在7个工作日内到账。' : '请联系人工客服。'
    return json({ model: 'agent-1', choices: [{ message: { content }, finish_reason: 'stop' }] })(
      reply,
      received,
      index,
    )
  })
  const send = await createAdminSender(request)
  const products = ['dify', 'coze-studio']
  const { project, path, judgeLinks } = await createProject(send, { name: '实测报告', products, judges: ['李评委'] })
  const { candidates, groups } = project.setup
  for (const { key } of candidates)
    await send(`${path}/connections/${key}`, { kind: 'openai', url: agent.url, secret: 'sk-secret' }, 'PUT')
  const tasks = [
    { key: 'refund', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] },
    { key: 'invoice', title: '怎么开发票？', checks: [{ kind: 'contains', value: '税号' }] },
  ]
  await send(`${path}/tasks`, { tasks }, 'PUT')
  const run = await send(`${path}/runs`, { title: '首轮', repeats: 2 })
  const headers = { authorization: `Bearer ${await getAdminToken(request)}` }
  await expect
    .poll(async () => (await (await request.get(`${path}/runs/${run.id}`, { headers })).json()).data.status)
    .toBe('finished')
  await send(`${path}/status`, { to: 'scoring' })
  const [judgeLink = ''] = judgeLinks
  for (const { key: candidate } of candidates)
    for (const { key: criterion } of groups.flatMap((group) => group.criteria))
      await scoreCellAs(send, judgeLink, { candidate, criterion, score: 80 })
  await submitScoresAs(send, judgeLink)
  await send(`${path}/status`, { to: 'review' })
  const { reportId } = await send(`${path}/status`, { to: 'final' })

  await page.goto(PAGES.report(reportId))
  const section = page.getByRole('region', { name: /、实测$/ })
  await expect(section.getByText('各候选交替提问，顺序由种子1决定')).toBeVisible()
  await expect(section.getByRole('table', { name: '通过率、用时与费用' })).toContainText('50%（2/4）')
  await section.getByText('（4次）').first().click()
  await expect(section.getByText('请联系人工客服。').first()).toBeVisible()
  await expectAccessible(section)
  await setNarrowViewport(page)
  await expectAccessible(section)
  const appendix = await waitForDownload(page, () => section.getByRole('link', { name: '下载附录' }).click())
  const file = testInfo.outputPath('appendix.jsonl')
  await appendix.saveAs(file)

  await page.goto(`${PAGES.verifyReport}?report=${reportId}`)
  await expect(page.getByText('未改动', { exact: true })).toBeVisible()
  const check = page.getByLabel('核对实测附录')
  await check.setInputFiles(file)
  await expect(page.getByText('附录与这份报告一致，未改动。')).toBeVisible()
  await writeFile(file, '{}\n')
  await check.setInputFiles(file)
  await expect(page.getByText('不是这份报告的附录，或下载后被改动过。')).toBeVisible()
  await expectAccessible(page.getByRole('main'))
  agent.stop()
})
