/** An event from its creation on: registered for, moved and cancelled, with the mails that attendees get. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { type SmtpTestServer, startSmtpServer } from '../smtp-server.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, signInAsAdmin, USER_PASSWORD } from './admin-session.ts'
import { createIsolatedTest, expect } from './isolated-server.ts'
import { enableMail, findInMail } from './mails.ts'

const test = createIsolatedTest()

const TITLE = '选型圆桌（新）'
const ATTENDEE = 'event.guest@zhijian.test'
let smtp: SmtpTestServer

test.beforeAll(async () => {
  smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
})
test.afterAll(() => smtp.close())

test('an event is created, registered for, moved and cancelled, and its attendee told', async ({
  page,
  watch: { allowConsole },
}) => {
  test.slow()
  // Moving an event is refused until its consequences are confirmed.
  allowConsole(/status of 409/)
  const token = await signInAsAdmin(page)
  await enableMail({ page, token, smtp })
  await createUser(page.request, 'event.guest', 'member')

  await page.goto(ADMIN_PAGES.dashboard)
  await page.getByRole('button', { name: '安排活动' }).click()
  const drawer = page.getByRole('dialog', { name: '新建活动' })
  await expect(drawer.getByLabel('标题')).toBeFocused()
  await page.keyboard.type(TITLE)
  await drawer.getByLabel('日期').fill('2027-06-10')
  await drawer.getByLabel('时间').fill('14:00-16:00')
  await drawer.getByLabel('地点').fill('上海')
  await drawer.getByLabel('本站名额').fill('20')
  await expectAccessible(drawer)
  await drawer.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByText('已新建活动')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: TITLE })
  await expect(row).toContainText('0／20')

  await test.step('a member registers, and gets an entry for the calendar', async () => {
    const list = await (await page.request.get(eventCalls.list.path, authorize(token))).json()
    const eventId = list.data.find(({ title }: { title: string }) => title === TITLE).id
    const session = await page.request.post('/api/auth/login', { data: { email: ATTENDEE, password: USER_PASSWORD } })
    const { token: memberToken } = await session.json()
    const path = fillPath(eventCalls.register.path, { eventId })
    expect((await page.request.post(path, authorize(memberToken))).ok()).toBe(true)
    await findInMail(smtp, ATTENDEE, /METHOD:REQUEST/)
  })

  await test.step('the event is moved after a question', async () => {
    await page.reload()
    await page.getByRole('button', { name: `编辑“${TITLE}”` }).click()
    const editor = page.getByRole('dialog', { name: '编辑活动' })
    await editor.getByLabel('地点').fill('杭州')
    await editor.getByRole('button', { name: '保存' }).click()
    const question = page.getByRole('dialog').filter({ hasText: '确认对报名者的影响？' })
    await expect(question).toContainText('地点由“上海”改为“杭州”')
    await question.getByRole('button', { name: '知悉并保存' }).click()
    await expect(page.getByText('已保存活动')).toBeVisible()
    await findInMail(smtp, ATTENDEE, /LOCATION:杭州/)
  })

  await test.step('the event is cancelled with a reason', async () => {
    await page.getByRole('button', { name: `取消“${TITLE}”` }).click()
    const dialog = page.getByRole('dialog', { name: `取消“${TITLE}”？` })
    await expect(dialog).toContainText('将通知已报名的1人')
    await dialog.getByLabel('取消的原因').fill('场地检修')
    await dialog.getByRole('button', { name: '取消活动' }).click()
    await expect(page.getByText('已取消活动')).toBeVisible()
    await findInMail(smtp, ATTENDEE, /场地检修/)
    await findInMail(smtp, ATTENDEE, /METHOD:CANCEL/)
    await page.getByRole('button', { name: /^已取消/ }).click()
    await expect(page.getByRole('row').filter({ hasText: TITLE })).toContainText('原因：场地检修')
  })

  await expectAccessible(page.getByRole('main'))
  await page.goto(`${PAGES.community}?tab=events`)
  await expect(page.getByRole('heading', { name: '近期活动' })).toBeVisible()
  await expect(page.getByText(TITLE)).toHaveCount(0)
})

const authorize = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
