import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { expect, test } from './fixtures.ts'
import { waitForDownload } from './wait-for-download.ts'

const getResult = (page: Page) => page.getByRole('region', { name: '评估结果' })
const getSlider = (page: Page, name: string) => page.getByRole('slider', { name: `${name}得分` })
const getNumberInput = (page: Page, name: string) => page.getByRole('spinbutton', { name: `${name}得分（输入数字）` })

test('a keyboard user scores a product and gets a report', async ({ page }) => {
  await page.goto('/evaluation')
  await page.getByRole('link', { name: '打开评估工具' }).first().click()
  await expect(page).toHaveURL('/evaluation?view=tool')
  await expect(getResult(page)).toContainText('示例结果')

  await page.getByRole('button', { name: '生成评估报告' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '请先完成产品评估' })).toBeVisible()
  const name = page.getByRole('textbox', { name: '产品名称' })
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('请输入产品名称')

  await getSlider(page, '技术').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(getNumberInput(page, '技术')).toHaveValue('99')
  await getNumberInput(page, '商业').fill('92')
  await expect(getSlider(page, '商业')).toHaveValue('92')
  await getNumberInput(page, '市场').fill('87')
  await expect(getResult(page)).toContainText('技术99×40%＋商业92×35%＋市场87×25%＝93.55，取94')
  await expect(getResult(page).getByRole('img', { name: '结论：强烈推荐' })).toBeVisible()

  await name.fill('巡检助手 <b>二代</b>')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: '生成评估报告' }).click()
  await expect(page).toHaveURL(/\/evaluation\/reports\/[\w-]{22}$/)
  const reportId = page.url().split('/').pop() ?? ''
  await expect(page.getByRole('alert').filter({ hasText: `评估报告生成成功！报告ID: ${reportId}` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('巡检助手 <b>二代</b>')
  await expect(page.getByRole('article')).toContainText(reportId)
  await expect(page.getByRole('row', { name: '技术 99 40% 39.60' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('评估人自填，未经平台核实')
  await expect(page.getByRole('img', { name: '自填结论：强烈推荐' })).toBeVisible()

  await page.reload()
  await expect(page).toHaveTitle('自填评估报告（评估人自填，未经平台核实）：巡检助手 <b>二代</b> - 智鉴')
  await page.getByRole('link', { name: '核验' }).click()
  const verification = page.getByRole('status')
  await expect(verification).toContainText('评估人自填，未经平台核实')
  await expect(verification).toContainText('巡检助手 <b>二代</b>')
  await expect(verification).toContainText('94分，强烈推荐')
  await page.goBack()
  await page.goBack()
  await expect(getNumberInput(page, '技术')).toHaveValue('99')
})

test('scores are calculated one request at a time, and a failure is reported until the next success', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/ERR_FAILED/)
  await page.goto('/evaluation?view=tool')
  await expect(
    page.getByRole('navigation', { name: '评估视图' }).getByRole('link', { name: '评估工具' }),
  ).toHaveAttribute('aria-current', 'page')

  await test.step('after the first request, only the latest value is sent', async () => {
    const firstReply = Promise.withResolvers<void>()
    const scores: unknown[] = []
    await page.route('**/api/evaluation-calculate', async (route) => {
      scores.push(route.request().postDataJSON().techScore)
      await firstReply.promise
      await route.continue()
    })
    await getSlider(page, '技术').focus()
    for (let pressed = 0; pressed < 20; pressed += 1) await page.keyboard.press('ArrowRight')
    await expect(getNumberInput(page, '技术')).toHaveValue('70')
    expect(scores).toEqual([51])
    firstReply.resolve()
    await expect(getResult(page)).toContainText('技术70×40%')
    expect(scores).toEqual([51, 70])
    await page.unroute('**/api/evaluation-calculate')
  })

  const notice = page.getByRole('alert').filter({ hasText: SITE_MESSAGES.calculateFailed })
  const fail = () => page.route(`**${evaluationCalls.calculate.path}`, (route) => route.abort(), { times: 1 })
  await test.step('a failed calculation is reported and can be retried', async () => {
    await fail()
    await getNumberInput(page, '技术').fill('80')
    await expect(notice).toBeVisible()
    await expect(getResult(page)).toContainText('综合得分（未更新）')
    await page.getByRole('button', { name: '重新计算' }).click()
    await expect(getResult(page)).toContainText('技术80×40%')
    await expect(getResult(page)).not.toContainText('未更新')
  })

  await test.step('the notice disappears with the next success', async () => {
    await fail()
    await getNumberInput(page, '市场').fill('90')
    await expect(notice).toBeVisible()
    await getNumberInput(page, '市场').fill('100')
    await expect(getResult(page)).toContainText('市场100×25%')
    await expect(notice).toBeHidden({ timeout: 1_000 })
  })
})

test('a report whose reply is lost is not created again after a reload', async ({ page, watch }) => {
  watch.allowConsole(/ERR_FAILED/)
  await page.goto('/evaluation?view=tool')
  await page.getByRole('textbox', { name: '产品名称' }).fill('断线助手')
  await getNumberInput(page, '市场').fill('90')
  await expect(getResult(page)).toContainText('＝60')
  let createdId = ''
  await page.route(
    `**${evaluationCalls.createReport.path}`,
    async (route) => {
      const reply = await route.fetch()
      createdId = (await reply.json()).data.reportId
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: '生成评估报告' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '生成报告失败，请稍后重试' })).toBeVisible()
  await page.reload()
  // What was typed is there again, and calculated.
  await expect(page.getByRole('textbox', { name: '产品名称' })).toHaveValue('断线助手')
  await expect(getSlider(page, '市场')).toHaveValue('90')
  await expect(getResult(page)).toContainText('＝60')
  await page.getByRole('button', { name: '生成评估报告' }).click()
  await expect(page).toHaveURL(`/evaluation/reports/${createdId}`)
})

test('an invalid score is rejected at its field, and its first digits are not used for a report', async ({ page }) => {
  await page.goto('/evaluation?view=tool')
  const tech = getNumberInput(page, '技术')
  for (const [typed, value] of [
    ['150', '50'],
    ['3.7', '50'],
    ['', '50'],
    ['-1', '50'],
  ] as const) {
    await tech.fill('')
    await tech.pressSequentially(typed)
    await tech.blur()
    await expect(tech).toHaveValue(typed)
    await expect(tech).toHaveAttribute('aria-invalid', 'true')
    await expect(tech).toHaveAccessibleDescription(/技术得分应为0到100的整数，目前仍按50分计算/)
    await expect(getSlider(page, '技术')).toHaveValue(value)
  }
  await page.getByRole('textbox', { name: '产品名称' }).fill('巡检助手')
  await page.getByRole('button', { name: '生成评估报告' }).click()
  await expect(tech).toBeFocused()
  await expect(page).toHaveURL('/evaluation?view=tool')

  await tech.fill('95')
  await expect(tech).not.toHaveAttribute('aria-invalid')
  await expect(getResult(page)).toContainText('技术95×40%')
  await page.getByRole('button', { name: '生成评估报告' }).click()
  await expect(page.getByRole('row', { name: '技术 95 40% 38.00' })).toBeVisible()
})

test('an example opens and closes, and checklists are downloaded under their names or reported as failed', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/Failed to load resource/)
  await page.goto('/evaluation')
  const example = page.getByRole('button', { name: /合同审阅智能体/ })
  await expect(example).toHaveAttribute('aria-expanded', 'false')
  await example.click()
  await expect(example).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('服务协议未约定模型变更的提前通知')).toBeVisible()
  await example.press('Enter')
  await expect(page.getByText('服务协议未约定模型变更的提前通知')).toBeHidden()

  await page.getByRole('button', { name: '下载评估清单' }).click()
  const dialog = page.getByRole('dialog', { name: '下载评估清单' })
  await expect(dialog).toContainText('企业智能体评估清单.docx')
  const download = await waitForDownload(page, () => dialog.getByRole('button', { name: '下载该文件' }).click())
  expect(download.suggestedFilename()).toBe('企业智能体评估清单.docx')

  await page.getByRole('button', { name: '下载评估清单' }).click()
  const archive = await waitForDownload(page, () => dialog.getByRole('button', { name: '下载全部2个' }).click())
  expect(archive.suggestedFilename()).toBe('评估清单.zip')
  expect(Object.keys(unzipSync(await readFile(await archive.path())))).toEqual([
    '企业智能体评估清单.docx',
    '概念验证打分表.xlsx',
  ])

  const startDownload = async () => {
    await page.getByRole('button', { name: '下载评估清单' }).click()
    await dialog.getByRole('button', { name: '下载该文件' }).click()
  }
  const path = '**/api/download-evaluation-attachment*'
  await page.route(path, (route) => route.fulfill({ status: 404, body: '{}' }), { times: 1 })
  await startDownload()
  await expect(page.getByRole('alert')).toHaveText('下载失败')
  await page.route(path, (route) => route.abort(), { times: 1 })
  await startDownload()
  await expect(page.getByRole('alert').filter({ hasText: '下载评估清单失败，请稍后重试' })).toBeVisible()
})

