/** Who is mailed what, and what replies say if nothing is. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import { ANSWERING_MESSAGES, INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import { MAILS_PER_ADDRESS } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import {
  createContents,
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  DEADLINE_MS,
  getVendorToken,
  PRODUCTS,
  publishInquiry,
  QUESTIONS,
} from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, signIn, toCaller } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('mails to vendors', (app) => {
  let owner: Caller
  let count = 0
  const client = createInquiryClient(app, () => owner)

  async function publish() {
    // The outbox is listed newest first, by pages.
    app().clock.advance(1_000)
    const emails: [string, string] = [`told-${count}@a.example`, `told-${count}@b.example`]
    const id = await publishInquiry(app(), client, { emails })
    const vendor = createVendorClient(app, await getVendorToken(app(), emails[0]))
    return { id, email: emails[0], vendor }
  }
  async function publishHandedIn() {
    const published = await publish()
    await published.vendor.saveAll()
    await published.vendor.submit()
    return published
  }
  async function open(id: string): Promise<void> {
    app().clock.advance(DEADLINE_MS)
    owner = toCaller(await signIn(app(), `${owner.name}@buyer.example`))
    await client.open(id)
  }
  /** Lists the subjects of notices to an address, without the titles of inquiries. */
  async function listNotices(email: string): Promise<(string | undefined)[]> {
    const mails = await app()
      .database.read.selectFrom('outbox')
      .select('subject')
      .where('toEmail', '=', email)
      .where('kind', '!=', 'inquiryInvitation')
      .execute()
    return mails.map(({ subject }) => subject.split('：')[0])
  }
  const findInvitation = async (id: string, email: string) =>
    (await client.get(id)).json().data.invitations.find((invitation: { email: string }) => invitation.email === email)
  async function renew(id: string, invitation: string) {
    app().clock.advance(1_000)
    return client.send('POST', `/api/inquiries/${id}/invitations/${invitation}/mail`)
  }

  beforeEach(async () => {
    count += 1
    await enableMail(app())
    owner = await createVerifiedMember(app(), `teller-${count}`)
  })

  it('include a question of a vendor to the owner and to every colleague who has joined', async () => {
    const { id, vendor } = await publish()
    const colleagues = await Promise.all(
      (['coOwner', 'secretary'] as const).map(async (role) => {
        const member = await createVerifiedMember(app(), `asker-${role.toLowerCase()}-${count}`)
        const email = `${member.name}@buyer.example`
        await client.send('POST', fillPath(colleagueCalls.invite.path, { kind: 'inquiry', id }), { email, role })
        await createInquiryClient(app, () => member).get(id)
        return email
      }),
    )
    const invited = { email: `not-joined-${count}@buyer.example`, role: 'coOwner' }
    await client.send('POST', fillPath(colleagueCalls.invite.path, { kind: 'inquiry', id }), invited)
    await vendor.ask('是否支持私有部署？')
    for (const email of [`${owner.name}@buyer.example`, ...colleagues])
      expect(await listNotices(email)).toContain('厂商有提问')
    expect(await listNotices(invited.email)).not.toContain('厂商有提问')
  })

  /** Has colleagues and a second opener join an inquiry that needs two. Returns their addresses by name. */
  async function publishForTwo() {
    const opener = `opener-${count}@buyer.example`
    await createVerifiedMember(app(), `opener-${count}`)
    app().clock.advance(1_000)
    const emails: [string, string] = [`told-${count}@a.example`, `told-${count}@b.example`]
    const id = await publishInquiry(app(), client, { emails, secondOpener: opener })
    const join = async (role: 'coOwner' | 'secretary') => {
      const member = await createVerifiedMember(app(), `with-${role.toLowerCase()}-${count}`)
      const email = `${member.name}@buyer.example`
      await client.send('POST', fillPath(colleagueCalls.invite.path, { kind: 'inquiry', id }), { email, role })
      await createInquiryClient(app, () => member).get(id)
      return email
    }
    const addresses = {
      owner: `${owner.name}@buyer.example`,
      opener,
      coOwner: await join('coOwner'),
      secretary: await join('secretary'),
    }
    app().clock.advance(DEADLINE_MS)
    return { id, addresses }
  }
  const openAs = async (id: string, email: string) => {
    const caller = toCaller(await signIn(app(), email))
    return (await createInquiryClient(app, () => caller).open(id)).json().data.status
  }
  const countNotices = async (emails: Record<string, string>, subject: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(emails).map(async ([name, email]) => {
          const notices = await listNotices(email)
          return [name, notices.filter((notice) => notice === subject).length] as const
        }),
      ),
    )

  it('ask the owner and co-owners to confirm an opening after the second opener has, and tell the others of it', async () => {
    const { id, addresses } = await publishForTwo()
    expect(await openAs(id, addresses.opener)).toBe('open')
    expect(await countNotices(addresses, '请确认开启')).toEqual({ owner: 1, coOwner: 1, secretary: 0, opener: 0 })
    expect(await openAs(id, addresses.coOwner)).toBe('opened')
    expect(await countNotices(addresses, '征询已开启')).toEqual({ owner: 1, coOwner: 0, secretary: 1, opener: 1 })
  })

  it('ask the second opener after a co-owner has confirmed', async () => {
    const { id, addresses } = await publishForTwo()
    expect(await openAs(id, addresses.coOwner)).toBe('open')
    expect(await countNotices(addresses, '请确认开启')).toEqual({ owner: 0, coOwner: 0, secretary: 0, opener: 1 })
    expect(await openAs(id, addresses.opener)).toBe('opened')
    expect(await countNotices(addresses, '征询已开启')).toEqual({ owner: 1, coOwner: 1, secretary: 1, opener: 0 })
  })

  describe('a receipt', () => {
    it('is not sent again for what was handed in already, which stays as it is', async () => {
      const { email, vendor } = await publishHandedIn()
      const { receipt } = (await vendor.open()).json().data
      expect((await vendor.submit()).json()).toMatchObject({
        message: ANSWERING_MESSAGES.submittedAlready,
        data: { receipt },
      })
      expect(await listNotices(email)).toEqual(['已收到回答'])
    })

    it('is not claimed while no mail can be sent', async () => {
      const { vendor } = await publish()
      await vendor.saveAll()
      await enableMail(app(), { isActive: false })
      expect((await vendor.submit()).json()).toMatchObject({ message: ANSWERING_MESSAGES.submittedUnmailed })
    })
  })

  it('include the opening however many receipts the address has got', { timeout: 90_000 }, async () => {
    const { id, email, vendor } = await publish()
    await vendor.saveAll()
    for (let version = 1; version <= MAILS_PER_ADDRESS.max.inquiryReceipt + 1; version += 1) {
      await vendor.save('seats', { value: version }, version)
      await vendor.submit()
    }
    expect(await listNotices(email)).toHaveLength(MAILS_PER_ADDRESS.max.inquiryReceipt)
    await open(id)
    expect(await listNotices(email)).toContain('回答已开启')
  })

  it('never reach an address that refuses them, in other inquiries too', async () => {
    const { id, email, vendor } = await publishHandedIn()
    const { data } = (await vendor.open()).json()
    const other = await client.create()
    await client.update(other, createContents(app()))
    for (const { key } of PRODUCTS) await client.invite(other, key, data.email)
    await client.publish(other)
    await createVendorClient(app, await getVendorToken(app(), email)).decline(true)
    const before = await listNotices(email)
    await client.addAddendum(id, { note: '补充', questions: [{ ...QUESTIONS[1], key: 'more' }] })
    await open(id)
    await client.close(id, { text: '感谢参加' })
    expect(await listNotices(email)).toEqual(before)
  })

  it('include the end of an opened inquiry that is deleted, alone or with its account', async () => {
    const { database, services } = app()
    const removals = [
      (id: string) => client.remove(id),
      () => database.write((transaction) => services.inquiries.memberData.removeAccountData(transaction, owner.id)),
    ]
    for (const remove of removals) {
      count += 1
      const { id, email } = await publishHandedIn()
      await open(id)
      await remove(id)
      expect(await listNotices(email)).toContain('征询已结束')
    }
  })

  it('keep nobody believing that they were sent while none can be', async () => {
    const { id } = await publish()
    await enableMail(app(), { isActive: false })
    expect(toResult(await client.addAddendum(id, { note: '补充' }))).toMatchObject({
      status: 409,
      message: INQUIRY_MESSAGES.addendumUnmailable,
    })
    expect((await client.close(id, { text: '项目取消' })).json().message).toBe(INQUIRY_MESSAGES.closedUnmailed)
  })

  describe('a renewed invitation', () => {
    it('is refused once the address has got too many, and changes nothing', async () => {
      const { id, email, vendor } = await publishHandedIn()
      const before = await findInvitation(id, email)
      for (let sent = 1; sent < MAILS_PER_ADDRESS.max.inquiryInvitation; sent += 1) await renew(id, before.id)
      const renewed = createVendorClient(app, await getVendorToken(app(), email))
      expect(toResult(await renew(id, before.id))).toMatchObject({
        status: 409,
        message: INQUIRY_MESSAGES.renewalUnsent,
      })
      expect(await findInvitation(id, email)).toEqual(before)
      expect((await vendor.open()).statusCode).toBe(404)
      expect((await renewed.open()).json().data).toMatchObject({ status: 'submitted' })
    })

    it('is refused to an address that refuses mails', async () => {
      const { id, email, vendor } = await publish()
      await vendor.decline(true)
      const before = await findInvitation(id, email)
      expect(toResult(await renew(id, before.id))).toMatchObject({
        status: 409,
        message: INQUIRY_MESSAGES.renewalRefused,
      })
      expect(await findInvitation(id, email)).toEqual(before)
    })
  })

  it('count when they are sent: deleting inquiries makes no room for more', async () => {
    const publishAgain = async () => {
      const id = await client.create()
      await client.update(id, createContents(app()))
      for (const { key } of PRODUCTS) await client.invite(id, key, `many-${count}-${id}@a.example`)
      return { id, reply: await client.publish(id) }
    }
    const setLimit = (maxInquiriesPerMonth: number) =>
      app().database.write((transaction) =>
        app().services.settings.save(transaction, 'content', { maxInquiriesPerMonth }),
      )
    onTestFinished(() => setLimit(20))
    await setLimit(1)
    const { id, reply } = await publishAgain()
    expect(reply.statusCode).toBe(200)
    await client.close(id, { text: '项目取消' })
    await client.remove(id)
    expect(toResult((await publishAgain()).reply)).toMatchObject({
      status: 409,
      message: INQUIRY_MESSAGES.monthlyInquiries(1),
    })
    await setLimit(0)
    expect(toResult((await publishAgain()).reply)).toMatchObject({ message: INQUIRY_MESSAGES.monthlyInquiries(0) })
  })
})
