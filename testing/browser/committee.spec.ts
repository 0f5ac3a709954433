/** A committee declares its interests and signs: one judge is barred from a candidate, the other dissents by hand. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { PAGES } from '#contracts/paths.ts'
import { expectAccessible, setNarrowViewport } from './accessibility.ts'
import { createAdminSender, createProject, declareAs, type Sender, scoreCellAs, submitScoresAs } from './evaluations.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'
import { waitForDownload } from './wait-for-download.ts'

const STATEMENT = '我与候选的厂商没有劳动、投资与亲属关系。'
const PRODUCTS = ['dify', 'coze-studio']

/** Draws two strokes with the pointer. */
async function drawSignature(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: '手写签名，还没有写' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The pad has no box')
  const moveTo = (x: number, y: number) => page.mouse.move(box.x + box.width * x, box.y + box.height * y)
  for (const y of [0.3, 0.6]) {
    await moveTo(0.2, y)
    await page.mouse.down()
    await moveTo(0.5, y + 0.1)
    await moveTo(0.8, y)
    await page.mouse.up()
  }
}

async function scoreAs(send: Sender, link: string, { candidates, criteria, score }: Scores): Promise<void> {
  for (const candidate of candidates)
    for (const criterion of criteria) await scoreCellAs(send, link, { candidate, criterion, score })
  await submitScoresAs(send, link)
}
type Scores = { candidates: readonly string[]; criteria: readonly string[]; score: number }

test('a committee declares interests, dissents, signs, and a stranger verifies it', async ({ page, request }) => {
  test.setTimeout(240_000)
  const send = await createAdminSender(request)
  const judges = ['李评委', '王评委']
  const { project, path, judgeLinks } = await createProject(send, { name: '有回避的评审', products: PRODUCTS, judges })
  const { candidates, groups } = project.setup
  const keys = candidates.map(({ key }) => key)
  const criteria = groups.flatMap((group) => group.criteria.map(({ key }) => key))
  const [first, second] = candidates
  const [firstLink = '', secondLink = ''] = judgeLinks

  await test.step('the owner writes the statement and requires signatures', async () => {
    await page.goto(PAGES.evaluationProject(project.id))
    await signInOnSite(page)
    const card = page.getByRole('region', { name: '声明与签署' })
    await card.getByRole('textbox', { name: '利益冲突声明' }).fill('')
    await card.getByRole('textbox', { name: '利益冲突声明' }).pressSequentially(STATEMENT)
    await card.getByRole('checkbox', { name: /要求评委签署终表/ }).check()
    await page.getByRole('button', { name: '保存设定' }).click()
    await expect(page.getByText('设定已保存')).toBeVisible()
    await expectAccessible(card)
    await send(`${path}/status`, { to: 'scoring' })
  })

  await test.step('a judge on a phone declares a conflict, and can’t score that candidate', async () => {
    await setNarrowViewport(page)
    await page.goto(firstLink)
    const form = page.getByRole('region', { name: '利益冲突声明' })
    await expect(form).toContainText(STATEMENT)
    await form.getByRole('checkbox', { name: first?.name ?? '' }).check()
    await form.getByRole('button', { name: '确认声明，对1个候选回避' }).click()
    await expect(form.getByText('请写明利益关系')).toBeVisible()
    await form.getByRole('textbox').pressSequentially('两年前在该厂商任职')
    await expectAccessible(form)
    await form.getByRole('button', { name: '确认声明，对1个候选回避' }).click()
    await expect(page.getByText(`已评0/${criteria.length}项`)).toBeVisible()
    await page.getByRole('button', { name: '上一项' }).click()
    await expect(page.getByRole('note')).toContainText('两年前在该厂商任职')
    await expect(page.getByRole('textbox', { name: /依据/ })).toBeDisabled()
    await scoreAs(send, firstLink, { candidates: [second?.key ?? ''], criteria, score: 90 })
    await declareAs(send, secondLink)
    await scoreAs(send, secondLink, { candidates: keys, criteria, score: 70 })
    await send(`${path}/status`, { to: 'review' })
  })

  await test.step('a judge dissents with a drawn signature, another signs on the phone', async () => {
    await page.goto('about:blank')
    await page.goto(firstLink)
    await page.getByRole('button', { name: '签署', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '签署', exact: true }).click()
    await expect(page.getByRole('region', { name: '签署终表' })).toContainText('同意')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('about:blank')
    await page.goto(secondLink)
    await page.getByRole('button', { name: '签署', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: '保留意见' }).check()
    await dialog.getByRole('textbox', { name: /保留意见的理由/ }).pressSequentially('案例没有核实')
    await drawSignature(page)
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '签署并保留意见' }).click()
    const card = page.getByRole('region', { name: '签署终表' })
    await expect(card).toContainText('保留意见：案例没有核实')
    await expect(card.getByRole('img', { name: '王评委的手写签名' })).toBeVisible()
  })

  const { reportId } = await send(`${path}/status`, { to: 'final' })
  await test.step('the report says who declared and signed what, and the verification recomputes it', async () => {
    await page.goto(PAGES.report(reportId))
    const section = page.locator('#committee')
    await expect(section).toContainText(`李评委对${first?.name}回避，${first?.name}由其余1位评委评分。`)
    await expect(section).toContainText('2位评委签署了终表，其中1位保留意见。')
    await expect(section.getByRole('img', { name: '王评委的手写签名' })).toBeVisible()
    await expectAccessible(section)
    await page.goto(`${PAGES.verifyReport}?report=${reportId}`)
    await expect(page.getByText(/与评委所签的终表一致/)).toBeVisible()
    await expect(page.getByText('1人同意，1人保留意见，0人没有签署。')).toBeVisible()
    await expectAccessible(page.getByRole('main'))
  })

  await test.step('the owner downloads the documents that are filed', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${PAGES.evaluationProject(project.id)}?tab=result`)
    const section = page.getByRole('region', { name: '存档文件' })
    const download = async (title: string) => {
      const file = await waitForDownload(page, () => section.getByRole('link', { name: `下载${title}` }).click())
      return { name: file.suggestedFilename(), parts: unzipSync(await readFile(await file.path())) }
    }
    const report = await download('评审报告')
    expect(report.name).toMatch(/\.docx$/)
    expect(strFromU8(report.parts['word/document.xml'] ?? new Uint8Array())).toContain('案例没有核实')
    const table = await download('评分汇总表与价格评审表')
    expect(table.name).toMatch(/\.xlsx$/)
    expect(Object.keys(table.parts)).toContain('xl/worksheets/sheet1.xml')
  })
})
