/** The journey of a CIO, from the first search to the questions for vendors and the consultation. */
import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { PAGES } from '#contracts/paths.ts'
import { getEntryData, readZipDirectory } from '#server/platform/files/zip-directory.ts'
import { expect, test } from './fixtures.ts'
import { waitForDownload } from './wait-for-download.ts'
import { waitForHydration } from './wait-for-hydration.ts'

const getCompareToggle = (page: Page, name: string) =>
  page.getByRole('button', { name: `加入对比：${name}`, exact: true })
const getComparisonBar = (page: Page) => page.getByRole('region', { name: '产品对比' })

test('a CIO searches, compares, creates and shares a shortlist, downloads its questions and requests advice', {
  tag: '@firefox',
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(90_000)

  await test.step('finds a product by keyboard alone', async () => {
    await page.goto('/')
    const box = page.getByRole('banner').getByRole('combobox', { name: '全站搜索' })
    await box.focus()
    await page.keyboard.type('agentscope')
    await expect(page.getByRole('option').first()).toContainText('AgentScope')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'AgentScope', exact: true })).toBeVisible()
  })

  await test.step('compares three products, one from its page and two from the list', async () => {
    await getCompareToggle(page, 'AgentScope').click()
    await expect(getComparisonBar(page)).toContainText('1个')
    await page.getByRole('link', { name: '返回列表' }).click()
    for (const name of ['Dify', 'Coze']) {
      await page.getByRole('searchbox', { name: '搜索' }).fill(name)
      const toggle = page.getByRole('main').getByRole('button', { name: new RegExp(`^加入对比：.*${name}`, 'i') })
      await toggle.first().click()
    }
    await expect(getComparisonBar(page)).toContainText('3个')
    await getComparisonBar(page).getByRole('link', { name: '开始对比' }).click()
    await expect(page.getByRole('table').first()).toBeVisible()
    const rows = page.getByRole('table').first().getByRole('row')
    const all = await rows.count()
    await page.getByRole('button', { name: '只看差异' }).click()
    await expect.poll(() => rows.count()).toBeLessThan(all)
    await expect(page).toHaveURL(/[?&]diff=/)
  })

  const title = '集团知识助手选型'
  await test.step('answers the wizard’s questions faster than the page updates', async () => {
    await page.goto(PAGES.shortlistWizard)
    const names = ['部署在自己的环境', '全公司使用', '先用免费的']
    // The presses follow each other without a pause: none of them may be lost.
    await expect(page.getByRole('checkbox', { name: names[0] })).toBeVisible()
    await page.evaluate((labels) => {
      const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
      for (const label of labels) boxes.find((box) => box.closest('label')?.textContent?.trim() === label)?.click()
    }, names)
    for (const name of names) await expect(page.getByRole('checkbox', { name })).toBeChecked()
    await page.reload()
    for (const name of names) await expect(page.getByRole('checkbox', { name })).toBeChecked()
    await page.getByRole('combobox', { name: 'SSO的要求' }).selectOption('必须')
    await expect(page.getByRole('heading', { name: /^满足全部必须要求（\d+）$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^待确认（\d+）$/ })).toBeVisible()
    const form = page.getByRole('form', { name: '保存清单' })
    await form.getByLabel('清单名称').fill(title)
    await form.getByRole('button', { name: '保存清单' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  await test.step('a colleague without an account opens the link, and reads the questions', async () => {
    const context = await browser.newContext({ baseURL })
    const colleague = await context.newPage()
    await colleague.goto(page.url())
    await waitForHydration(colleague)
    await expect(colleague.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(colleague.getByText('登录后可以把这份清单存入')).toBeVisible()
    const link = colleague.getByRole('link', { name: '询问清单（Word）' })
    const download = await waitForDownload(colleague, () => link.click())
    const text = await readWord(await download.path())
    expect(text).toContain(title)
    for (const word of ['SSO', '必须', '厂商答复', baseURL ?? '']) expect(text).toContain(word)
    expect(text).not.toContain('undefined')
    await context.close()
  })

  await test.step('asks for a consultation', async () => {
    await page.goto(`${PAGES.selection}#consultation`)
    const fields = { 公司名称: '某制造集团', 联系人: '陈女士', 联系电话: '010-65529988', 联系邮箱: 'chen@example.com' }
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
    await page.getByLabel('需求描述').fill(`想就“${title}”听听意见`)
    await page.getByLabel('我已阅读并同意').check()
    await page.getByRole('button', { name: '提交咨询' }).click()
    await expect(page.getByRole('status').filter({ hasText: '咨询请求已提交' })).toBeVisible()
  })
})

/** Returns the text of a Word document, without markup. */
async function readWord(path: string): Promise<string> {
  const bytes = await readFile(path)
  const entry = readZipDirectory(bytes).find(({ name }) => name === 'word/document.xml')
  const location = entry && getEntryData(bytes, entry)
  if (!location) throw new Error('not a Word document')
  const xml = location.isDeflated ? inflateRawSync(location.packed) : location.packed
  return xml.toString().replaceAll(/<[^>]+>/g, '')
}
