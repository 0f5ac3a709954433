import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createUser } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

onEveryDatabase('weekly report', (app) => {
  const queueIfDue = () => app().services.weeklyReport.queueIfDue()
  const saveNotifications = (value: object) =>
    app().database.write((transaction) => app().services.settings.save(transaction, 'notifications', value))
  const listQueued = () => listOutbox(app())

  beforeAll(async () => {
    // The test clock starts on Saturday, 2026-11-21 10:00 in Shanghai.
    await createUser(app(), { email: 'root@example.com', name: '甲', role: 'super_admin' })
    await createUser(app(), { email: 'second@example.com', name: '乙', role: 'super_admin' })
    await createUser(app(), { email: 'inactive@example.com', role: 'super_admin', status: 'inactive' })
    await createUser(app(), { email: 'editor@example.com', role: 'editor' })
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
    await saveNotifications({ weeklyReports: true })
    await enableMail(app())
  })
  beforeEach(() => app().database.write(({ db }) => db.deleteFrom('outbox').execute()))

  it('is not sent before Monday, 09:00', async () => {
    expect(await queueIfDue()).toBe(0)
    // From Saturday, 10:00, to a millisecond before Monday, 09:00.
    app().clock.advance(2 * DAY_MS - HOUR_MS - 1)
    // The following tests run from 09:00.
    onTestFinished(() => {
      app().clock.advance(1)
    })
    expect(await queueIfDue()).toBe(0)
    expect(await listQueued()).toEqual([])
  })

  it.each([
    ['it is disabled', { weeklyReports: false }],
    ['all notifications are disabled', { weeklyReports: true, emailNotifications: false }],
  ])('is not sent if %s', async (_, notifications) => {
    onTestFinished(() => saveNotifications({ weeklyReports: true }))
    await saveNotifications(notifications)
    expect(await queueIfDue()).toBe(0)
  })

  it('is not sent if mail cannot be sent', async () => {
    onTestFinished(() => enableMail(app()))
    await enableMail(app(), { isActive: false })
    expect(await queueIfDue()).toBe(0)
  })

  it('is sent once to every active super administrator, by one of several nodes, with last week’s figures', async () => {
    const counts = await Promise.all([queueIfDue(), queueIfDue(), queueIfDue()])
    expect(counts.sort()).toEqual([0, 0, 2])
    const mails = await listQueued()
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
  })

  it('is sent again a week later, with that week’s figures', async () => {
    app().clock.advance(HOUR_MS)
    expect(await queueIfDue()).toBe(0)
    app().clock.advance(7 * DAY_MS)
    expect(await queueIfDue()).toBe(2)
    const content = await app().services.mail.outbox.findContent((await listQueued())[0]?.id ?? '')
    expect(content?.text).toContain('/admin/dashboard')
    expect(content?.html).toContain('<b>0次</b>')
    expect(content?.html).toContain('前一周3次')
  })
})
