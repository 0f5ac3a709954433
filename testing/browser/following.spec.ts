/** Following: a visitor follows a product and a search, and sees under 我的关注 what changed since the last look. */

import { factEditingCalls } from '#contracts/facts/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, getAdminToken, USER_PASSWORD } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { signInByForm } from './site-session.ts'

test('a visitor follows a product and a search, sees what changed once, and ends both', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await getAdminToken(request)}` }
  const create = async (name: string) => {
    const path = fillPath(catalogueCalls.create.path, { catalogue: 'agent' })
    const reply = await request.post(path, { headers, data: { name, category: '关注测试类' } })
    return (await reply.json()).data.id as string
  }
  await create('关注对照')
  const id = await create('被关注的产品')
  await createUser(request, 'journey.follower', 'member')

  await test.step('a visitor signs in to follow a product', async () => {
    await page.goto(PAGES.product('被关注的产品'))
    await page.getByRole('button', { name: '关注', exact: true }).click()
    await signInByForm(page, 'journey.follower', USER_PASSWORD)
    await expect(page.getByRole('button', { name: '已关注', pressed: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: '已关注', pressed: true })).toBeVisible()
  })

  await test.step('a double click on a list follows its filters once', async () => {
    await page.goto(`/products?category=${encodeURIComponent('关注测试类')}`)
    await page.getByRole('button', { name: '关注这些条件' }).evaluate((button) => {
      for (const type of ['click', 'click']) button.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    })
    await expect(page.getByRole('button', { name: '已关注', pressed: true })).toBeVisible()
  })

  await test.step('what changes is shown once', async () => {
    const facts = [
      {
        attribute: 'sso',
        value: 'yes',
        grade: 'public',
        sourceUrl: 'https://example.com/',
        readAt: '2026-11-21',
        note: '',
      },
    ]
    const path = fillPath(factEditingCalls.save.path, { catalogue: 'agent', id })
    expect((await request.put(path, { headers, data: { facts } })).ok()).toBe(true)
    await page.goto(PAGES.following)
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(2)
    await expect(cards.filter({ hasText: '被关注的产品' }).first()).toContainText('资料更新：SSO：支持')
    await expect(page.getByText('1个产品有变化')).toBeVisible()
    await expectAccessible(page.getByRole('main'))
    await page.reload()
    await expect(page.getByText('上次查看之后没有变化。')).toHaveCount(2)
  })

  await test.step('a member chooses how often to get mails, and ends what they follow', async () => {
    await page.getByRole('combobox', { name: '有变化时' }).selectOption('每天一封')
    await expect(page.getByText('已保存')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('combobox', { name: '有变化时' })).toHaveValue('daily')
    await page.getByRole('button', { name: '取消关注：被关注的产品' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: '取消关注：关注测试类' }).click()
    await expect(page.getByText(/^还没有关注/)).toBeVisible()
    await page.goto(PAGES.product('被关注的产品'))
    await expect(page.getByRole('button', { name: '关注', exact: true, pressed: false })).toBeVisible()
  })
})
