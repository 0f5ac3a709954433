import { beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#contracts/call.ts'
import { answeringCalls, receivedInquiryCalls } from '#contracts/inquiries/answering-calls.ts'
import { ANSWERING_MESSAGES } from '#contracts/inquiries/messages.ts'
import { fillPath } from '#contracts/paths.ts'
import { toAccountKey } from '#contracts/rules/inquiries/account-key.ts'
import { organisationCalls, organisationStaffCalls } from '#contracts/vendors/organisation-calls.ts'
import {
  ANSWERS,
  createContents,
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  DEADLINE_MS,
  getVendorToken,
} from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('inquiries that a member has received', (app) => {
  let owner: Caller
  let vendor: Caller
  let email = ''
  let count = 0
  const client = createInquiryClient(app, () => owner)

  beforeEach(async () => {
    count += 1
    email = `receiver-${count}@buyer.example`
    await enableMail(app())
    app().clock.advance(1_000)
    owner = await createVerifiedMember(app(), `asker-${count}`)
    vendor = await createVerifiedMember(app(), `receiver-${count}`)
  })

  async function ask(to: string, product: object = {}) {
    const id = await client.create()
    const asked = { key: 'p1', name: '甲智能体', productId: null, catalogue: null, ...product }
    await client.update(id, createContents(app(), { products: [asked] }))
    await client.invite(id, 'p1', to)
    expect((await client.publish(id)).statusCode).toBe(200)
    app().clock.advance(1_000)
    return id
  }
  const list = async (caller: Caller) =>
    (await app().server.inject({ url: receivedInquiryCalls.list.path, headers: caller.headers })).json().data
  const createLink = (caller: Caller, id: string) =>
    app().server.inject({
      method: 'POST',
      url: fillPath(receivedInquiryCalls.createLink.path, { id }),
      headers: caller.headers,
    })

  it('include those sent to the own address, which answers with the same form', async () => {
    await ask(email)
    const [received] = await list(vendor)
    expect(received).toMatchObject({
      title: '客服智能体征询',
      email,
      isOwnAddress: true,
      canAnswer: true,
      status: 'sent',
    })
    const { token } = (await createLink(vendor, received.id)).json().data
    const own = createVendorClient(app, token)
    await own.saveAll()
    expect((await own.submit()).statusCode).toBe(200)
    // The link in the mail shows the same answers, and a second window has the same link.
    const mailed = createVendorClient(app, await getVendorToken(app(), email))
    expect((await mailed.open()).json().data).toMatchObject({ status: 'submitted' })
    expect((await createLink(vendor, received.id)).json().data).toEqual({ token })
  })

  it('name those about a product that the member speaks for, which only the invited address answers', async () => {
    const [productId] = await createProducts(app(), 'agent', [{ name: `甲智能体${count}`, contactEmail: email }])
    await ask(`reseller-${count}@other.example`, { productId, catalogue: 'agent' })
    const [received] = await list(vendor)
    expect(received).toMatchObject({ email: `reseller-${count}@other.example`, isOwnAddress: false })
    expect(toResult(await createLink(vendor, received.id))).toMatchObject({
      status: 404,
      message: ANSWERING_MESSAGES.invalidLink,
    })
  })

  describe('sent to another address of the organisation', () => {
    let colleague: Caller
    let productId = ''
    let organisation = ''
    const organise = (caller: Caller, call: Call, params: Record<string, string> = {}, payload?: object) =>
      app().server.inject({
        method: call.method,
        url: fillPath(call.path, params),
        headers: caller.headers,
        ...(payload && { payload }),
      })
    /** Founds an organisation by the product's contact, and lets a colleague with another mail host join it. */
    beforeEach(async () => {
      ;[productId = ''] = await createProducts(app(), 'agent', [{ name: `组织产品${count}`, contactEmail: email }])
      organisation = (await organise(vendor, organisationCalls.found, {}, { name: '麒麟科技' })).json().data.id
      colleague = await createVerifiedMember(app(), `colleague-${count}`)
      const invitation = { email: `colleague-${count}@buyer.example`, role: 'editor' }
      await organise(vendor, organisationCalls.invite, { id: organisation }, invitation)
      expect((await organise(colleague, organisationCalls.accept, { id: organisation })).statusCode).toBe(200)
    })
    const createClient = (caller: Caller | undefined, token: string) => {
      const send = (path: string, payload: object = {}) =>
        app().server.inject({
          method: 'POST',
          url: path,
          payload: { token, ...payload },
          ...(caller && { headers: caller.headers }),
        })
      return {
        send,
        open: () => send(answeringCalls.open.path),
        submit: (consent: object = {}) => send(answeringCalls.submit.path, { version: 1, ...consent }),
      }
    }

    it('lets its people answer with their own accounts, by name, until they leave', async () => {
      const inquiry = await ask(email, { productId, catalogue: 'agent' })
      const [received] = await list(colleague)
      expect(received).toMatchObject({ email, isOwnAddress: false, organisation: '麒麟科技' })
      const { token } = (await createLink(colleague, received.id)).json().data
      const own = createClient(colleague, token)
      expect((await own.open()).json().data).toMatchObject({ organisation: '麒麟科技', kept: 0 })
      for (const [question, content] of Object.entries(ANSWERS))
        await own.send(answeringCalls.save.path, {
          answer: { question, version: 0, ...content },
        })
      // What belongs to the address stays with it.
      expect((await own.submit({ isKept: true })).statusCode).toBe(403)
      expect((await own.send(answeringCalls.decline.path, { isBlocked: true })).statusCode).toBe(403)
      expect((await own.send(answeringCalls.removeLibrary.path)).statusCode).toBe(403)
      expect((await own.submit()).json()).toMatchObject({
        message: ANSWERING_MESSAGES.submittedForOrganisation(email),
        data: { status: 'submitted', receipt: { by: { name: `colleague-${count}`, organisation: '麒麟科技' } } },
      })
      // The key is no secret: it opens nothing for others, nor without an account.
      const stranger = await createVerifiedMember(app(), `stranger-${count}`)
      expect((await createClient(stranger, token).open()).statusCode).toBe(404)
      expect((await createClient(undefined, token).open()).statusCode).toBe(401)

      const view = (await organise(vendor, organisationCalls.get, { id: organisation })).json().data
      const { id: member } = view.members.find((one: { email: string }) => one.email.startsWith('colleague'))
      await organise(vendor, organisationCalls.removeMember, { id: organisation, member })
      for (const path of [answeringCalls.open.path, answeringCalls.withdraw.path])
        expect((await own.send(path)).statusCode).toBe(404)
      expect((await createLink(colleague, received.id)).statusCode).toBe(404)
      expect(await list(colleague)).toEqual([])

      app().clock.advance(DEADLINE_MS)
      owner = toCaller(await signIn(app(), `asker-${count}@buyer.example`))
      await client.open(inquiry)
      const [opened] = (await client.listAnswers(inquiry)).json().data
      expect(opened.handedIn.by).toEqual({ name: `colleague-${count}`, organisation: '麒麟科技' })
    })

    describe('tells of what a colleague handed in', () => {
      let member = ''
      let token = ''
      beforeEach(async () => {
        member = `colleague-${count}@buyer.example`
        await ask(email, { productId, catalogue: 'agent' })
        const [received] = await list(colleague)
        token = (await createLink(colleague, received.id)).json().data.token
        const own = createClient(colleague, token)
        for (const [question, content] of Object.entries(ANSWERS))
          await own.send(answeringCalls.save.path, { answer: { question, version: 0, ...content } })
        expect((await own.submit()).json().data.status).toBe('submitted')
      })
      const listNotices = async (to: string) =>
        (
          await app()
            .database.read.selectFrom('outbox')
            .select('subject')
            .where('toEmail', '=', to)
            .where('kind', '=', 'inquiryReceipt')
            .execute()
        ).map(({ subject }) => subject.split('：')[0])
      const join = async () => {
        const other = await createVerifiedMember(app(), `other-${count}`)
        const invitation = { email: `other-${count}@buyer.example`, role: 'editor' }
        await organise(vendor, organisationCalls.invite, { id: organisation }, invitation)
        await organise(other, organisationCalls.accept, { id: organisation })
        return other
      }

      it('both the invited address and the colleague, once another withdraws it', async () => {
        const other = await join()
        expect((await createClient(other, token).send(answeringCalls.withdraw.path)).statusCode).toBe(200)
        expect(await listNotices(member)).toEqual(['您提交的回答已撤回'])
        expect(await listNotices(email)).toEqual(['已收到回答', '回答已撤回'])
        expect(await listNotices(`other-${count}@buyer.example`)).toEqual([])
      })

      it('the invited address alone, if the colleague withdraws it', async () => {
        await createClient(colleague, token).send(answeringCalls.withdraw.path)
        expect(await listNotices(member)).toEqual([])
        expect(await listNotices(email)).toContain('回答已撤回')
      })

      it('the colleague, once the link is used to hand in something else, or to refuse', async () => {
        const linked = createVendorClient(app, await getVendorToken(app(), email))
        await linked.save('delivery', { value: '改由远程实施' }, 1)
        expect((await linked.submit()).statusCode).toBe(200)
        expect(await listNotices(member)).toEqual(['您提交的回答已被替换'])
        // From now on it is whoever has the link who handed in.
        await linked.decline()
        expect(await listNotices(member)).toHaveLength(1)
      })

      it('the colleague, once the invited address refuses', async () => {
        await createVendorClient(app, await getVendorToken(app(), email)).decline()
        expect(await listNotices(member)).toEqual(['您提交的回答已撤回'])
      })

      it('nobody who has left the organisation', async () => {
        const view = (await organise(vendor, organisationCalls.get, { id: organisation })).json().data
        const row = view.members.find((one: { email: string }) => one.email === member)
        await organise(vendor, organisationCalls.removeMember, { id: organisation, member: row.id })
        await createVendorClient(app, await getVendorToken(app(), email)).decline()
        expect(await listNotices(member)).toEqual([])
      })
    })

    it('excludes those to a reseller', async () => {
      await ask(`reseller-${count}@other.example`, { productId, catalogue: 'agent' })
      const [received] = await list(colleague)
      expect(received).toMatchObject({ organisation: null, isOwnAddress: false })
      expect((await createLink(colleague, received.id)).statusCode).toBe(404)
      expect((await createClient(colleague, toAccountKey(received.id)).open()).statusCode).toBe(404)
    })

    it('excludes those from before the product came from another organisation', async () => {
      await ask(email, { productId, catalogue: 'agent' })
      await app().services.vendorOrganisations.notifyOfDepartures()
      const next = await createVerifiedMember(app(), `next-${count}`)
      await createProducts(app(), 'agent', [
        { name: `新组织产品${count}`, contactEmail: `next-${count}@buyer.example` },
      ])
      const { id } = (await organise(next, organisationCalls.found, {}, { name: '新东家' })).json().data
      const staff = await createSignedInUser(app(), 'reviewer', `mover-${count}`)
      await organise(staff, organisationStaffCalls.assignProduct, { id, product: productId })
      await app().services.vendorOrganisations.notifyOfDepartures()
      // Even if the contact, to whom it was sent, works for the new one now.
      const invitation = { email, role: 'editor' }
      await organise(next, organisationCalls.invite, { id }, invitation)
      expect((await organise(vendor, organisationCalls.accept, { id })).statusCode).toBe(200)
      const [received] = await list(next)
      expect(received).toMatchObject({ email, organisation: null })
      expect((await createLink(next, received.id)).statusCode).toBe(404)
      expect((await createClient(next, toAccountKey(received.id)).open()).statusCode).toBe(404)
      app().clock.advance(1_000)
      await ask(email, { productId, catalogue: 'agent' })
      expect(await list(next)).toEqual(
        expect.arrayContaining([expect.objectContaining({ email, organisation: '新东家' })]),
      )
    })

    it('excludes those at a domain that another organisation has proved, even to the contact of the product', async () => {
      const domain = `maker-${count}.cn`
      const contactEmail = `sales@${domain}`
      await app().database.write(({ db }) =>
        db.updateTable('products').set({ contactEmail }).where('id', '=', productId).execute(),
      )
      await ask(contactEmail, { productId, catalogue: 'agent' })
      const [received] = await list(colleague)
      expect(received).toMatchObject({ email: contactEmail, organisation: '麒麟科技' })
      await app().database.write(async ({ db }) => {
        const createdAt = app().clock.now().toISOString()
        const organisationId = `maker-${count}`
        await db.insertInto('vendorOrganisations').values({ id: organisationId, name: '原厂', createdAt }).execute()
        await db.insertInto('vendorDomains').values({ domain, organisationId, createdAt }).execute()
      })
      expect(await list(colleague)).toMatchObject([{ organisation: null }])
      expect((await createLink(colleague, received.id)).statusCode).toBe(404)
      expect((await createClient(colleague, toAccountKey(received.id)).open()).statusCode).toBe(404)
    })
  })

  it('appear to and are opened by nobody else, nor before the address is verified', async () => {
    await ask(email)
    const [{ id }] = await list(vendor)
    const stranger = await createVerifiedMember(app(), `stranger-${count}`)
    expect(await list(stranger)).toEqual([])
    expect((await createLink(stranger, id)).statusCode).toBe(404)
    const unverified = `unverified-${count}@buyer.example`
    await createUser(app(), { email: unverified, name: '未验证', emailVerifiedAt: null })
    await ask(unverified)
    expect(await list(toCaller(await signIn(app(), unverified)))).toEqual([])
  })

  it('end with their invitation: revoked, renewed or declined', async () => {
    const inquiry = await ask(email)
    const [{ id }] = await list(vendor)
    const { token } = (await createLink(vendor, id)).json().data
    await client.send('POST', `/api/inquiries/${inquiry}/invitations/${id}/mail`)
    expect((await createVendorClient(app, token).open()).statusCode).toBe(404)
    const renewed = (await createLink(vendor, id)).json().data.token
    expect(renewed).not.toBe(token)
    await client.send('DELETE', `/api/inquiries/${inquiry}/invitations/${id}`)
    expect((await createVendorClient(app, renewed).open()).statusCode).toBe(404)
    expect(await list(vendor)).toEqual([])
    expect((await createLink(vendor, id)).statusCode).toBe(404)
  })

  it('take no answer after the deadline', async () => {
    await ask(email)
    const [{ id }] = await list(vendor)
    app().clock.advance(DEADLINE_MS)
    vendor = toCaller(await signIn(app(), email))
    expect(await list(vendor)).toMatchObject([{ canAnswer: false }])
    const { token } = (await createLink(vendor, id)).json().data
    expect((await createVendorClient(app, token).send(answeringCalls.open.path)).statusCode).toBe(200)
    expect(toResult(await createVendorClient(app, token).save('delivery', { value: '迟到' }))).toMatchObject({
      status: 409,
    })
  })
})
