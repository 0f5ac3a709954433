import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const DESCRIPTION =
  '为连锁门店的店长自动生成下周排班表，考虑工时上限、员工偏好与客流预测；不做考勤，也不做薪资计算，需要先接入门店系统。'

/** A vendor's input, in the order of the form. */
const TYPED = [
  ['公司名称', '杭州示例科技有限公司'],
  ['联系人', '王敏'],
  ['联系邮箱', 'wang.min@example.com'],
  ['联系电话', '0571-8888 6666'],
  ['产品名称', '排班助手'],
  ['产品描述', DESCRIPTION],
  ['目标用户', '连锁零售与餐饮企业'],
  ['核心功能', '自动排班、换班审批'],
  ['产品官网', 'https://paiban.example.com'],
] as const

const getForm = (page: Page) => page.getByRole('form', { name: '产品提交' })
const getField = (page: Page, label: string) => getForm(page).getByLabel(label)
const getSubmitButton = (page: Page) => getForm(page).getByRole('button', { name: '提交产品' })
const RECEIPT = /ZJ-\d{8}-[0-9A-Z]{8}/

async function open(page: Page) {
  await page.goto('/submit')
}

async function fill(page: Page) {
  for (const [label, text] of TYPED) await getField(page, label).fill(text)
  await getField(page, '部署方式').selectOption('私有化部署')
  await getForm(page).getByRole('checkbox').check()
}

async function expectFilled(page: Page) {
  for (const [label, text] of TYPED) await expect(getField(page, label)).toHaveValue(text)
  await expect(getField(page, '部署方式')).toHaveValue('私有化部署')
}

test('a vendor submits a product by keyboard and looks up its status', async ({ page }) => {
  await open(page)
  await expect(getSubmitButton(page)).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: '表单完成度' })).toHaveAttribute('value', '0')

  await getField(page, '公司名称').focus()
  for (const [label, text] of TYPED) {
    await expect(getField(page, label)).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
    if (label !== '核心功能') continue
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(getField(page, '部署方式')).toHaveValue('私有化部署')
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab') // past the optional field
  await page.keyboard.press('Tab') // past the optional section
  for (const name of ['选择图片', '选择文件']) {
    await expect(getForm(page).getByRole('button', { name })).toBeFocused()
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  await expect(getForm(page).getByRole('checkbox')).toBeChecked()
  await expect(page.getByRole('progressbar', { name: '表单完成度' })).toHaveAttribute('value', '100')
  await expect(getSubmitButton(page)).toBeEnabled()
  // Past the links to the site's terms and privacy policy, and the button that opens the form's own terms.
  for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab')
  await expect(getSubmitButton(page)).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(
    page.getByRole('status').filter({ hasText: '产品提交成功，我们将在3个工作日内完成初步审核' }),
  ).toBeFocused()
  const receipt = await page.getByText(RECEIPT).innerText()
  await page.getByRole('link', { name: '查询状态', exact: true }).press('Enter')

  await expect(page.getByLabel('回执号')).toHaveValue(receipt)
  await page.getByLabel('联系邮箱').fill('WANG.MIN@example.com')
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: '查询结果' })
  await expect(result.getByRole('heading', { name: '排班助手' })).toBeFocused()
  await expect(result).toContainText('待审核')
  await expect(result).toContainText(receipt)
})

