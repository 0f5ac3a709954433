import type { Page } from '@playwright/test'
import { documentCalls } from '#contracts/content/calls.ts'
import { expect, test } from './fixtures.ts'

const SUCCESS_MESSAGE = '咨询请求已提交，我们将在24小时内与您联系！'
const FAILURE_MESSAGE = '提交失败，请稍后重试'
const REQUEST = {
  公司名称: '某制造集团',
  联系人: '陈女士',
  联系电话: '（０１０）６５５２ ９９８８',
  联系邮箱: 'chen@example.com',
}

async function fillIn(page: Page) {
  for (const [label, text] of Object.entries(REQUEST)) await page.getByLabel(label).fill(text)
  await page.getByLabel('需求描述').fill('比较三个客服智能体')
  await page.getByLabel('我已阅读并同意').check()
}

test('a chosen package is stored in the URL and added to the form, to which a link leads', async ({ page }) => {
  await page.goto('/selection')
  const first = page.getByRole('button', { name: '选择此套餐：需求诊断' })
  const second = page.getByRole('button', { name: '选择此套餐：对比选型' })
  const requirements = page.getByLabel('需求描述')
  await expect(requirements).toHaveValue('')

  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(`/selection?package=${encodeURIComponent('对比选型')}`)
  await expect(requirements).toHaveValue('意向套餐：对比选型')
  await first.click()
  await expect(second).toHaveAttribute('aria-pressed', 'false')
  await expect(requirements).toHaveValue('意向套餐：需求诊断')

  await page.goBack()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(requirements).toHaveValue('意向套餐：对比选型')

  await second.press('Space')
  await expect(second).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('/selection')
  await expect(requirements).toHaveValue('')

  // What is typed isn't replaced.
  await requirements.fill('先谈谈')
  await page.getByLabel('公司名称').fill('某集团')
  await page.getByRole('button', { name: '选择此套餐：试点验证' }).click()
  await expect(page).toHaveURL(/package=/)
  await expect(requirements).toHaveValue('先谈谈')
  await expect(page.getByLabel('公司名称')).toHaveValue('某集团')

  await page.getByRole('link', { name: '预约免费咨询' }).last().click()
  await expect(page).toHaveURL('/selection#consultation')
  await expect(page.getByRole('heading', { name: '预约免费咨询' })).toBeInViewport()
})

test('a consultation with errors keeps its input, is corrected, and sent once by keyboard', async ({ page, watch }) => {
  watch.allowConsole(/400|503/)
  await page.goto('/selection#consultation')
  await page.getByRole('button', { name: '提交咨询' }).click()
  for (const [label, message] of [
    ['公司名称', '请输入公司名称'],
    ['联系人', '请输入联系人姓名'],
    ['联系电话', '请输入联系电话'],
    ['联系邮箱', '请输入邮箱地址'],
    ['需求描述', '请输入需求描述'],
    ['我已阅读并同意', '请阅读并同意用户协议和隐私政策'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message))
  }
  await expect(page.getByLabel('公司名称')).toBeFocused()

  await fillIn(page)
  await page.getByLabel('联系邮箱').fill('chen@')
  await page.getByLabel('联系电话').fill('123')
  await page.getByRole('button', { name: '提交咨询' }).click()
  await expect(page.getByLabel('联系邮箱')).toHaveAccessibleDescription('请输入有效的邮箱地址')
  await expect(page.getByLabel('联系电话')).toHaveAccessibleDescription('请输入有效的联系电话')
  await expect(page.getByLabel('联系电话')).toBeFocused()

  // An error from the server is shown under its field, too.
  await fillIn(page)
  const errors = [{ path: 'email', message: '请输入有效的邮箱地址' }]
  await page.route(
    '**/api/consultation',
    (route) => route.fulfill({ status: 400, json: { success: false, message: errors[0]?.message, errors } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: '提交咨询' }).click()
  await expect(page.getByLabel('联系邮箱')).toHaveAccessibleDescription('请输入有效的邮箱地址')
  await expect(page.getByLabel('联系邮箱')).toBeFocused()

  // So is a failure, after which it is sent.
  await page.getByLabel('联系邮箱').fill('chen.2@example.com')
  await page.route(
    '**/api/consultation',
    (route) => route.fulfill({ status: 503, json: { success: false, message: '' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: '提交咨询' }).click()
  await expect(page.getByRole('alert').filter({ hasText: FAILURE_MESSAGE })).toBeVisible()
  await expect(page.getByLabel('公司名称')).toHaveValue(REQUEST.公司名称)
  await expect(page.getByRole('button', { name: '提交咨询' })).toBeEnabled()

  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/consultation')) calls += 1
  })
  const response = page.waitForResponse('**/api/consultation')
  await page.getByRole('button', { name: '提交咨询' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  expect((await response).status()).toBe(200)
  await expect(page.getByRole('alert').filter({ hasText: SUCCESS_MESSAGE })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: SUCCESS_MESSAGE })).toBeVisible()
  for (const label of [...Object.keys(REQUEST), '需求描述']) await expect(page.getByLabel(label)).toHaveValue('')
  await expect(page.getByLabel('我已阅读并同意')).not.toBeChecked()
  expect(calls).toBe(1)
})

test('an unfinished consultation is restored after a reload without its consent, and not once it is sent', async ({
  page,
}) => {
  await page.goto('/selection?package=对比选型')
  await expect(page.getByLabel('需求描述')).toHaveValue('意向套餐：对比选型')
  await page.getByLabel('公司名称').fill(REQUEST.公司名称)
  await page.getByLabel('我已阅读并同意').check()
  await page.reload()
  await expect(page.getByLabel('公司名称')).toHaveValue(REQUEST.公司名称)
  await expect(page.getByLabel('需求描述')).toHaveValue('意向套餐：对比选型')
  await expect(page.getByLabel('我已阅读并同意')).not.toBeChecked()

  await fillIn(page)
  await page.goto('/products')
  await page.goto('/selection')
  await expect(page.getByLabel('需求描述')).toHaveValue('比较三个客服智能体')
  await page.getByLabel('我已阅读并同意').check()
  await page.getByRole('button', { name: '提交咨询' }).click()
  await expect(page.getByRole('status').filter({ hasText: SUCCESS_MESSAGE })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const label of [...Object.keys(REQUEST), '需求描述']) await expect(page.getByLabel(label)).toHaveValue('')
})

test('the form and its input stay if the page can’t be loaded again after a lost connection', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  await page.goto('/selection')
  await fillIn(page)
  const refetch = page.waitForEvent('requestfailed', (request) => request.url().endsWith(documentCalls.selection.path))
  await page.route(`**${documentCalls.selection.path}`, (route) => route.abort())
  // The data is old enough to be loaded again when the connection returns.
  await page.clock.fastForward('10:00')
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await refetch
  // The second attempt fails, too.
  await page.clock.runFor(5_000)
  for (const [label, text] of Object.entries(REQUEST)) await expect(page.getByLabel(label)).toHaveValue(text)
})

test('validation that fails to load prevents sending, and keeps the input', async ({ page, watch }) => {
  watch.allowConsole(/ERR_FAILED/)
  await page.route('**/assets/lead-request-*.js', (route) => route.abort())
  await page.goto('/selection')
  await fillIn(page)
  const send = page.getByRole('button', { name: '提交咨询' })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: '网络连接失败，请检查网络后重试' })).toBeVisible()
  await expect(page.getByLabel('公司名称')).toHaveValue(REQUEST.公司名称)
  await expect(send).toBeEnabled()
})
