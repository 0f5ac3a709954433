/** Shortlists: from the wizard, with questions for vendors and a member's copy, and from a product's page. */
import type { Route } from '@playwright/test'
import { identityCalls } from '#contracts/identity/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, USER_PASSWORD } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { loseReply } from './lose-reply.ts'
import { signInByForm, signInOnSite, submitSignIn } from './site-session.ts'

test('answers lead to requirements, a shortlist, its questions and a member’s copy', async ({
  page,
  request,
  watch,
}) => {
  watch.allowConsole(/404|ERR_FAILED/)
  await test.step('answers become requirements, which are in the URL', async () => {
    await page.goto(PAGES.selection)
    await page.getByRole('link', { name: '选型向导' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '选型向导' })).toBeVisible()
    for (const name of ['部署在自己的环境', '全公司使用']) {
      // The answers are in the URL, so a checkbox is only checked after the router has updated it.
      await page.getByRole('checkbox', { name }).click()
      await expect(page.getByRole('checkbox', { name })).toBeChecked()
    }
    await expect(page.getByRole('combobox', { name: '私有化部署的要求' })).toHaveValue('required')
    await page.getByRole('combobox', { name: 'SSO的要求' }).selectOption('必须')
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'SSO的要求' })).toHaveValue('required')
    await expect(page.getByRole('heading', { name: /^满足全部必须要求（\d+）$/ })).toBeVisible()
    await expectAccessible(page.getByRole('main'))
  })

  await test.step('the shortlist is saved under a name', async () => {
    const form = page.getByRole('form', { name: '保存清单' })
    await form.getByRole('button', { name: '保存清单' }).click()
    await expect(form.getByText('请填写清单名称')).toBeVisible()
    await form.getByLabel('清单名称').fill('客服智能体')
    await form.getByRole('button', { name: '保存清单' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '客服智能体' })).toBeVisible()
    await expect(page).toHaveURL(/\/selection\/lists\/[\da-f-]{36}$/)
    await expectAccessible(page.getByRole('main'))
  })

  await test.step('its questions are downloaded', async () => {
    const questions = await page.getByRole('link', { name: '询问清单（Word）' }).getAttribute('href')
    const document = await request.get(questions ?? '')
    expect(document.headers()['content-type']).toContain('wordprocessingml')
  })

  await test.step('a member copies and edits the shortlist', async () => {
    await createUser(request, 'journey.list', 'member')
    await signInOnSite(page, 'journey.list', USER_PASSWORD)
    // Both clicks in one task, before the button can be rendered as busy.
    await page.getByRole('button', { name: '存入我的清单' }).evaluate((button) => {
      for (const type of ['click', 'click']) button.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    })
    const own = page.getByRole('form', { name: '我的清单' })
    await own.getByLabel('备注').fill('给采购同事')
    await own.getByLabel(/邮件通知我$/).check()
    await own.getByRole('combobox', { name: 'SSO的要求' }).selectOption('不要求')
    await own.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('清单已保存')).toBeVisible()
    await expect(own.getByRole('combobox', { name: 'SSO的要求' })).toHaveCount(0)
    await expect(own.getByRole('combobox', { name: '私有化部署的要求' })).toHaveValue('required')
  })

  await test.step('its print has the requirements in place of the form, all results and its URL', async () => {
    const requirements = page.getByRole('heading', { level: 2, name: '要求', exact: true })
    const moreResults = page.getByText(/^再列出\d+个$/).first()
    await expect(requirements).toBeHidden()
    await expect(moreResults).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(requirements).toBeVisible()
    await expect(page.getByRole('form', { name: '我的清单' })).toBeHidden()
    await expect(moreResults).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const printedPage = await page
      .locator('.printed-page')
      .evaluate((element) => getComputedStyle(element, '::before').content)
    expect(printedPage).toContain(page.url())
    expect(printedPage).toMatch(/打印于\d{4}年\d+月\d+日 \d{2}:\d{2}/)
    await page.emulateMedia({ media: null })
  })

  await test.step('the member finds the shortlist, and deletes it', async () => {
    await page.getByRole('button', { name: '账号：journey.list' }).click()
    await page.getByRole('link', { name: '我的', exact: true }).click()
    await expect(page.getByRole('region', { name: '我的清单' })).toContainText('1项')
    await expectAccessible(page.getByRole('main'))
    await page.getByRole('navigation', { name: '我的' }).getByRole('link', { name: '我的清单' }).click()
    await page.getByRole('link', { name: /客服智能体/ }).click()
    await expect(page.getByText('给采购同事').first()).toBeVisible()
    await page.getByRole('button', { name: '删除清单' }).click()
    const dialog = page.getByRole('dialog')
    const isRemoval = (route: Route) => route.request().method() === shortlistCalls.remove.method
    await page.route(`**${fillPath(shortlistCalls.remove.path, { id: '*' })}`, (route) =>
      isRemoval(route) ? loseReply(route) : route.fallback(),
    )
    await dialog.getByRole('button', { name: '删除', exact: true }).click()
    await expect(dialog.getByRole('alert')).toHaveText('网络连接失败，请检查网络后重试')
    // The first request has deleted it.
    await page.unrouteAll()
    await dialog.getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.getByText('还没有清单。')).toBeVisible()
  })
})