test('a request for an evaluation lists missing fields and keeps its input', async ({ page, watch }) => {
  watch.allowConsole(/Failed to load resource/)
  const requestBodies: unknown[] = []
  await page.route('**/api/evaluation-service-request', async (route) => {
    requestBodies.push(route.request().postDataJSON())
    if (requestBodies.length === 1) await route.abort()
    else await route.fulfill({ json: { success: true, data: {} } })
  })
  await page.goto('/evaluation')
  const open = page.getByRole('button', { name: '申请专业评估服务' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: '申请专业评估服务' })
  await expect(dialog.getByLabel('产品名称')).toBeFocused()
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog.getByText('请输入产品名称')).toBeVisible()
  await expect(dialog.getByLabel('产品名称')).toBeFocused()

  const input = {
    productName: '巡检助手',
    companyName: '测试公司',
    contactName: '王工',
    phone: '010-12345678',
    email: 'wang@example.com',
    requirements: '三个月内选定一款巡检产品',
    agreeToTerms: true,
  }
  await dialog.getByLabel('产品名称').fill(input.productName)
  await dialog.getByLabel('公司名称').fill(input.companyName)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open.click()
  await expect(dialog.getByLabel('公司名称')).toHaveValue(input.companyName)
  await page.reload()
  await open.click()
  await expect(dialog.getByLabel('产品名称')).toHaveValue(input.productName)
  await expect(dialog.getByLabel('公司名称')).toHaveValue(input.companyName)
  await dialog.getByLabel('联系人').fill(input.contactName)
  await dialog.getByLabel('联系电话').fill(input.phone)
  await dialog.getByLabel('联系邮箱').fill(input.email)
  await dialog.getByLabel('需求描述').fill(input.requirements)
  await dialog.getByLabel('我已阅读并同意').check()
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('网络连接失败，请检查网络后重试')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByRole('alert')).toHaveText('评估服务申请已提交，我们将在24小时内与您联系！')
  expect(requestBodies).toEqual([input, input])
  await open.click()
  await expect(dialog.getByLabel('公司名称')).toHaveValue('')
})

test('a long text pasted as a report number does not create a long URL', async ({ page, watch }) => {
  watch.allowConsole(/404/)
  await page.goto('/evaluation/verify')
  await page.getByLabel('按编号核验').fill('测'.repeat(60_000))
  await page.getByRole('button', { name: '核验', exact: true }).click()
  await expect(page.getByText('无法核验')).toBeVisible()
  expect(page.url().length).toBeLessThan(20_000)
})
