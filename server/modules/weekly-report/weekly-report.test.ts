import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createUser } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** From Saturday, 2026-11-21 10:00 in Shanghai, at which the test clock starts, to Monday, 09:00. */
const UNTIL_MONDAY = 2 * DAY_MS - HOUR_MS

const saveNotifications = ({ database, services }: TestApp, value: object) =>
  database.write((transaction) => services.settings.save(transaction, 'notifications', value))

/** Enables the report, for two active super administrators. */
async function enableReport(app: TestApp): Promise<void> {
  await createUser(app, { email: 'root@example.com', name: '甲', role: 'super_admin' })
  await createUser(app, { email: 'second@example.com', name: '乙', role: 'super_admin' })
  await createUser(app, { email: 'inactive@example.com', role: 'super_admin', status: 'inactive' })
  await createUser(app, { email: 'editor@example.com', role: 'editor' })
  await saveNotifications(app, { weeklyReports: true })
  await enableMail(app)
}

onEveryDatabase('weekly report', (app) => {
  const queueIfDue = () => app().services.weeklyReport.queueIfDue()

  it('is sent once to every active super administrator from Monday, 09:00, with last week’s figures', async () => {
    await enableReport(app())
    await createProducts(app(), 'agent', [{ name: '甲产品' }, { name: '乙产品' }])
    const pageView = { path: '/products', address: '203.0.113.7', userAgent: BROWSER, ownHosts: [] }
    for (let views = 0; views < 3; views += 1) await app().services.analytics.visits.count(pageView)
    await app().services.analytics.visits.flush()
    const consultation = {
      companyName: '某集团',
      contactName: '陈女士',
      phone: '13800138000',
      email: 'chen@example.com',
      requirements: '请联系',
    }
    await app().server.inject({ method: 'POST', url: '/api/consultation', payload: consultation })

    app().clock.advance(UNTIL_MONDAY - 1)
    expect(await queueIfDue()).toBe(0)
    expect(await listOutbox(app())).toEqual([])

    app().clock.advance(1)
    // Several nodes ask at once.
    const counts = await Promise.all([queueIfDue(), queueIfDue(), queueIfDue()])
    expect(counts.sort()).toEqual([0, 0, 2])
    const mails = await listOutbox(app())
    expect(mails.map(({ to, kind }) => [to, kind]).sort()).toEqual([
      ['root@example.com', 'weeklyReport'],
      ['second@example.com', 'weeklyReport'],
    ])
    expect(mails[0]?.subject).toBe('智鉴每周报告（11月16日至11月22日）')
    const content = await app().services.mail.outbox.findContent(mails[0]?.id ?? '')
    const rows = [...(content?.html ?? '').matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
      row
        .replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/),
    )
    expect(rows).toEqual([
      ['页面浏览', '3次', '前一周0次'],
      ['访客', '1人次', '前一周0人次'],
      ['收到提交', '0个', '前一周0个'],
      ['收到线索', '1条', '前一周0条'],
      ['评估报告', '0份', '前一周0份'],
      ['现有产品', '2个', '一周前0个'],
      ['活跃用户', '3人', '一周前0人'],
    ])

    await app().database.write(({ db }) => db.deleteFrom('outbox').execute())
    app().clock.advance(HOUR_MS)
    expect(await queueIfDue()).toBe(0)
    app().clock.advance(7 * DAY_MS)
    expect(await queueIfDue()).toBe(2)
    const nextContent = await app().services.mail.outbox.findContent((await listOutbox(app()))[0]?.id ?? '')
    expect(nextContent?.text).toContain('/admin/dashboard')
    expect(nextContent?.html).toContain('<b>0次</b>')
    expect(nextContent?.html).toContain('前一周3次')
  })
})

onEveryDatabase('a weekly report that is due', (app) => {
  const queueIfDue = () => app().services.weeklyReport.queueIfDue()
  beforeAll(async () => {
    await enableReport(app())
    app().clock.advance(UNTIL_MONDAY)
  })
  // Each test has a week of its own.
  beforeEach(() => {
    app().clock.advance(7 * DAY_MS)
  })

  it.each([
    ['it is disabled', { weeklyReports: false }],
    ['all notifications are disabled', { weeklyReports: true, emailNotifications: false }],
  ])('is not sent if %s', async (_, notifications) => {
    await saveNotifications(app(), notifications)
    expect(await queueIfDue()).toBe(0)
    await saveNotifications(app(), { weeklyReports: true })
    expect(await queueIfDue()).toBe(2)
  })

  it('is not sent if mail cannot be sent', async () => {
    await enableMail(app(), { isActive: false })
    expect(await queueIfDue()).toBe(0)
    await enableMail(app())
    expect(await queueIfDue()).toBe(2)
  })
})
