/** A budget: from the wizard, through a shared address, to a shortlist whose owner changes it. */
import { factEditingCalls } from '#contracts/facts/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { createPublicFact } from '#testing/factories/facts.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, getAdminToken, USER_PASSWORD } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { signInOnSite } from './site-session.ts'

test('a budget tells what is too dear from what has no known price', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await getAdminToken(request)}` }
  const product = { name: '预算之外', category: '智能体平台', price: '付费', rating: 4, isActive: true }
  const created = await request.post(fillPath(catalogueCalls.create.path, { catalogue: 'agent' }), {
    headers,
    data: product,
  })
  expect(created.ok(), await created.text()).toBe(true)
  const { data } = await created.json()
  const saved = await request.put(fillPath(factEditingCalls.save.path, { catalogue: 'agent', id: data.id }), {
    headers,
    data: { facts: [createPublicFact('annual-price', 480_000)] },
  })
  expect(saved.ok(), await saved.text()).toBe(true)

  await test.step('a typed budget is read, and wrong ones are explained', async () => {
    await page.goto(PAGES.shortlistWizard)
    const budget = page.getByRole('textbox', { name: /^年费上限/ })
    await budget.pressSequentially('三十万')
    await expect(page.getByText('请填写整数元，如300000或30万')).toBeVisible()
    await expect(page.getByText('还没有要求。')).toBeVisible()
    await budget.fill('')
    await budget.pressSequentially('３０万')
    await expect(budget).toHaveValue('３０万')
    await expect(page.getByRole('combobox', { name: '起售年费的要求' })).toHaveValue('required')
    await expect(page.getByText('不高于30万元/年').first()).toBeVisible()
  })

  await test.step('what costs more isn’t met, and what has no price is to be confirmed', async () => {
    await expect(page.getByRole('heading', { name: /^满足全部必须要求（\d+）$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^待确认（[1-9]\d*）$/ })).toBeVisible()
    await page.getByText(/^不满足（1）/).click()
    await expect(page.getByText('起售年费：要求不高于30万元/年，资料为48万元/年')).toBeVisible()
    await expectAccessible(page.getByRole('main'))
  })

  await test.step('the address carries the budget', async () => {
    await page.reload()
    await expect(page.getByRole('textbox', { name: /^年费上限/ })).toHaveValue('３０万')
    await expect(page.getByRole('combobox', { name: '起售年费的要求' })).toHaveValue('required')
  })

  await test.step('its owner changes the budget of the saved shortlist', async () => {
    await createUser(request, 'journey.budget', 'member')
    await signInOnSite(page, 'journey.budget', USER_PASSWORD)
    await page.getByLabel('清单名称').fill('预算')
    await page.getByRole('button', { name: '保存清单' }).click()
    const form = page.getByRole('form', { name: '我的清单' })
    const limit = form.getByRole('textbox', { name: /^上限/ })
    await expect(limit).toHaveValue('300000')
    await limit.fill('')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form.getByText('请填写上限，单位为元')).toBeVisible()
    await expect(limit).toBeFocused()
    await limit.pressSequentially('50万')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('清单已保存')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^满足全部必须要求（[1-9]\d*）$/ })).toBeVisible()
    await expectAccessible(page.getByRole('main'))
  })
})
