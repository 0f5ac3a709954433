/** A product is taken off at a time, which the calendar announces; whoever set the time is told what became of it. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PUBLICATION_FAILURES } from '#contracts/content-drafts/messages.ts'
import { HOUR_MS } from '#contracts/durations.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { expectAccessible } from './accessibility.ts'
import { signInAsAdmin } from './admin-session.ts'
import { createAdminSender } from './evaluations.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'

const test = createIsolatedTest()

const NAME = '到期下架的助手'
const REMOVED = '先被移走的助手'
const FIELDS = { category: '智能客服', description: '排班' }

test('a product is taken off on time, and its author is told if one could not be', async ({
  page,
  browser,
  server,
  ownedServer,
  request,
}) => {
  test.setTimeout(120_000)
  const send = await createAdminSender(request)
  const ids = new Map<string, string>()
  for (const name of [NAME, REMOVED])
    ids.set(name, (await send(catalogueCalls.createAgent.path, { name, ...FIELDS })).id)
  const getStatus = async () => (await request.get(PAGES.product(ids.get(NAME) ?? ''))).status()
  const token = await signInAsAdmin(page)

  await test.step('the time is set in the editor', async () => {
    for (const name of [NAME, REMOVED]) {
      await page.goto(fillPath(ADMIN_PAGES.productDetail, { id: name }))
      await page.getByRole('button', { name: '定时下架' }).click()
      const dialog = page.getByRole('dialog', { name: `定时下架“${name}”` })
      await expect(dialog).toContainText('到时产品下架，访客不再看到它。')
      await expectAccessible(dialog)
      await dialog.getByRole('button', { name: '定时下架' }).click()
      await expect(page.getByText(/^已定于.*下架$/)).toBeVisible()
    }
    const url = fillPath(catalogueCalls.remove.path, { catalogue: 'agent', id: ids.get(REMOVED) ?? '' })
    expect((await request.delete(url, { headers: { authorization: `Bearer ${token}` } })).ok()).toBe(true)
  })

  await test.step('the calendar says so', async () => {
    await page.goto(ADMIN_PAGES.calendar)
    const entry = page.getByRole('region', { name: /^定时/ }).getByRole('listitem').filter({ hasText: NAME })
    await expect(entry).toContainText('定时下架')
    await expectAccessible(page.getByRole('main'))
    expect(await getStatus()).toBe(200)
  })

  await test.step('the time comes, and the page is gone', async () => {
    await ownedServer.advanceClock(2 * HOUR_MS)
    await expect.poll(getStatus, { timeout: 10_000 }).toBe(404)
    const later = await browser.newPage({ baseURL: server })
    await signInAsAdmin(later)
    await later.goto(ADMIN_PAGES.calendar)
    const entry = later
      .getByRole('region', { name: /^已发布/ })
      .getByRole('listitem')
      .filter({ hasText: NAME })
    await expect(entry).toContainText('未上架')
    await later.goto(ADMIN_PAGES.inbox)
    await expect(later.getByRole('main').getByText('产品已下架')).toBeVisible()
    await expect(later.getByRole('main').getByText('定时的发布或上下架没有完成')).toBeVisible()
    await expect(later.getByRole('main').getByText(PUBLICATION_FAILURES.removed)).toBeVisible()
    await expectAccessible(later.getByRole('main'))
  })
})
