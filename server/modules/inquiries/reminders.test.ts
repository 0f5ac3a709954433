/** Vendors who haven't handed in are reminded once, before the deadline. */
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import {
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  getVendorToken,
  publishInquiry,
} from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, signIn, toCaller } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const LASTS_MS = 10 * DAY_MS
const REMINDED_AFTER_MS = 8 * DAY_MS

onEveryDatabase('reminders of vendors', (app) => {
  let owner: Caller
  let count = 0
  let id = ''
  let emails: [string, string]
  const client = createInquiryClient(app, () => owner)
  const getTime = (ms: number) => new Date(app().clock.now().getTime() + ms).toISOString()
  const { sendDue } = { sendDue: () => app().services.inquiries.reminders.sendDue() }

  async function signInAgain(): Promise<void> {
    owner = toCaller(await signIn(app(), `${owner.name}@buyer.example`))
  }
  async function publish(lasts = LASTS_MS) {
    app().clock.advance(1_000)
    emails = [`near-${count}@a.example`, `near-${count}@b.example`]
    id = await publishInquiry(app(), client, { emails, deadline: getTime(lasts) })
  }
  const findVendor = async (email: string) => createVendorClient(app, await getVendorToken(app(), email))
  const listReminders = async (email: string) =>
    (
      await app()
        .database.read.selectFrom('outbox')
        .select(['subject', 'aboutId'])
        .where('toEmail', '=', email)
        .where('subject', 'like', '征询即将截止%')
        .execute()
    ).map(({ subject }) => subject)
  const countReminders = async () => Promise.all(emails.map(async (email) => (await listReminders(email)).length))
  const setReminders = (isOn: unknown) => client.send('PUT', fillPath(inquiryCalls.setReminders.path, { id }), { isOn })
  const findInvitation = async (email: string) =>
    (await client.get(id)).json().data.invitations.find((invitation: { email: string }) => invitation.email === email)

  beforeEach(async () => {
    count += 1
    await enableMail(app())
    owner = await createVerifiedMember(app(), `reminder-${count}`)
  })

  it('reach those who haven’t handed in, once, two days before the deadline', async () => {
    await publish()
    const due = getTime(REMINDED_AFTER_MS)
    expect(await findInvitation(emails[0])).toMatchObject({ reminderDueAt: due, remindedAt: null })
    const vendor = await findVendor(emails[1])
    await vendor.saveAll()
    await vendor.submit()
    app().clock.advance(REMINDED_AFTER_MS - 1)
    await sendDue()
    expect(await countReminders()).toEqual([0, 0])
    app().clock.advance(1)
    // Two nodes check at the same time, and one of them again after a restart.
    await Promise.all([sendDue(), sendDue()])
    await sendDue()
    expect(await countReminders()).toEqual([1, 0])
    expect(await listReminders(emails[0])).toEqual(['征询即将截止：客服智能体征询（甲智能体）'])
    await signInAgain()
    expect(await findInvitation(emails[0])).toMatchObject({ reminderDueAt: null, remindedAt: due })
    expect(await findInvitation(emails[1])).toMatchObject({ remindedAt: null })
  })

  it('reach the others if one can’t be sent', async () => {
    await publish()
    const [broken, unreached] = [id, emails[0]]
    const setContents = (contentsJson: string) =>
      app().database.write(({ db }) =>
        db.updateTable('inquiries').set({ contentsJson }).where('id', '=', broken).execute(),
      )
    const { contentsJson } = await app()
      .database.read.selectFrom('inquiries')
      .select('contentsJson')
      .where('id', '=', broken)
      .executeTakeFirstOrThrow()
    await setContents('{"title":1}')
    count += 1
    await publish()
    app().clock.advance(REMINDED_AFTER_MS)
    await expect(sendDue()).rejects.toThrow()
    expect(await countReminders()).toEqual([1, 1])
    await setContents(JSON.stringify(contentsJson))
    expect(await listReminders(unreached)).toEqual([])
    await sendDue()
    expect(await listReminders(unreached)).toHaveLength(1)
  })

  it('come halfway if there are at most four days, and not within a day', async () => {
    await publish(2 * DAY_MS)
    expect(await findInvitation(emails[0])).toMatchObject({ reminderDueAt: getTime(DAY_MS) })
    await publish(DAY_MS - HOUR_MS)
    expect(await findInvitation(emails[0])).toMatchObject({ reminderDueAt: null })
    app().clock.advance(DAY_MS - 2 * HOUR_MS)
    await sendDue()
    expect(await countReminders()).toEqual([0, 0])
  })

  it('don’t reach those who have declined, refuse mails, or whose invitation was revoked', async () => {
    await publish()
    await (await findVendor(emails[0])).decline(count % 2 === 0)
    const { id: invitation } = await findInvitation(emails[1])
    await client.send('DELETE', fillPath(inquiryCalls.removeInvitation.path, { id, invitation }))
    app().clock.advance(REMINDED_AFTER_MS)
    await sendDue()
    expect(await countReminders()).toEqual([0, 0])
  })

  it('can be switched off and on again by the asking side while the inquiry is out', async () => {
    await publish()
    const off = await setReminders(false)
    expect(off.json()).toMatchObject({ data: { isReminding: false }, message: '截止前不再提醒厂商' })
    app().clock.advance(REMINDED_AFTER_MS)
    await sendDue()
    expect(await countReminders()).toEqual([0, 0])
    await signInAgain()
    expect((await setReminders(true)).json()).toMatchObject({ data: { isReminding: true } })
    await sendDue()
    expect(await countReminders()).toEqual([1, 1])
    expect((await setReminders('是')).json().errors).toEqual([{ path: 'isOn', message: '应为是或否' }])
    await client.close(id, { text: '不再采购' })
    expect((await setReminders(false)).statusCode).toBe(409)
  })

  it('follow a deadline that is moved, of which vendors are reminded again', async () => {
    await publish()
    app().clock.advance(REMINDED_AFTER_MS)
    await sendDue()
    await signInAgain()
    await client.addAddendum(id, { note: '无关', deadline: null, questions: [] })
    expect(await findInvitation(emails[0])).toMatchObject({ reminderDueAt: null })
    await client.addAddendum(id, { note: '推迟', deadline: getTime(7 * DAY_MS), questions: [] })
    expect(await findInvitation(emails[0])).toMatchObject({ reminderDueAt: getTime(5 * DAY_MS), remindedAt: null })
    app().clock.advance(5 * DAY_MS)
    await sendDue()
    expect(await countReminders()).toEqual([2, 2])
  })

  it('aren’t repeated with a new link', async () => {
    await publish()
    app().clock.advance(REMINDED_AFTER_MS)
    await sendDue()
    await signInAgain()
    const { id: invitation } = await findInvitation(emails[0])
    await client.send('POST', fillPath(inquiryCalls.renewInvitation.path, { id, invitation }))
    expect(await findInvitation(emails[0])).toMatchObject({ status: 'sent', reminderDueAt: null })
  })

  it('don’t come after the deadline, when mail was down', async () => {
    await publish()
    app().clock.advance(LASTS_MS)
    await sendDue()
    expect(await countReminders()).toEqual([0, 0])
  })
})
