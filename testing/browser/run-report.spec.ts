/** A committee files what its agents answered: seal, run, 定稿, report, and a stranger who verifies seal and appendix. */
import { writeFile } from 'node:fs/promises'
import { PAGES } from '#contracts/paths.ts'
import { json, startAgent } from '#testing/agent-server.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken } from './admin-session.ts'
import { createAdminSender, createProject, declareAs, scoreCellAs, submitScoresAs } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'
import { waitForDownload } from './wait-for-download.ts'

test('sealed questions are asked, and the report proves seal and replies', async ({ page, request }, testInfo) => {
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
  const criterion = groups[0]?.criteria[0]?.key
  const tasks = [
    { key: 'refund', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }], criterion },
    { key: 'invoice', title: '怎么开发票？', checks: [{ kind: 'contains', value: '税号' }], isSealed: true, criterion },
  ]
  await send(`${path}/tasks`, { tasks }, 'PUT')
  await page.goto(`${PAGES.evaluationProject(project.id)}?tab=tests`)
  await signInOnSite(page)
  const sealing = page.getByRole('region', { name: '密封', exact: true })
  await sealing.getByRole('button', { name: '密封1道题' }).dblclick()
  await expect(sealing.getByText('密封中')).toHaveCount(1)
  await expect(sealing.getByRole('button', { name: '复制给厂商的说明' })).toBeVisible()
  await expectAccessible(sealing)
  const seal = (await sealing.getByText(/^SHA-256 /).textContent()) ?? ''
  const run = await send(`${path}/runs`, { title: '首轮', repeats: 2 })
  const headers = { authorization: `Bearer ${await getAdminToken(request)}` }
  await expect
    .poll(async () => (await (await request.get(`${path}/runs/${run.id}`, { headers })).json()).data.status)
    .toBe('finished')
  await send(`${path}/status`, { to: 'scoring' })
  const [judgeLink = ''] = judgeLinks
  await declareAs(send, judgeLink)
  for (const { key: candidate } of candidates)
    for (const { key: criterion } of groups.flatMap((group) => group.criteria))
      await scoreCellAs(send, judgeLink, { candidate, criterion, score: 80 })
  await page.goto(judgeLink)
  await expect(page.getByRole('region', { name: '密封的题目' })).toContainText(seal)
  await expect(page.getByText('怎么开发票？')).toHaveCount(0)
  await page.getByRole('button', { name: '采用实测的建议' }).click()
  await expect(page.getByLabel('依据（选填）')).toHaveValue(/^实测“首轮”（.*结束）判定2次，通过2次。$/)
  await expect(page.getByText('已保存').first()).toBeVisible()
  await expectAccessible(page.getByRole('main'))
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
  await page.emulateMedia({ media: 'print' })
  for (const { name } of candidates) await expect(section.getByText(name, { exact: true }).last()).toBeVisible()
  await page.emulateMedia({ media: null })
  const appendix = await waitForDownload(page, () => section.getByRole('link', { name: '下载附录' }).click())
  const file = testInfo.outputPath('appendix.jsonl')
  await appendix.saveAs(file)

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
  agent.stop()
})
