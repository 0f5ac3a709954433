/** A vendor's people: one founds the organisation by a proved address, a colleague joins, leaves, and loses the products. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { SUBMISSION } from '../factories/submissions.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken, signInAsAdmin } from './admin-session.ts'
import { createAdminSender } from './evaluations.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { enableMail, findInMail } from './mails.ts'
import { openAsMember } from './open-as-member.ts'
import { MISSING_USERNAME } from './site-session.ts'

const test = createIsolatedTest()

const FOUNDER = { name: '何总监', email: 'he@paiban-yun.cn' }
const COLLEAGUE = { name: '林同事', email: 'lin@qq.com' }
const PRODUCT = '组织旅程产品'

let smtp: SmtpTestServer
test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

test('colleagues speak for a product until they leave', async ({ page, browser, server, request, watch }) => {
  test.setTimeout(180_000)
  watch.allowConsole(MISSING_USERNAME)
  const token = await getAdminToken(request)
  await enableMail({ page, token, smtp })
  const send = await createAdminSender(request)
  const submission = { ...SUBMISSION, productName: PRODUCT, website: 'https://www.paiban-yun.cn/' }
  const { receipt } = await send('/api/submissions', submission)
  const headers = { authorization: `Bearer ${token}` }
  const found = await request.get(`/api/submissions/page?search=${receipt}`, { headers })
  const [{ _id }] = (await found.json()).data
  await send(`/api/submissions/${_id}/review`, { status: 'approved', category: '智能客服' }, 'PATCH')
  const founder = await openAsMember({ browser, server, smtp }, FOUNDER)
  const colleague = await openAsMember({ browser, server, smtp }, COLLEAGUE)
  let figuresUrl = ''
  const people = founder.getByRole('region', { name: '成员' })

  await test.step('the founder’s address proves the product', async () => {
    await founder.goto(PAGES.myProducts)
    await founder
      .getByRole('main')
      .getByRole('link', { name: /^厂商组织/ })
      .click()
    const form = founder.getByRole('form', { name: '成立组织' })
    await expect(form).toContainText(PRODUCT)
    await expectAccessible(founder.getByRole('main'))
    await form.getByRole('button', { name: '成立' }).click()
    await expect(form.getByText('请填写公司名称')).toBeVisible()
    await form.getByRole('textbox', { name: '公司名称' }).fill('排班云')
    await form.getByRole('button', { name: '成立' }).click()
    await expect(founder.getByRole('region', { name: '产品' })).toContainText(PRODUCT)
    await expectAccessible(founder.getByRole('main'))
  })

  await test.step('a colleague is invited, accepts, and finds the product', async () => {
    const form = founder.getByRole('form', { name: '邀请同事' })
    await form.getByRole('textbox', { name: '同事的邮箱' }).fill(COLLEAGUE.email)
    await form.getByRole('button', { name: '邀请' }).click()
    await expect(people).toContainText('已邀请，等对方接受')
    await colleague.goto(await findInMail(smtp, COLLEAGUE.email, /\/my\/organisations/))
    await expect(colleague.getByText('您用的是公共邮箱')).toBeVisible()
    await colleague.getByRole('button', { name: '接受邀请：排班云' }).click()
    await colleague.getByRole('main').getByRole('link', { name: '排班云' }).click()
    await expect(colleague.getByRole('region', { name: '成员' })).toContainText('编辑（您）')
    await expect(colleague.getByRole('form', { name: '邀请同事' })).toBeHidden()
    await colleague.goto(PAGES.myProducts)
    const product = colleague.getByRole('region', { name: PRODUCT })
    await product.getByRole('link', { name: '查看数据' }).click()
    await expect(colleague.getByRole('row', { name: '浏览 少于5 少于5 —' })).toBeVisible()
    await expectAccessible(colleague.getByRole('main'))
    await colleague.getByRole('combobox', { name: '时段' }).selectOption('最近365天')
    await expect(colleague.getByRole('heading', { name: /^2025-/ })).toBeVisible()
    figuresUrl = colleague.url()
    const file = colleague.waitForEvent('download')
    await colleague.getByRole('button', { name: '下载CSV' }).click()
    expect((await file).suggestedFilename()).toMatch(/^组织旅程产品-.*\.csv$/)
  })

  await test.step('the only manager can’t leave', async () => {
    await founder.reload()
    await people.getByRole('button', { name: `退出：${FOUNDER.name}` }).click()
    const dialog = founder.getByRole('dialog', { name: '退出这个组织？' })
    await dialog.getByRole('button', { name: '退出' }).click()
    await expect(dialog.getByText('您是唯一的管理，请先让一位同事担任管理')).toBeVisible()
    await dialog.getByRole('button', { name: '取消' }).click()
  })

  await test.step('the colleague leaves, and loses the product', async () => {
    await colleague.goto(PAGES.myOrganisations)
    await colleague.getByRole('main').getByRole('link', { name: '排班云' }).click()
    await colleague.getByRole('button', { name: `退出：${COLLEAGUE.name}` }).click()
    await colleague.getByRole('dialog').getByRole('button', { name: '退出' }).click()
    await expect(colleague.getByText('已退出')).toBeVisible()
    await colleague.goto(PAGES.myProducts)
    await expect(colleague.getByText(/^还没有您代表的产品/)).toBeVisible()
    watch.allowConsole(/403/)
    await colleague.goto(figuresUrl)
    await expect(colleague.getByText('只有产品的厂商可以查看它的数据')).toBeVisible()
  })

  await test.step('the colleague asks the platform, and a reviewer approves', async () => {
    await colleague.goto(PAGES.myOrganisations)
    const form = colleague.getByRole('form', { name: '向平台申请' })
    await form.getByRole('textbox', { name: '公司名称' }).fill('林的公司')
    await form.getByRole('textbox', { name: '说明' }).fill('产品没有自己的官网')
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(colleague.getByRole('region', { name: '我的申请' })).toContainText('待审核')
    await signInAsAdmin(page)
    await page.goto(ADMIN_PAGES.vendorOrganisations)
    await expectAccessible(page.getByRole('main'))
    await page.getByRole('button', { name: '通过林的公司的申请', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '通过“林的公司”的申请' })
    await dialog.getByRole('combobox', { name: '产品' }).pressSequentially(PRODUCT)
    await page.getByTitle(PRODUCT, { exact: true }).click()
    await dialog.getByRole('button', { name: '通过', exact: true }).click()
    await expect(page.getByText('没有待审核的申请')).toBeVisible()
    await page.goto(`${ADMIN_PAGES.vendorOrganisations}?view=organisations`)
    await expect(page.getByRole('row', { name: /林的公司/ })).toContainText(PRODUCT)
    await expectAccessible(page.getByRole('main'))
    await colleague.goto(PAGES.myProducts)
    await expect(colleague.getByRole('region', { name: PRODUCT })).toBeVisible()
  })
})
