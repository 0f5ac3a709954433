/** Pages survive that their text nodes are replaced, by a translator or an extension. */
import type { Page } from '@playwright/test'
import { PAGES } from '#contracts/paths.ts'
import { expect, test } from './fixtures.ts'
import { translatePage, useEveryControl } from './translate-page.ts'

/** The controls used on each page; the rest of a long list is of the same kinds. */
const MOST_CONTROLS = 25

/** The pages with controls that change what is shown; the others only have links. */
const CHANGING_PAGES = {
  'the catalogues': [
    '/products',
    '/products?compare=dify,coze-studio,sample-znkf&view=compare',
    '/products/sample-znkf?tab=reviews',
    '/78ai',
    '/search?q=客服',
  ],
  'the forms': ['/selection', '/submit', '/submit/status', PAGES.shortlistWizard],
  'the community and the evaluation': ['/community?tab=events', '/evaluation?view=tool', '/evaluation/verify'],
}

/** A part that hydrates later than the translator finds other text: React renders it anew, and reports #418. */
const RENDERED_ANEW = /Minified React error #418/

for (const [part, paths] of Object.entries(CHANGING_PAGES))
  test(`${part} can be used while they are translated`, async ({ page, watch }) => {
    // Trying everything sends invalid input, too.
    watch.allowConsole(/status of 4\d\d|File chooser dialog/)
    watch.allowConsole(RENDERED_ANEW)
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(path)
        await page.getByRole('main').locator('button, input, select').filter({ visible: true }).first().waitFor()
        await translatePage(page)
        expect(await useEveryControl(page, MOST_CONTROLS)).not.toEqual([])
        await expect(page.getByRole('main')).not.toBeEmpty()
      })
  })

test('a translated list shows the number of its new results', async ({ page, watch }) => {
  watch.allowConsole(RENDERED_ANEW)
  await page.goto('/products?search=知识库')
  await translatePage(page)
  const main = page.getByRole('main')
  await main.locator('select[name=type]').selectOption('SaaS')
  await expect(page).toHaveURL(/type=SaaS/)
  const reply = await page.request.get('/api/products-list?search=知识库&type=SaaS&page=1')
  const { pagination } = await reply.json()
  expect(pagination.totalItems).toBeGreaterThan(0)
  await expect(main.locator('[aria-live] strong').first()).toHaveText(new RegExp(`^«?${pagination.totalItems}»?$`))
})

test('a translated page shows what another shows after its answers have changed', async ({ page, context, watch }) => {
  watch.allowConsole(RENDERED_ANEW)
  await page.goto(PAGES.shortlistWizard)
  await page.getByRole('checkbox').first().waitFor()
  await translatePage(page)
  for (const answer of [/知识库问答/, /部署在自己的环境/, /审计日志/, /先用免费的/])
    await page.getByRole('checkbox', { name: answer }).check()
  await expect(page).toHaveURL(/free/)
  const untranslated = await context.newPage()
  await untranslated.goto(page.url())
  await expect(untranslated.getByText(/^满足\d+个/)).toBeVisible()
  await expect.poll(() => readMainText(page)).toBe(await readMainText(untranslated))
})

const readMainText = async (page: Page): Promise<string> =>
  (await page.getByRole('main').innerText()).replaceAll(/[«»\s]/g, '')

test('a page that fails to render is rendered anew with what was typed', async ({ page, watch }) => {
  watch.allowConsole(/NotFoundError|removeChild/)
  await page.goto('/selection')
  const company = page.getByLabel(/公司名称/)
  await company.pressSequentially('测试公司')
  const packages = page.getByRole('button', { name: /选择此套餐/ })
  await packages.first().click()
  const notice = page.getByText(/^已选择“/)
  await notice.evaluate((element) => element.remove())
  await page.getByRole('button', { pressed: true }).first().click()
  await expect(packages.first()).toHaveAttribute('aria-pressed', 'false')
  await expect(company).toHaveValue('测试公司')
})
