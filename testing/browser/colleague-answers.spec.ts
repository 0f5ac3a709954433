/** A colleague of the invited address answers an inquiry by their own account, and its owner reads who handed in. */
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import { PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { getAdminToken } from './admin-session.ts'
import { createAdminSender } from './evaluations.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { enableMail, findInMail } from './mails.ts'
import { createMemberSender, MEMBER_PASSWORD, openAsMember } from './open-as-member.ts'
import { MISSING_USERNAME, signInByForm } from './site-session.ts'

const test = createIsolatedTest()

const OWNER = { name: '周总监', email: 'cio@caigou.cn' }
const MANAGER = { name: '何总监', email: 'he@qilin-keji.cn' }
const COLLEAGUE = { name: '林同事', email: 'lin@qq.com' }
const PRODUCT = '同事代答的客服'
const ORGANISATION = '麒麟科技'
const TITLE = '客服采购征询'
const ANSWER = '驻场六周，由两名工程师实施。'

let smtp: SmtpTestServer
test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

test('a colleague answers what was sent to another address, and is named to the owner', async ({
  page,
  browser,
  server,
  ownedServer,
  request,
  watch,
}) => {
  test.setTimeout(180_000)
  watch.allowConsole(MISSING_USERNAME)
  await enableMail({ page, token: await getAdminToken(request), smtp })
  const send = await createAdminSender(request)
  const { id: productId } = await send(catalogueCalls.createAgent.path, {
    name: PRODUCT,
    category: '智能客服',
    description: '排班',
    contactEmail: MANAGER.email,
  })
  const context = { browser, server, smtp }
  const owner = await openAsMember(context, OWNER)
  const manager = await openAsMember(context, MANAGER)
  const colleague = await openAsMember(context, COLLEAGUE)

  await test.step('the colleague belongs to the organisation of the invited contact', async () => {
    const asManager = await createMemberSender(manager, MANAGER)
    const { id } = await asManager(organisationCalls.found, {}, { name: ORGANISATION })
    await asManager(organisationCalls.invite, { id }, { email: COLLEAGUE.email, role: 'editor' })
    await (await createMemberSender(colleague, COLLEAGUE))(organisationCalls.accept, { id })
  })

  const inquiry = await test.step('the contact is invited to an inquiry', async () => {
    const asOwner = await createMemberSender(owner, OWNER)
    const { id } = await asOwner(inquiryCalls.create, {}, { title: TITLE })
    const question = { hint: '', unit: '', quantity: 1, isYearly: false, attribute: null }
    await asOwner(
      inquiryCalls.update,
      { id },
      {
        title: TITLE,
        background: '',
        terms: '',
        deadline: new Date(Date.now() + DAY_MS).toISOString(),
        isNamed: true,
        secondOpener: '',
        products: [{ key: 'p1', name: PRODUCT, productId, catalogue: 'agent' }],
        questions: [{ ...question, key: 'delivery', kind: 'text', title: '如何实施', isRequired: true }],
      },
    )
    await asOwner(inquiryCalls.invite, { id }, { product: 'p1', email: MANAGER.email })
    await asOwner(inquiryCalls.publish, { id })
    return id
  })

  await test.step('the colleague finds it, answers, and hands in by name', async () => {
    await colleague.goto(PAGES.receivedInquiries)
    const card = colleague.getByRole('region', { name: TITLE })
    await expect(card).toContainText(`邀请寄给了${MANAGER.email}，您可以以${ORGANISATION}成员的身份填写。`)
    await expectAccessible(colleague.getByRole('main'))
    await card.getByRole('button', { name: '填写回答' }).click()
    await colleague.getByRole('textbox', { name: '如何实施' }).fill(ANSWER)
    await expect(colleague.getByText(/^已保存/).first()).toBeVisible()
    await expect(colleague.getByRole('button', { name: '不参加，或不再接收征询邮件' })).toBeHidden()
    await colleague.getByRole('button', { name: '提交', exact: true }).click()
    await expect(colleague.getByText(`由${ORGANISATION}的${COLLEAGUE.name}提交`)).toBeVisible()
    await expectAccessible(colleague.getByRole('main'))
    await findInMail(smtp, MANAGER.email, new RegExp(`由${ORGANISATION}的${COLLEAGUE.name}提交`))
  })

  await test.step('the contact withdraws it, of which the colleague is told, who hands in again', async () => {
    await manager.goto(PAGES.receivedInquiries)
    await manager.getByRole('region', { name: TITLE }).getByRole('button', { name: '填写回答' }).click()
    await manager.getByRole('button', { name: '撤回', exact: true }).click()
    await expect(manager.getByText('已撤回，截止之前可以再次提交')).toBeVisible()
    await findInMail(smtp, COLLEAGUE.email, /您提交的回答已用邀请邮件中的链接撤回/)
    await colleague.reload()
    await colleague.getByRole('button', { name: '提交', exact: true }).click()
    await expect(colleague.getByText(`由${ORGANISATION}的${COLLEAGUE.name}提交`)).toBeVisible()
  })

  await test.step('the owner opens the answers, and reads who handed in', async () => {
    await ownedServer.advanceClock(DAY_MS + HOUR_MS)
    await owner.goto(PAGES.inquiry(inquiry))
    const signIn = owner.getByRole('main').getByRole('button', { name: '登录后使用' })
    const open = owner.getByRole('button', { name: '开启回答与报价' })
    await expect(signIn.or(open)).toBeVisible()
    if (await signIn.isVisible()) {
      await signIn.click()
      await signInByForm(owner, OWNER.email, MEMBER_PASSWORD)
    }
    await open.click()
    const table = owner.getByRole('table')
    await expect(table.getByRole('row', { name: /如何实施/ })).toContainText(ANSWER)
    await expect(table).toContainText(`由${ORGANISATION}的${COLLEAGUE.name}提交`)
    await expectAccessible(owner.getByRole('main'))
  })
})
