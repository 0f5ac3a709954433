/** Registration for an event: a seat, the waiting list, a cancellation, and the editor's view. */
import type { Browser } from '@playwright/test'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { createUser, getAdminToken, saveAsOtherAdmin, signInAsAdmin } from './admin-session.ts'
import { expect, test } from './fixtures.ts'
import { loseReply } from './lose-reply.ts'
import { signInByForm } from './site-session.ts'

const EVENT = {
  id: 'journey',
  type: '线下沙龙',
  status: '报名中',
  title: '一席难求的圆桌',
  date: '2027-05-20',
  time: '14:00-16:00',
  location: '上海',
  places: 1,
}
const CALENDAR = `${PAGES.community}?tab=events`

type Registration = { baseURL: string; username: string; action: string; reason: string; isReplyLost?: boolean }

/** Presses a button of the event as a visitor, in a separate browser context, and signs in when asked to. */
async function registerAs(browser: Browser, { baseURL, username, action, reason, isReplyLost = false }: Registration) {
  const page = await (await browser.newContext({ baseURL, locale: 'zh-CN' })).newPage()
  if (isReplyLost) await page.route(`**${fillPath(eventCalls.register.path, { eventId: EVENT.id })}`, loseReply)
  await page.goto(CALENDAR)
  const card = page.getByRole('listitem').filter({ hasText: EVENT.title })
  await card.getByRole('button', { name: `${action}：${EVENT.title}` }).click()
  await expect(page.getByRole('dialog').getByText(reason)).toBeVisible()
  await signInByForm(page, username)
  return { page, card }
}

test('a member registers, another joins the waiting list and moves up after a cancellation', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  await saveAsOtherAdmin(request, await getAdminToken(request), documentCalls.community.path, (document) => {
    const events = Array.isArray(document.upcomingEvents) ? document.upcomingEvents : []
    return { ...document, upcomingEvents: [...events, EVENT] }
  })
  await createUser(request, 'journey.place', 'member')
  await createUser(request, 'journey.turn', 'member')

  const first = await registerAs(browser, {
    baseURL: baseURL ?? '',
    username: 'journey.place',
    action: '立即报名',
    reason: `登录后即为您报名：${EVENT.title}。`,
  })
  await expect(first.card.getByRole('link', { name: '已报名' })).toBeVisible()
  await expect(first.card.getByText('已报名1人，名额1人')).toBeVisible()

  const second = await registerAs(browser, {
    baseURL: baseURL ?? '',
    username: 'journey.turn',
    action: '加入候补',
    reason: `登录后即为您登记候补：${EVENT.title}。`,
    isReplyLost: true,
  })
  await expect(second.page.getByRole('alert').filter({ hasText: EVENT_MESSAGES.replyLost })).toBeVisible()
  await expect(second.card.getByRole('link', { name: '候补第1位' })).toBeVisible()
  await expectAccessible(second.page.getByRole('main'))

  await first.card.getByRole('link', { name: '已报名' }).click()
  await expect(first.page.getByRole('heading', { level: 1, name: '我的报名' })).toBeVisible()
  await expectAccessible(first.page.getByRole('main'))
  const calendar = first.page.getByRole('link', { name: '加入日历' })
  const file = await request.get((await calendar.getAttribute('href')) ?? '')
  expect(await file.text()).toContain(`SUMMARY:${EVENT.title}`)
  await first.page.getByRole('button', { name: '取消报名' }).click()
  await first.page.getByRole('dialog').getByRole('button', { name: '取消报名' }).click()
  await expect(first.page.getByText('还没有报名活动。')).toBeVisible()

  await second.card.getByRole('link', { name: '候补第1位' }).click()
  await second.page.reload()
  await expect(second.page.getByRole('article').getByText('已报名', { exact: true })).toBeVisible()

  await signInAsAdmin(page)
  await page.goto(ADMIN_PAGES.events)
  await page.getByRole('button', { name: `查看“${EVENT.title}”的报名名单` }).click()
  await expect(page.getByRole('list', { name: '报名名单' }).getByText('journey.turn@zhijian.test')).toBeVisible()
  await expectAccessible(page.getByRole('dialog'))
})