test('the wizard keeps its focus and the typed name when the catalogue changes', async ({ page }) => {
  await page.goto(`${PAGES.shortlistWizard}?answers=private`)
  const name = page.getByLabel('清单名称')
  await name.fill('私有部署')
  await page.getByRole('radio', { name: '智能体产品' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('checkbox', { name: '企业微信' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^满足全部必须要求（\d+）$/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: '78AI' })).toBeFocused()
  await expect(name).toHaveValue('私有部署')
})

test('an owner’s input survives changes of the same shortlist in another tab', async ({ page, context, watch }) => {
  test.slow()
  watch.allowConsole(/status of 401|status of 412/)
  const title = async (value: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(value)
  await createUser(page.request, 'journey.tabs', 'member')
  await createUser(page.request, 'journey.others', 'member')
  await page.goto(PAGES.product('Dify'))
  await page.getByRole('button', { name: '加入清单' }).click()
  const dialog = page.getByRole('dialog', { name: '加入清单' })
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await signInByForm(page, 'journey.tabs')
  await dialog.getByLabel('新清单名称').fill('知识库')
  await dialog.getByRole('button', { name: '新建并加入' }).click()
  await dialog.getByRole('link', { name: '知识库' }).click()
  const form = page.getByRole('form', { name: '我的清单' })
  await form.getByLabel('备注').fill('给采购同事')

  await test.step('text typed while a save is in flight stays, and is saved next', async () => {
    const stored = Promise.withResolvers<void>()
    const typed = Promise.withResolvers<void>()
    await page.route(
      /\/api\/shortlists\//,
      async (route) => {
        const response = await route.fetch()
        stored.resolve()
        await typed.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await stored.promise
    await form.getByLabel('备注').pressSequentially('与法务')
    typed.resolve()
    await expect(page.getByText('清单已保存')).toBeVisible()
    await expect(form.getByLabel('备注')).toHaveValue('给采购同事与法务')
    await expect(form.getByLabel('备注')).toBeFocused()
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('给采购同事与法务').first()).toBeVisible()
    await expect(form.getByRole('button', { name: '保存', exact: true })).toBeFocused()
  })
  await form.getByLabel('备注').fill('给采购同事')

  const other = await context.newPage()
  await other.goto(page.url())
  const otherForm = other.getByRole('form', { name: '我的清单' })
  async function saveInOtherTab(label: string, value: string) {
    await otherForm.getByLabel(label).fill(value)
    await otherForm.getByRole('button', { name: '保存', exact: true }).click()
    await expect(other.getByRole('alert').filter({ hasText: '清单已保存' })).toBeVisible()
  }
  await saveInOtherTab('清单名称', '知识库二期')

  await test.step('a reload of the page’s data keeps the edits, and leaving asks first', async () => {
    await page.getByRole('button', { name: '移出清单：Dify' }).click()
    await title('知识库二期')
    await expect(form.getByLabel('备注')).toHaveValue('给采购同事')
    await page.getByRole('contentinfo').getByRole('link', { name: '智能体产品目录' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click()
  })

  await test.step('changes of different fields are merged', async () => {
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('清单已保存')).toBeVisible()
    await expect(form.getByLabel('清单名称')).toHaveValue('知识库二期')
    await expect(form.getByLabel('备注')).toHaveValue('给采购同事')
  })

  await test.step('the owner chooses if both tabs changed the same field', async () => {
    await other.reload()
    await saveInOtherTab('备注', '给法务同事')
    await form.getByLabel('备注').fill('给财务同事')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    const conflict = page.getByRole('dialog', { name: '内容已被更新，请合并后保存' })
    await expectAccessible(conflict)
    await conflict.getByRole('radio', { name: /对方的/ }).check()
    await conflict.getByRole('button', { name: '合并并保存' }).click()
    await expect(conflict).toHaveCount(0)
    await expect(form.getByLabel('备注')).toHaveValue('给法务同事')
  })

  await test.step('a background call after the end of the session keeps the edits, too', async () => {
    await form.getByLabel('备注').fill('给安全同事')
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('zhijian.session') ?? '{}').token)
    await page.request.post(identityCalls.logout.path, { headers: { authorization: `Bearer ${token}` } })
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByText('登录已失效，请重新登录')).toBeVisible()
    await signInByForm(page, 'journey.tabs')
    await expect(form.getByLabel('备注')).toHaveValue('给安全同事')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('清单已保存')).toBeVisible()
    await other.reload()
  })

  await test.step('another user’s sign-in in the other tab keeps the edits until their author signs in again', async () => {
    await form.getByLabel('备注').fill('给审计同事')
    await other.getByRole('button', { name: '账号：journey.tabs' }).click()
    await other.getByRole('button', { name: '退出登录' }).click()
    await expect(page.getByText('登录已失效，请重新登录')).toBeVisible()
    await signInOnSite(other)
    await expect(page.getByText('另一个账号已在别的标签页登录，请以journey.tabs重新登录')).toBeVisible()
    await submitSignIn(page, 'journey.others', USER_PASSWORD)
    await page.getByRole('button', { name: '改用journey.tabs的账号登录' }).click()
    await signInByForm(page, 'journey.tabs')
    await expect(form.getByLabel('备注')).toHaveValue('给审计同事')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('清单已保存')).toBeVisible()
  })
})