test('every error is shown below its field as soon as the input is invalid', async ({ page }) => {
  await open(page)
  for (const [label, typed, message] of [
    ['公司名称', ' ', '请输入公司名称'],
    ['联系邮箱', 'wang', '请输入有效的邮箱地址'],
    ['联系电话', '没有电话', '请输入有效的联系电话'],
    ['产品描述', '太短', '产品描述至少50个字符'],
    ['产品官网', 'example.com', '请输入有效的网址'],
  ] as const) {
    await getField(page, label).fill(typed)
    await expect(getField(page, label)).toHaveAccessibleDescription(new RegExp(message))
    await expect(getField(page, label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(page.getByText('已输入2个字符，至少50个字符')).toBeVisible()
  await getForm(page).getByRole('checkbox').check()
  await getForm(page).getByRole('checkbox').uncheck()
  await expect(page.getByText('请同意服务条款')).toBeVisible()
  await expect(getSubmitButton(page)).toBeDisabled()

  await getForm(page).getByRole('button', { name: '核心功能' }).click()
  await expect(getField(page, '核心功能')).toBeFocused()
})

test('an unfinished form is restored after a reload until it is discarded', async ({ page }) => {
  await open(page)
  await fill(page)
  await page.reload()
  await expect(page.getByText('已恢复上次填写的内容')).toBeVisible()
  await expectFilled(page)
  await expect(getSubmitButton(page)).toBeEnabled()

  await page.getByRole('button', { name: '放弃草稿' }).click()
  const dialog = page.getByRole('dialog', { name: '清空已填写的内容？' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectFilled(page)
  await page.getByRole('button', { name: '放弃草稿' }).click()
  await dialog.getByRole('button', { name: '清空' }).click()
  await expect(getField(page, '公司名称')).toBeFocused()
  for (const [label] of TYPED) await expect(getField(page, label)).toHaveValue('')
  await expect(getField(page, '部署方式')).toHaveValue('')
  await expect(getForm(page).getByRole('checkbox')).not.toBeChecked()
  await expect(page.getByRole('progressbar', { name: '表单完成度' })).toHaveAttribute('value', '0')

  await page.reload()
  await expect(page.getByText('已恢复上次填写的内容')).toBeHidden()
  await expect(getField(page, '公司名称')).toHaveValue('')
})

test('an empty form is shown after a moment, and the receipt stays until it is dismissed', async ({ page }) => {
  await open(page)
  await fill(page)
  await getSubmitButton(page).click()
  await expect(page.getByText('产品提交成功，我们将在3个工作日内完成初步审核')).toBeVisible()
  await expect(getForm(page)).toBeHidden()
  const receipt = await page.getByText(RECEIPT).innerText()

  await expect(getForm(page)).toBeVisible()
  await expect(getField(page, '公司名称')).toHaveValue('')
  await expect(page.getByText(receipt)).toBeVisible()
  await page.reload()
  await expect(page.getByText(receipt)).toBeVisible()
  await expect(page.getByText('已恢复上次填写的内容')).toBeHidden()
  await page.getByRole('button', { name: '不再显示此回执' }).click()
  await expect(page.getByText(receipt)).toBeHidden()
  await page.reload()
  await expect(page.getByText(receipt)).toBeHidden()
})

test('failures keep the input, pressing twice submits once, and a button returns to the form at once', async ({
  page,
  watch,
}) => {
  watch.allowConsole(/Failed to load resource/)
  await open(page)
  await fill(page)

  await test.step('a lost connection is reported', async () => {
    await page.route('**/api/submissions', (route) => route.abort(), { times: 1 })
    await getSubmitButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('提交失败，请检查网络连接后重试。如果问题持续存在，请联系我们。')
    await expectFilled(page)
  })

  await test.step('an error from the server is shown under its field', async () => {
    const json = {
      success: false,
      message: '请输入有效的网址',
      errors: [{ path: 'website', message: '请输入有效的网址' }],
    }
    await page.route('**/api/submissions', (route) => route.fulfill({ status: 400, json }), { times: 1 })
    await getSubmitButton(page).click()
    await expect(getField(page, '产品官网')).toBeFocused()
    await expect(getField(page, '产品官网')).toHaveAccessibleDescription(/请输入有效的网址/)
    await expect(page.getByText('有内容需要修改，改好后请再次提交。')).toBeVisible()
    await expectFilled(page)
  })

  await test.step('pressing twice submits once', async () => {
    await getField(page, '产品官网').fill('https://paiban.example.com/2')
    let requestCount = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/submissions')) requestCount += 1
    })
    // Unlike a click of Playwright, clicks from a script don't wait for the validation that enables the button.
    await expect(getSubmitButton(page)).toBeEnabled()
    await getSubmitButton(page).evaluate((button) => {
      if (!(button instanceof HTMLButtonElement)) return
      button.click()
      button.click()
    })
    await expect(page.getByText(RECEIPT)).toBeVisible()
    expect(requestCount).toBe(1)
    await page.getByRole('button', { name: '继续提交产品' }).click()
    await expect(getForm(page)).toBeVisible()
  })
})

test('a look-up without a result is reported and keeps its input', async ({ page, watch }) => {
  watch.allowConsole(/Failed to load resource/)
  await page.goto('/submit/status?receipt=ZJ-20261121-00000000')
  await expect(page.getByLabel('回执号')).toHaveValue('ZJ-20261121-00000000')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.getByLabel('联系邮箱')).toBeFocused()
  await expect(page.getByLabel('联系邮箱')).toHaveAccessibleDescription('请输入邮箱地址')
  await page.getByLabel('联系邮箱').fill('wang.min@example.com')
  await page.getByRole('button', { name: '查询', exact: true }).press('Enter')
  await expect(page.getByText('未找到对应的提交记录，请核对回执号和联系邮箱')).toBeVisible()
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeFocused()
  await expect(page.getByLabel('联系邮箱')).toHaveValue('wang.min@example.com')
})

test('a page whose content fails to load can be reloaded', async ({ page, watch }) => {
  watch.allowConsole(/Failed to load resource/)
  await page.route('**/api/submit-content', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto('/submit/status')
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '提交产品' }).click()
  await expect(page.getByRole('alert')).toContainText('加载页面内容失败，请稍后重试')
  await page.unroute('**/api/submit-content')
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(getForm(page)).toBeVisible()
})
