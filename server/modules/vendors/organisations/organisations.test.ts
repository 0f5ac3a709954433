import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#contracts/call.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { MAILS_PER_ADDRESS, VENDOR_ORGANISATION } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import type {
  Organisation,
  OrganisationMember,
  OrganisationRecord,
  OwnOrganisations,
} from '#contracts/vendors/organisation.ts'
import { organisationCalls as CALLS, organisationStaffCalls as STAFF } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import type { VendorRole } from '#contracts/vendors/organisation-roles.ts'
import { countActs } from '#testing/factories/acts.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createFilledProduct, createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { INVITATION_ACT } from './service.ts'

type Person = Caller & { email: string }

onEveryDatabase('organisations of vendors', (app) => {
  let count = 0
  let domain: string
  let productId: string
  let manager: Person
  let reviewer: Caller
  let editor: Caller
  let viewer: Caller
  let admin: Caller

  const send = (caller: Caller, call: Call, params: Record<string, string> = {}, payload?: object) =>
    app().server.inject({
      method: call.method,
      url: fillPath(call.path, params),
      headers: caller.headers,
      ...(payload && { payload }),
    })
  const sendStatus = async (...args: Parameters<typeof send>): Promise<number> => (await send(...args)).statusCode

  async function createMember(email: string, isVerified = true): Promise<Person> {
    count += 1
    await createUser(app(), {
      email,
      name: `厂商${count}`,
      ...(isVerified && { emailVerifiedAt: '2026-11-20T02:00:00.000Z' }),
    })
    return Object.assign(toCaller(await signIn(app(), email)), { email })
  }
  async function createProduct(fields: object): Promise<string> {
    count += 1
    const product = { ...createFilledProduct(), id: `p-${count}`, name: `组织产品${count}`, contactEmail: '' }
    const [id = ''] = await createProducts(app(), 'agent', [{ ...product, ...fields }])
    return id
  }
  const notifyOfDepartures = () => app().services.vendorOrganisations.notifyOfDepartures()
  const listMails = (email: string) =>
    app().database.read.selectFrom('outbox').select(['kind', 'subject']).where('toEmail', '=', email).execute()
  const found = (by: Person, name = '杭州排班科技有限公司') => send(by, CALLS.found, {}, { name })
  const foundAndRead = async (by: Person): Promise<Organisation> => (await found(by)).json().data
  const getOwn = async (by: Caller): Promise<OwnOrganisations> => (await send(by, CALLS.listOwn)).json().data
  const read = async (by: Caller, id: string): Promise<Organisation> => (await send(by, CALLS.get, { id })).json().data
  const invite = (by: Caller, id: string, email: string, role: VendorRole) =>
    send(by, CALLS.invite, { id }, { email, role })
  async function findMember(by: Caller, id: string, email: string): Promise<OrganisationMember> {
    const member = (await read(by, id)).members.find((one) => one.email === email)
    if (!member) throw new Error(`${email} is no member`)
    return member
  }
  /** Creates somebody who has joined an organisation. */
  async function addMember(id: string, role: VendorRole, email = `guest-${count}@qq.com`): Promise<Person> {
    const member = await createMember(email)
    await invite(manager, id, member.email, role)
    expect(await sendStatus(member, CALLS.accept, { id })).toBe(200)
    return member
  }
  const remove = async (by: Caller, id: string, email: string) =>
    send(by, CALLS.removeMember, { id, member: (await findMember(manager, id, email)).id })
  /** Returns whether somebody speaks for the product, by both ways of asking, which must agree. */
  async function speaks(by: Caller, product = productId): Promise<boolean> {
    const listed = (await send(by, vendorCalls.listOwn)).json().data.products
    const isListed = listed.some(({ id }: { id: string }) => id === product)
    expect(await sendStatus(by, vendorCalls.getUpdateForm, { id: product })).toBe(isListed ? 200 : 403)
    return isListed
  }

  async function listAsStaff(query: Record<string, string>): Promise<OrganisationRecord[]> {
    const url = `${STAFF.list.path}?${new URLSearchParams(query)}`
    return (await app().server.inject({ url, headers: viewer.headers })).json().data
  }
  /** Finds an organisation on any page of the list; most have the same name. */
  async function findAsStaff(id: string, search = ''): Promise<OrganisationRecord | undefined> {
    for (let page = 1; ; page += 1) {
      const records = await listAsStaff({ search, page: `${page}` })
      const record = records.find((each) => each.id === id)
      if (record || records.length === 0) return record
    }
  }

  beforeAll(async () => {
    await enableMail(app())
    reviewer = await createSignedInUser(app(), 'reviewer')
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
    admin = await createSignedInUser(app(), 'super_admin')
  })
  beforeEach(async () => {
    count += 1
    domain = `paiban${count}.com.cn`
    productId = await createProduct({ officialLink: `https://www.app.${domain}/product` })
    manager = await createMember(`boss@mail.${domain}`)
  })

  describe('founded by a proved address', () => {
    it('speaks for the products whose site is at its domain', async () => {
      expect(await speaks(manager)).toBe(false)
      expect((await getOwn(manager)).claim).toMatchObject({ domain, takenBy: null, products: [{ id: productId }] })
      const organisation = await foundAndRead(manager)
      expect(organisation).toMatchObject({
        role: 'manager',
        domains: [domain],
        members: [{ email: manager.email, role: 'manager', isMe: true }],
        products: [{ id: productId, isAssigned: false }],
      })
      expect(await speaks(manager)).toBe(true)
    })

    it('gets the products whose contact its founder is', async () => {
      const email = `contact-${count}@163.com`
      const contact = await createMember(email)
      const product = await createProduct({ contactEmail: email, officialLink: 'https://github.com/vendor/product' })
      expect(await foundAndRead(contact)).toMatchObject({
        domains: [],
        products: [{ id: product, isAssigned: true, contactEmail: email }],
      })
    })

    it('tells the other contacts, who go on to speak for their products', async () => {
      const contact = await createMember(`contact@${domain}`)
      const own = await createProduct({ officialLink: `https://${domain}`, contactEmail: contact.email })
      await found(manager)
      expect(await listMails(contact.email)).toMatchObject([
        { kind: 'vendorOrganisation', subject: '有人以同一域名成立了厂商组织：杭州排班科技有限公司' },
      ])
      expect([await speaks(contact, own), await speaks(manager, own)]).toEqual([true, true])
    })

    it.each([
      ['a free mail host', 'li@qq.com'],
      ['another company', 'li@other-company.cn'],
      ['an address whose domain ends alike', 'li@notpaiban.com.cn'],
    ])('is refused to %s', async (_, address) => {
      const member = await createMember(`${count}${address}`)
      await createProduct({ officialLink: 'https://mail.qq.com/product' })
      expect(toResult(await found(member))).toMatchObject({ status: 409, message: MESSAGES.nothingProved })
    })

    it('has a name of one line', async () => {
      expect(toResult(await found(manager, '排班\n科技'))).toMatchObject({
        status: 400,
        message: MESSAGES.nameNotSingleLine,
      })
    })

    it('is refused to whoever has not proved the address, and to staff', async () => {
      const unproved = await createMember(`unproved@${domain}`, false)
      expect(toResult(await found(unproved))).toMatchObject({ status: 403, message: MESSAGES.notVerified })
      expect(await sendStatus(editor, CALLS.found, {}, { name: '编辑' })).toBe(403)
    })

    it('has its domain alone, also if two ask at once', async () => {
      const second = await createMember(`second@${domain}`)
      const replies = await Promise.all([found(manager, '甲'), found(second, '乙')])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const late = await createMember(`late@${domain}`)
      expect((await found(late)).json().message).toMatch(/这个域名已由“[甲乙]”证明/)
      expect((await getOwn(late)).claim).toMatchObject({ products: [], takenBy: expect.any(String) })
    })

    it('loses a product whose site moves to another domain, and proves that by another manager', async () => {
      const { id } = await foundAndRead(manager)
      await notifyOfDepartures()
      const url = `/api/products/agent/${productId}`
      const payload = { officialLink: `https://new-${domain}` }
      expect((await app().server.inject({ method: 'PUT', url, headers: editor.headers, payload })).statusCode).toBe(200)
      expect(await speaks(manager)).toBe(false)
      await notifyOfDepartures()
      await notifyOfDepartures()
      const subjects = (await listMails(manager.email)).map(({ subject }) => subject)
      expect(subjects.filter((subject) => subject.startsWith('产品不再属于厂商组织'))).toHaveLength(1)
      const colleague = await addMember(id, 'manager', `boss@new-${domain}`)
      expect(await read(colleague, id)).toMatchObject({ provableDomain: `new-${domain}` })
      expect((await send(colleague, CALLS.claimDomain, { id })).json().data).toMatchObject({
        domains: expect.arrayContaining([domain, `new-${domain}`]),
        provableDomain: null,
      })
      expect(await speaks(manager)).toBe(true)
    })
  })

  describe('with several people', () => {
    let id: string
    beforeEach(async () => {
      id = (await foundAndRead(manager)).id
    })

    it('lets whoever accepts speak for its products, and nobody before', async () => {
      const colleague = await createMember(`colleague-${count}@qq.com`)
      await invite(manager, id, colleague.email, 'editor')
      expect(await speaks(colleague)).toBe(false)
      expect(await sendStatus(colleague, CALLS.get, { id })).toBe(404)
      expect((await getOwn(colleague)).organisations).toMatchObject([{ id, role: 'editor', isInvitation: true }])
      expect(await sendStatus(colleague, CALLS.accept, { id })).toBe(200)
      expect(await speaks(colleague)).toBe(true)
      expect(await listMails(colleague.email)).toMatchObject([
        { kind: 'vendorInvitation', subject: '邀请您加入厂商组织：杭州排班科技有限公司' },
      ])
    })

    it('is accepted by the invited address only, once it is proved', async () => {
      const unproved = await createMember(`unproved-${count}@qq.com`, false)
      const stranger = await createMember(`stranger-${count}@qq.com`)
      await invite(manager, id, unproved.email, 'editor')
      expect(await sendStatus(unproved, CALLS.accept, { id })).toBe(403)
      expect(await sendStatus(stranger, CALLS.accept, { id })).toBe(404)
      expect(await sendStatus(stranger, CALLS.get, { id })).toBe(404)
    })

    it('takes the right away at once from whoever is removed or leaves', async () => {
      const [removed, leaving] = [await addMember(id, 'editor'), await addMember(id, 'manager')]
      expect([await speaks(removed), await speaks(leaving)]).toEqual([true, true])
      expect(toResult(await remove(manager, id, removed.email))).toMatchObject({ message: MESSAGES.removed })
      expect(toResult(await remove(leaving, id, leaving.email))).toMatchObject({ message: MESSAGES.left })
      expect([await speaks(removed), await speaks(leaving)]).toEqual([false, false])
      expect(await sendStatus(removed, CALLS.get, { id })).toBe(404)
      const mails = await listMails(removed.email)
      expect(mails.map(({ subject }) => subject)).toContain('您不再代表厂商组织：杭州排班科技有限公司')
    })

    it('takes it away even if the product’s contact is still the address of who left', async () => {
      const contact = await addMember(id, 'editor', `contact@${domain}`)
      const own = await createProduct({ officialLink: `https://${domain}`, contactEmail: contact.email })
      expect(await speaks(contact, own)).toBe(true)
      await remove(contact, id, contact.email)
      expect(await speaks(contact, own)).toBe(false)
      const contacts = await app().services.vendors.listContacts([own])
      expect(contacts.get(own)?.emails).toEqual([manager.email])
      await invite(manager, id, contact.email, 'editor')
      expect(await sendStatus(contact, CALLS.accept, { id })).toBe(200)
      expect(await speaks(contact, own)).toBe(true)
    })

    it('lets editors speak, but not manage', async () => {
      const colleague = await addMember(id, 'editor')
      const member = (await findMember(manager, id, manager.email)).id
      for (const [call, params, payload] of [
        [CALLS.rename, { id }, { name: '别名' }],
        [CALLS.invite, { id }, { email: 'a@qq.com', role: 'editor' }],
        [CALLS.changeRole, { id, member }, { role: 'editor' }],
        [CALLS.removeMember, { id, member }],
        [CALLS.claimDomain, { id }],
        [CALLS.dissolve, { id }],
      ] as const)
        expect(toResult(await send(colleague, call, params, payload))).toMatchObject({
          status: 403,
          message: MESSAGES.notManager,
        })
    })

    it('always has a manager', async () => {
      const { id: own } = await findMember(manager, id, manager.email)
      expect(toResult(await remove(manager, id, manager.email))).toMatchObject({ message: MESSAGES.lastMember })
      const colleague = await addMember(id, 'editor')
      expect(toResult(await remove(manager, id, manager.email))).toMatchObject({ message: MESSAGES.lastManager })
      const demotion = await send(manager, CALLS.changeRole, { id, member: own }, { role: 'editor' })
      expect(toResult(demotion)).toMatchObject({ status: 409, message: MESSAGES.lastManagerRole })
      const { id: member } = await findMember(manager, id, colleague.email)
      expect(await sendStatus(manager, CALLS.changeRole, { id, member }, { role: 'manager' })).toBe(200)
      expect(await sendStatus(manager, CALLS.changeRole, { id, member: own }, { role: 'editor' })).toBe(200)
      expect((await read(manager, id)).role).toBe('editor')
    })

    it('is not left to a manager whose account is disabled', async () => {
      const colleague = await addMember(id, 'manager')
      const disabled = await app().server.inject({
        method: 'PATCH',
        url: `/api/users/${colleague.id}/status`,
        headers: admin.headers,
        payload: { status: 'inactive' },
      })
      expect(disabled.statusCode).toBe(200)
      expect(toResult(await remove(manager, id, manager.email))).toMatchObject({ message: MESSAGES.lastMember })
      const { id: own } = await findMember(manager, id, manager.email)
      const demotion = await send(manager, CALLS.changeRole, { id, member: own }, { role: 'editor' })
      expect(toResult(demotion)).toMatchObject({ status: 409, message: MESSAGES.lastManagerRole })
    })

    it('passes to the longest-standing person if the account of its manager is deleted', async () => {
      const colleague = await addMember(id, 'editor')
      const url = `/api/users/${manager.id}`
      expect((await app().server.inject({ method: 'DELETE', url, headers: admin.headers })).statusCode).toBe(200)
      expect(await read(colleague, id)).toMatchObject({ role: 'manager', members: [{ email: colleague.email }] })
      expect((await listMails(colleague.email)).map(({ subject }) => subject)).toContain(
        '您现在是厂商组织的管理：杭州排班科技有限公司',
      )
    })

    it('passes on when its manager joins the staff, who see if nobody can take over', async () => {
      const setRole = (userId: string, role: string) =>
        app().server.inject({ method: 'PUT', url: `/api/users/${userId}`, headers: admin.headers, payload: { role } })
      const colleague = await addMember(id, 'editor')
      expect((await setRole(manager.id, 'viewer')).statusCode).toBe(200)
      expect((await read(colleague, id)).role).toBe('manager')
      expect(await findAsStaff(id)).toMatchObject({ hasManager: true })
      expect((await setRole(colleague.id, 'viewer')).statusCode).toBe(200)
      expect(await findAsStaff(id)).toMatchObject({ hasManager: false })
    })

    it('is found by its name, also by pinyin', async () => {
      expect(await findAsStaff(id, 'paibankeji')).toMatchObject({ id })
      expect(await listAsStaff({ search: '没有这个组织' })).toEqual([])
    })

    it('invites only so many a day, also if it revokes them, and mails an address only so often', async () => {
      const email = `often-${count}@qq.com`
      const max = MAILS_PER_ADDRESS.max.vendorInvitation
      const earlier = VENDOR_ORGANISATION.invitationsPerDay - max - 1
      await countActs(app(), { purpose: INVITATION_ACT, by: id, windowMs: DAY_MS }, earlier)
      for (let sent = 0; sent <= max; sent += 1) {
        expect((await invite(manager, id, email, 'editor')).statusCode).toBe(200)
        await remove(manager, id, email)
      }
      expect(toResult(await invite(manager, id, email, 'editor'))).toMatchObject({
        status: 409,
        message: MESSAGES.tooManyInvitations(VENDOR_ORGANISATION.invitationsPerDay),
      })
      expect(await listMails(email)).toHaveLength(max)
    })

    it('is dissolved with the account of its last person, and frees its domain', async () => {
      const url = `/api/users/${manager.id}`
      await app().server.inject({ method: 'DELETE', url, headers: admin.headers })
      const successor = await createMember(`successor@${domain}`)
      expect((await found(successor)).statusCode).toBe(200)
    })

    it('is dissolved by a manager, after which only contacts speak', async () => {
      const colleague = await addMember(id, 'editor')
      expect(await sendStatus(manager, CALLS.dissolve, { id })).toBe(200)
      expect([await speaks(manager), await speaks(colleague)]).toEqual([false, false])
      expect((await getOwn(colleague)).organisations).toEqual([])
    })

    it('rejects an address twice, and an invalid one', async () => {
      await invite(manager, id, `twice-${count}@qq.com`, 'editor')
      const again = await invite(manager, id, `TWICE-${count}@qq.com`, 'manager')
      expect(toResult(again)).toMatchObject({ status: 400, message: MESSAGES.alreadyMember })
      expect((await invite(manager, id, 'nobody', 'editor')).json().errors).toMatchObject([{ path: 'email' }])
    })
  })

  describe('that was asked for', () => {
    const request = (by: Caller) =>
      send(by, CALLS.request, {}, { name: '云上智能', text: '产品在应用市场，没有自己的域名' })
    const findRequest = async (by: Caller) => (await getOwn(by)).requests[0]?.id ?? ''
    const decide = (id: string, payload: object, by = reviewer) => send(by, STAFF.decide, { id }, payload)

    it('waits for staff, and gets the products that they choose', async () => {
      const member = await createMember(`asking-${count}@qq.com`)
      const product = await createProduct({})
      expect(await sendStatus(member, CALLS.request, {}, { name: '云上智能', text: '' })).toBe(400)
      expect(toResult(await request(member))).toMatchObject({ status: 200, message: MESSAGES.requested })
      const id = await findRequest(member)
      const listed = (await send(reviewer, STAFF.listRequests)).json().data
      expect(listed).toContainEqual(expect.objectContaining({ id, email: member.email, name: '云上智能' }))
      expect(await speaks(member, product)).toBe(false)
      expect((await decide(id, { status: 'approved', productIds: ['missing'] })).json().errors).toMatchObject([
        { path: 'productIds.0', message: MESSAGES.productNotFound },
      ])
      expect(toResult(await decide(id, { status: 'approved', productIds: [product] }))).toMatchObject({ status: 200 })
      expect(await speaks(member, product)).toBe(true)
      expect(toResult(await decide(id, { status: 'approved' }))).toMatchObject({ status: 409 })
      expect(await listMails(member.email)).toMatchObject([{ subject: '厂商组织已成立：云上智能' }])
    })

    it('is rejected with a reason, which its author reads', async () => {
      const member = await createMember(`asking-${count}@qq.com`)
      await request(member)
      const id = await findRequest(member)
      expect((await decide(id, { status: 'rejected' })).json().errors).toMatchObject([{ path: 'reason' }])
      await decide(id, { status: 'rejected', reason: '请补充授权书' })
      expect((await getOwn(member)).requests).toMatchObject([{ status: 'rejected', reason: '请补充授权书' }])
      expect(await listMails(member.email)).toMatchObject([{ subject: '厂商组织的申请未通过：云上智能' }])
    })

    it('is withdrawn by its author only, and limited', async () => {
      const member = await createMember(`asking-${count}@qq.com`)
      for (let index = 0; index < VENDOR_ORGANISATION.pendingRequests; index += 1) await request(member)
      expect((await request(member)).statusCode).toBe(409)
      const id = await findRequest(member)
      expect(await sendStatus(manager, CALLS.withdrawRequest, { id })).toBe(404)
      expect(await sendStatus(member, CALLS.withdrawRequest, { id })).toBe(200)
      expect((await request(member)).statusCode).toBe(200)
    })

    it('is decided by those who may', async () => {
      const member = await createMember(`asking-${count}@qq.com`)
      await request(member)
      const id = await findRequest(member)
      for (const staff of [editor, viewer])
        expect((await decide(id, { status: 'approved' }, staff)).statusCode).toBe(403)
    })
  })

  describe('as staff see it', () => {
    it('gets a product, which goes before the domain, and loses it again', async () => {
      const { id } = await foundAndRead(manager)
      const other = await createMember(`other-${count}@qq.com`)
      await createProduct({ contactEmail: other.email })
      const { id: otherId } = await foundAndRead(other)
      const params = { id: otherId, product: productId }
      expect(await sendStatus(reviewer, STAFF.assignProduct, params)).toBe(200)
      expect([await speaks(manager), await speaks(other)]).toEqual([false, true])
      expect(await findAsStaff(id)).toMatchObject({ domains: [domain], products: [] })
      expect(await sendStatus(reviewer, STAFF.releaseProduct, params)).toBe(200)
      expect([await speaks(manager), await speaks(other)]).toEqual([true, false])
      expect(await sendStatus(reviewer, STAFF.assignProduct, { id: otherId, product: 'missing' })).toBe(404)
    })

    it('leaves a contact at a public mail host behind when its product goes to another', async () => {
      const contact = await createMember(`contact-${count}@qq.com`)
      const moving = await createProduct({ contactEmail: contact.email })
      const { id } = await foundAndRead(contact)
      await notifyOfDepartures()
      const { id: otherId } = await foundAndRead(manager)
      expect(await sendStatus(reviewer, STAFF.assignProduct, { id: otherId, product: moving })).toBe(200)
      // At once, and after the move has been noticed.
      const check = async () =>
        expect([await speaks(contact, moving), await speaks(manager, moving)]).toEqual([false, true])
      await check()
      await notifyOfDepartures()
      await check()
      const subjects = (await listMails(contact.email)).map(({ subject }) => subject.split('：')[0])
      expect(subjects).toEqual(expect.arrayContaining(['产品不再属于厂商组织', '产品转到了别的厂商组织']))
      // The contact speaks for it once they have joined, or once it has come back.
      expect(await sendStatus(reviewer, STAFF.assignProduct, { id, product: moving })).toBe(200)
      await notifyOfDepartures()
      expect([await speaks(contact, moving), await speaks(manager, moving)]).toEqual([true, false])
    })

    it('gives up a domain, which another can prove then', async () => {
      const { id } = await foundAndRead(manager)
      expect(await sendStatus(reviewer, STAFF.releaseDomain, { id, domain })).toBe(200)
      expect(await speaks(manager)).toBe(false)
      const other = await createMember(`other@${domain}`)
      expect((await found(other)).statusCode).toBe(200)
    })

    it('is dissolved', async () => {
      const { id } = await foundAndRead(manager)
      expect(await sendStatus(reviewer, STAFF.remove, { id })).toBe(200)
      expect(await sendStatus(manager, CALLS.get, { id })).toBe(404)
      expect(await sendStatus(reviewer, STAFF.remove, { id })).toBe(404)
    })
  })

  it('makes its people declare their interest in reviews', async () => {
    const { id } = await foundAndRead(manager)
    const colleague = await addMember(id, 'editor')
    const profile = (await app().services.vendors.listProfiles(app().database.read, [productId])).get(productId)
    expect(profile?.emails).toContain(colleague.email)
  })
})