test('a member shortlists products by hand, asks for more, and a visitor gets a shortlist by its URL', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  await createUser(request, 'journey.candidates', 'member')
  const dialog = page.getByRole('dialog', { name: '加入清单' })

  await test.step('signs in from the dialog, and creates a shortlist with the product', async () => {
    await page.goto(PAGES.product('Dify'))
    await page.getByRole('button', { name: '加入清单' }).click()
    await expectAccessible(dialog)
    await dialog.getByRole('button', { name: '登录', exact: true }).click()
    await signInByForm(page, 'journey.candidates')
    await dialog.getByRole('button', { name: '新建并加入' }).click()
    await expect(dialog.getByText('请填写清单名称')).toBeVisible()
    await dialog.getByLabel('新清单名称').fill('知识库候选')
    await dialog.getByRole('button', { name: '新建并加入' }).click()
    await expect(dialog.getByRole('list', { name: '我的清单' })).toContainText('已加入')
  })

  await test.step('adds what a comparison shows, and opens the shortlist', async () => {
    await page.goto('/products?compare=dify,coze-studio&view=compare')
    await page.getByRole('button', { name: '加入清单' }).click()
    await dialog.getByRole('button', { name: '加入“知识库候选”' }).click()
    await expect(dialog.getByText('候选2个')).toBeVisible()
    await dialog.getByRole('link', { name: '知识库候选' }).click()
    await expect(page.getByRole('heading', { name: '候选产品（2）' })).toBeVisible()
    await expect(page.getByRole('link', { name: '对比这2个' })).toBeVisible()
    await expectAccessible(page.getByRole('main'))
  })

  await test.step('adds a requirement, which says how each candidate meets it, and takes a match', async () => {
    const form = page.getByRole('form', { name: '我的清单' })
    await form.getByLabel('添加一项要求').selectOption('私有化部署')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form.getByText('请至少选择一个取值')).toBeVisible()
    await form.getByRole('checkbox', { name: '支持', exact: true }).check()
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^满足全部必须要求（\d+）$/ })).toBeVisible()
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Dify' }).getByText('满足', { exact: true }),
    ).toBeVisible()
    await page
      .getByRole('button', { name: /^列为候选：/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: '候选产品（3）' })).toBeVisible()
    await page.getByRole('button', { name: '移出清单：Dify' }).click()
    await expect(page.getByRole('heading', { name: '候选产品（2）' })).toBeFocused()
  })

  await test.step('a visitor without an account gets a shortlist of their own', async () => {
    const context = await browser.newContext({ baseURL })
    const visitor = await context.newPage()
    await visitor.goto(PAGES.aiProduct('Whisper'))
    await visitor.getByRole('button', { name: '加入清单' }).click()
    await visitor.getByLabel('新清单名称').fill('转写工具')
    await visitor.getByRole('button', { name: '新建并加入' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: '转写工具' })).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: '候选产品（1）' })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Whisper', exact: true })).toBeVisible()
    await context.close()
  })
})
