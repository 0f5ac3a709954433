/** Facts in the back office: confirming by keyboard, undoing, editing, and the public result. */
import type { APIRequestContext } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { factEditingCalls } from '#contracts/facts/calls.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { fillPath } from '#contracts/paths.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import { createPublicFact } from '#testing/factories/facts.ts'
import { formatDay } from '#web/shared/formats.ts'
import { signInAsAdmin } from './admin-session.ts'
import { composeText } from './compose-text.ts'
import { expect, test } from './fixtures.ts'

const PRODUCT = { catalogue: 'agent', id: 'n8n' }

const readFacts = async (request: APIRequestContext, headers: Record<string, string>) =>
  (await (await request.get(fillPath(factEditingCalls.get.path, PRODUCT), { headers })).json()).data

test('an editor confirms stale facts by keyboard, undoes one, and corrects another', async ({ page }) => {
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  const old = { readAt: '2024-01-02' }
  const { data } = await (
    await page.request.put(fillPath(factEditingCalls.save.path, PRODUCT), {
      headers,
      data: {
        facts: [
          createPublicFact('vendor', '旧厂商', old),
          createPublicFact('rbac', 'partial', { readAt: '2024-01-03' }),
          createPublicFact('classified-protection', { name: '等保', level: '三级', validUntil: '2024-06-30' }, old),
          createPublicFact('minimum-memory', 4, { readAt: '2024-01-05' }),
        ],
      },
    })
  ).json()
  await page.goto(`${ADMIN_PAGES.facts}?catalogue=agent&product=${data.productId}`)
  const list = page.getByRole('list', { name: '待确认的资料' })
  const drawer = page.getByRole('dialog', { name: '修改资料' })
  await expect(list.getByRole('button', { name: /^(确认|更新)/ })).toHaveCount(4)

  await test.step('two facts are confirmed by keyboard, and one confirmation is undone', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await expect(list.getByRole('button', { name: 'n8n 厂商' })).toBeFocused()
    await page.keyboard.press('c')
    await page.keyboard.press('c')
    await expect(list.getByText(`已确认，${formatDay(toDay(new Date()))}`)).toHaveCount(2)
    await page.keyboard.press('u')
    await expect(list.getByRole('button', { name: '确认n8n的RBAC' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '本页已确认1条' })).toBeVisible()
  })

  await test.step('a fact is corrected after its errors', async () => {
    await list.getByRole('button', { name: 'n8n 最低内存' }).focus()
    await page.keyboard.press('Enter')
    await drawer.getByRole('textbox', { name: '最低内存' }).fill('')
    await drawer.getByRole('textbox', { name: '最低内存' }).pressSequentially('16核')
    await drawer.getByLabel('阅读日期').fill(addDays(toDay(new Date()), 30))
    await page.keyboard.press('Control+s')
    await expect(drawer.getByText(FACT_MESSAGES.number('GB'))).toBeVisible()
    await expect(drawer.getByText(FACT_MESSAGES.readAtInFuture)).toBeVisible()
    await drawer.getByRole('textbox', { name: '最低内存' }).fill('16 GB')
    await drawer.getByLabel('阅读日期').fill(toDay(new Date()))
    await page.keyboard.press('Control+s')
    await expect(drawer).toBeHidden()
    await expect(list.getByRole('button', { name: /^(确认|更新)/ })).toHaveCount(2)
  })

  await test.step('an expired certificate cannot be confirmed unchanged', async () => {
    await list.getByRole('button', { name: 'n8n 等保级别' }).focus()
    await page.keyboard.press('c')
    await expect(drawer.getByText(FACT_MESSAGES.certificateExpiryWarning('2024-06-30'))).toBeVisible()
  })

  // What was confirmed or corrected was read today.
  const { facts } = await readFacts(page.request, headers)
  expect(
    facts.map(({ attribute, value, readAt }: Record<string, unknown>) => [attribute, value, readAt]).sort(),
  ).toMatchObject([
    ['classified-protection', { level: '三级' }, '2024-01-02'],
    ['minimum-memory', 16, toDay(new Date())],
    ['rbac', 'partial', '2024-01-03'],
    ['vendor', '旧厂商', toDay(new Date())],
  ])
})

test('unknown facts are filled in one after another by keyboard', async ({ page }) => {
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  const { data } = await (
    await page.request.put(fillPath(factEditingCalls.save.path, PRODUCT), { headers, data: { facts: [] } })
  ).json()
  await page.goto(`${ADMIN_PAGES.facts}?view=unknown&product=${data.productId}`)
  const drawer = page.getByRole('dialog', { name: '修改资料' })
  const unknownFacts = page.getByRole('button', { name: /^填写n8n的/ })
  await page.getByRole('button', { name: '填写n8n的首次发布' }).focus()
  const following = await page.locator('li:has(:focus) + li').innerText()
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('textbox', { name: '首次发布' })).toBeFocused()
  await page.keyboard.type('2019-10')
  await drawer.getByLabel('来源链接').fill('https://example.com/releases')
  await page.keyboard.press('Control+s')
  await expect(drawer).toBeHidden()
  await expect(unknownFacts.filter({ hasText: '首次发布' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `填写n8n的${following}` })).toBeFocused()
})

test('a fact is undone and redone after its field has gone, and what is typed or composed is saved whole', async ({
  page,
}) => {
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  await page.request.put(fillPath(factEditingCalls.save.path, PRODUCT), { headers, data: { facts: [] } })
  await page.goto(`${fillPath(ADMIN_PAGES.productDetail, { id: PRODUCT.id })}?part=facts`)
  const form = page.getByRole('form', { name: '产品资料' })
  const fact = form.getByRole('group', { name: '私有化部署' })
  await fact.getByRole('radio', { name: '未知' }).focus()
  await page.keyboard.press('ArrowRight')
  await fact.getByLabel('来源链接').focus()
  await page.keyboard.press('Control+z')
  await expect(fact.getByRole('radio', { name: '未知' })).toBeChecked()
  await page.keyboard.press('Control+Shift+Z')
  await expect(fact.getByRole('radio', { name: '支持', exact: true })).toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(fact.getByRole('radio', { name: '未知' })).toBeChecked()

  await form.getByRole('region', { name: '新填资料的来源' }).getByLabel('来源链接').click()
  await page.keyboard.type('https://example.com/about')
  await form.getByRole('textbox', { name: '厂商' }).click()
  await page.keyboard.type('Alibaba Cloud')
  await composeText(page, ['a', 'ali', 'a li yun'], '阿里云')
  await form.getByRole('textbox', { name: '最低内存' }).click()
  await page.keyboard.type('16.5')
  await form.getByRole('textbox', { name: '首次发布' }).click()
  await page.keyboard.type('2024-05-06')
  const license = form.getByRole('combobox', { name: '许可证' })
  await license.click()
  // The list stays open after the first choice.
  for (const choice of ['MIT', 'BSD']) await page.getByTitle(choice, { exact: true }).click()
  await expect(license).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await expect(form.getByRole('status').filter({ hasText: FACT_MESSAGES.saved })).toBeVisible()

  const { facts } = await readFacts(page.request, headers)
  expect(Object.fromEntries(facts.map(({ attribute, value }: Record<string, unknown>) => [attribute, value]))).toEqual({
    vendor: 'Alibaba Cloud阿里云',
    'minimum-memory': 16.5,
    'first-release': '2024-05-06',
    license: ['MIT', 'BSD'],
  })
})
