/** The day of the deadline without a mail server: nothing waits for mails, and mails wait for the server. */
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts'
import { INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import {
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  DEADLINE_MS,
  getVendorToken,
  publishInquiry,
} from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, signIn, toCaller } from '#testing/factories/users.ts'
import { startSmtpServer } from '#testing/smtp-server.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const NEVER_STOPPED = { stop: new AbortController().signal, abort: new AbortController().signal }

onEveryDatabase('a mail server that is down on the day of the deadline', (app) => {
  let owner: Caller
  let count = 0
  const client = createInquiryClient(app, () => owner)
  const sendMails = () => app().services.mail.delivery.run(NEVER_STOPPED)
  const getMails = async (id: string) => (await client.get(id)).json().data.mails
  const signInAgain = async () => {
    owner = toCaller(await signIn(app(), `${owner.name}@buyer.example`))
  }

  beforeEach(async () => {
    count += 1
    app().clock.advance(MINUTE_MS)
    await app().database.write(({ db }) => db.deleteFrom('outbox').execute())
    owner = await createVerifiedMember(app(), `outage-${count}`)
  })

  /** Publishes an inquiry while the server is down; one vendor hands in, and the deadline passes. */
  async function passDeadlineWithoutServer() {
    const server = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
    await server.close()
    const emails = [`sales-${count}@outage-a.example`, `sales-${count}@outage-b.example`] as const
    const id = await publishInquiry(app(), client, { emails })
    const smtpConfig = { host: 'localhost', port: server.port, fromEmail: 'from@example.com' }
    await enableMail(app(), { smtpConfig })
    const vendor = createVendorClient(app, await getVendorToken(app(), emails[0]))
    await vendor.saveAll()
    expect((await vendor.submit()).statusCode).toBe(200)
    await client.addAddendum(id, { note: '提醒：今天截止' })
    expect((await vendor.submit(2)).statusCode).toBe(200)
    expect(await sendMails()).toBe('paused')
    app().clock.advance(DEADLINE_MS)
    await signInAgain()
    return { id, emails, port: server.port }
  }

  it('hinders nobody from opening, and everything is delivered once it is back', async () => {
    const { id, emails, port } = await passDeadlineWithoutServer()
    expect((await client.open(id)).json()).toMatchObject({ message: INQUIRY_MESSAGES.opened })
    expect((await client.listAnswers(id)).json().data).toHaveLength(1)
    await client.close(id, { text: '感谢参加' })
    expect(await sendMails()).toBe('paused')
    app().clock.advance(MINUTE_MS)
    const { waiting, failed } = await getMails(id)
    expect({ isWaiting: waiting > 0, failed }).toEqual({ isWaiting: true, failed: 0 })

    const server = await startSmtpServer({ disabledCommands: ['STARTTLS'] }, port)
    onTestFinished(server.close)
    app().clock.advance(HOUR_MS)
    await signInAgain()
    expect(await sendMails()).toBe('done')
    expect(server.mails).toHaveLength(waiting)
    const counts = emails.map((email) => server.mails.filter(({ to }) => to.includes(email)).length)
    // Both: invitation, addendum and end; whoever handed in: two receipts and the opening.
    expect(counts).toEqual([6, 3])
    expect(await getMails(id)).toEqual({ waiting: 0, failed: 0 })
  })

  it('lets the owner know what nobody will get any more', async () => {
    const { id } = await passDeadlineWithoutServer()
    app().clock.advance(2 * DAY_MS)
    await sendMails()
    await signInAgain()
    expect(await getMails(id)).toMatchObject({ waiting: 0, failed: expect.any(Number) })
    expect((await getMails(id)).failed).toBeGreaterThan(0)
  })

  it('is not counted as waiting while a mail has just been queued', async () => {
    await enableMail(app())
    const emails = [`new-${count}@outage-a.example`, `new-${count}@outage-b.example`] as const
    const id = await publishInquiry(app(), client, { emails })
    expect(await getMails(id)).toEqual({ waiting: 0, failed: 0 })
  })

  it('is named by the opening if an administrator has switched it off, and no outdated mail follows', async () => {
    const { id, emails } = await passDeadlineWithoutServer()
    await enableMail(app(), { isActive: false })
    expect((await client.open(id)).json()).toMatchObject({ message: INQUIRY_MESSAGES.openedUnmailed })
    const notices = await app()
      .database.read.selectFrom('outbox')
      .select('subject')
      .where('toEmail', '=', emails[0])
      .execute()
    expect(notices.filter(({ subject }) => subject.startsWith('回答已开启'))).toEqual([])
  })
})
