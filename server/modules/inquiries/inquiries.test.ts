import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import { HOUR_MS } from '#contracts/durations.ts'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import { ANSWERING_MESSAGES, INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import { createFactClient } from '#testing/factories/facts.ts'
import {
  ANSWERS,
  createContents,
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  DEADLINE_MS,
  getDeadline,
  getVendorToken,
  PRODUCTS,
  publishInquiry,
  QUESTIONS,
} from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const PDF = Buffer.from('%PDF-1.7\n')

onEveryDatabase('inquiries', (app) => {
  let owner: Caller
  let count = 0
  const client = createInquiryClient(app, () => owner)

  /** Returns two addresses that no other test uses. */
  const createAddresses = (): [string, string] => {
    count += 1
    return [`sales-${count}@a.example`, `sales-${count}@b.example`]
  }
  const getVendor = async (email: string) => createVendorClient(app, await getVendorToken(app(), email))
  async function publish(changes: object = {}) {
    const emails = createAddresses()
    const id = await publishInquiry(app(), client, { emails, ...changes })
    return { id, first: await getVendor(emails[0]), second: await getVendor(emails[1]), emails }
  }
  /** Returns the invitation of an address. */
  const findInvitation = async (id: string, email: string) =>
    (await client.get(id)).json().data.invitations.find((invitation: { email: string }) => invitation.email === email)
  const uploadProof = (token: string, name: string) => {
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes: PDF }], { token, question: 'proof' })
    return app().server.inject({ method: 'POST', url: answeringCalls.uploadFile.path, headers, payload })
  }
  const signInAgain = async ({ name }: Caller) => toCaller(await signIn(app(), `${name}@buyer.example`))
  /** Waits until the deadline, by when sessions have ended. */
  async function passDeadline(): Promise<void> {
    app().clock.advance(DEADLINE_MS)
    owner = await signInAgain(owner)
  }

  beforeAll(() => enableMail(app()))
  beforeEach(async () => {
    count += 1
    // The outbox shows its newest page: mails of the same moment would hide each other.
    app().clock.advance(1_000)
    owner = await createVerifiedMember(app(), `buyer-${count}`)
  })

  describe('a draft', () => {
    it('starts with the questions that the catalogue leaves open about its products', async () => {
      const [product = ''] = await createProducts(app(), 'agent', [{ name: `丙智能体${count}` }])
      const { data } = (await client.get(await client.create({ products: [product] }))).json()
      expect(data).toMatchObject({
        status: 'draft',
        role: 'owner',
        contents: { products: [{ key: product, productId: product, catalogue: 'agent' }] },
      })
      expect(data.contents.questions.length).toBeGreaterThan(10)
      expect(data.contents.questions[0]).toMatchObject({ kind: 'attribute', isRequired: true })
    })

    it('is saved on top of the version that was read, and no other', async () => {
      const id = await client.create()
      const contents = createContents(app())
      expect((await client.update(id, contents, { 'if-match': '"1"' })).json().data).toMatchObject({ version: 2 })
      expect(toResult(await client.update(id, contents, { 'if-match': '"1"' }))).toMatchObject({
        status: 412,
        message: INQUIRY_MESSAGES.stale,
      })
    })

    it('is not published before everything is there', async () => {
      const id = await client.create()
      await client.update(id, createContents(app(), { deadline: null, questions: [] }))
      await client.invite(id, 'p1', 'sales@a.example')
      expect(toResult(await client.publish(id))).toMatchObject({
        status: 400,
        errors: [
          { path: 'deadline', message: INQUIRY_MESSAGES.deadlineMissing },
          { path: 'products.1', message: INQUIRY_MESSAGES.productWithoutAddress },
          { path: 'questions', message: INQUIRY_MESSAGES.questionsMissing },
        ],
      })
    })

    it('is not published by a member whose address is not verified', async () => {
      owner = await createSignedInUser(app(), 'member', `unproved-${count}`)
      const id = await client.create()
      expect(toResult(await client.publish(id))).toMatchObject({ status: 403 })
    })

    it('is not published if the second person could never confirm the opening', async () => {
      await createUser(app(), { email: `unproved-${count}@buyer.example`, emailVerifiedAt: null })
      for (const name of ['nobody', 'unproved']) {
        const id = await client.create()
        await client.update(id, createContents(app(), { secondOpener: `${name}-${count}@buyer.example` }))
        expect(toResult(await client.publish(id))).toMatchObject({
          status: 400,
          errors: expect.arrayContaining([{ path: 'secondOpener', message: INQUIRY_MESSAGES.openerUnknown }]),
        })
      }
    })

    it('refuses a question for the same fact twice, with its path', async () => {
      const id = await client.create()
      const [sso] = QUESTIONS
      const questions = [{ ...sso }, { ...sso, key: 'again' }]
      expect(toResult(await client.update(id, { ...createContents(app()), questions }))).toMatchObject({
        status: 400,
        errors: [{ path: 'questions.1.attribute', message: INQUIRY_MESSAGES.duplicateAttribute }],
      })
    })
  })

  describe('an invitation', () => {
    it('gives the link to the vendor alone, and keeps no token', async () => {
      const { id, first } = await publish()
      const { token } = first
      const rows = await app().database.read.selectFrom('inquiryInvitations').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect((await client.get(id)).body).not.toContain(token)
    })

    it('says who asks only if the owner wishes', async () => {
      const named = await publish()
      expect((await named.first.open()).json().data.askerName).toContain('某集团')
      const unnamed = await publish({ isNamed: false })
      const reply = await unnamed.first.open()
      expect(reply.json().data.askerName).toBe('')
      expect(reply.body).not.toContain('某集团')
    })

    it('stops working once it is revoked, and a guessed one never works', async () => {
      const { id, first, emails } = await publish()
      const invitation = await findInvitation(id, emails[0])
      expect(invitation).toMatchObject({ email: emails[0], status: 'sent' })
      expect((await client.send('DELETE', `/api/inquiries/${id}/invitations/${invitation.id}`)).statusCode).toBe(200)
      expect(toResult(await first.open())).toMatchObject({ status: 404, message: ANSWERING_MESSAGES.invalidLink })
      const guessed = createVendorClient(app, 'A'.repeat(43))
      expect(toResult(await guessed.open())).toMatchObject({ status: 404, message: ANSWERING_MESSAGES.invalidLink })
    })

    it('is replaced by a new link', async () => {
      const { id, first, emails } = await publish()
      await first.save('sso', ANSWERS.sso)
      const { id: invitation } = await findInvitation(id, emails[0])
      app().clock.advance(1_000)
      await client.send('POST', `/api/inquiries/${id}/invitations/${invitation}/mail`)
      expect((await first.open()).statusCode).toBe(404)
      const renewed = await getVendor(emails[0])
      expect((await renewed.open()).json().data.answers).toMatchObject([{ question: 'sso', value: 'yes' }])
    })

    it('can’t be declined after the deadline, when only the mails can be refused', async () => {
      const { first } = await publish()
      app().clock.advance(DEADLINE_MS)
      expect(toResult(await first.decline())).toMatchObject({ status: 409, message: expect.stringContaining('截止') })
      expect((await first.decline(true)).json()).toMatchObject({
        message: ANSWERING_MESSAGES.refused,
        data: { status: 'sent' },
      })
    })

    it('is not mailed to an address that refuses inquiries', async () => {
      const emails = createAddresses()
      const { first } = { first: await getVendor((await publish()).emails[0]) }
      const { data } = (await first.open()).json()
      expect((await first.decline(true)).json()).toMatchObject({
        message: ANSWERING_MESSAGES.blocked,
        data: { status: 'declined' },
      })
      const id = await publishInquiry(app(), client, { emails: [data.email, emails[1]] })
      expect(await findInvitation(id, data.email)).toMatchObject({ status: 'blocked' })
      const mails = (await listOutbox(app())).filter(
        ({ kind, to }) => kind === 'inquiryInvitation' && to === data.email,
      )
      expect(mails).toHaveLength(1)
    })
  })

  describe('answers', () => {
    it('stay as typed, and a save on top of an older version loses nothing', async () => {
      const { first } = await publish()
      expect((await first.save('delivery', { value: '一' })).json().data).toMatchObject({ version: 1, value: '一' })
      expect(toResult(await first.save('delivery', { value: '二' }))).toMatchObject({
        status: 412,
        message: ANSWERING_MESSAGES.stale,
      })
      expect((await first.save('delivery', { value: '二' }, 1)).json().data).toMatchObject({ version: 2 })
      expect((await first.open()).json().data).toMatchObject({
        status: 'answering',
        answers: [{ question: 'delivery', value: '二', version: 2 }],
      })
    })

    it('have to be complete, and get a receipt whose hash the opening repeats', async () => {
      const { id, first, emails } = await publish()
      expect(toResult(await first.submit())).toMatchObject({
        status: 400,
        errors: ['sso', 'delivery', 'seats'].map((key) => ({
          path: `answers.${key}`,
          message: ANSWERING_MESSAGES.answerMissing,
        })),
      })
      await first.saveAll()
      const { receipt } = (await first.submit()).json().data
      expect(receipt).toMatchObject({ version: 1, isChanged: false })
      const mail = (await listOutbox(app())).find(({ to, kind }) => to === emails[0] && kind === 'inquiryReceipt')
      expect((await app().services.mail.outbox.findContent(mail?.id ?? ''))?.html).toContain(receipt.hash)
      await passDeadline()
      const { data } = (await client.open(id)).json()
      expect(data).toMatchObject({ status: 'opened', opening: { handedIn: [{ hash: receipt.hash }] } })
      const [opened] = (await client.listAnswers(id)).json().data
      expect(sha256Hex(toCanonicalJson(opened.handedIn))).toBe(receipt.hash)
    })

    it('have hashes from which no answer can be guessed: the same ones are never alike', async () => {
      const { first, second } = await publish()
      await first.saveAll()
      await second.saveAll()
      const hashes = [(await first.submit()).json().data.receipt.hash]
      await first.withdraw()
      for (const vendor of [first, second]) hashes.push((await vendor.submit()).json().data.receipt.hash)
      expect(new Set(hashes).size).toBe(3)
    })

    it('can be changed and handed in again, and withdrawn', async () => {
      const { id, first } = await publish()
      await first.saveAll()
      await first.submit()
      await first.save('seats', { value: 1 }, 1)
      expect((await first.open()).json().data.receipt).toMatchObject({ isChanged: true })
      expect((await first.withdraw()).json().data).toMatchObject({ status: 'answering', receipt: null })
      await first.submit()
      await passDeadline()
      await client.open(id)
      const [opened] = (await client.listAnswers(id)).json().data
      expect(opened.handedIn.answers).toContainEqual({ question: 'seats', value: 1, note: '', sourceUrl: '' })
    })

    it('stay if two people of a vendor save at once: one of them is told of the other', async () => {
      const { first } = await publish()
      const replies = await Promise.all([
        first.save('delivery', { value: '一' }),
        first.save('delivery', { value: '二' }),
      ])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
      const saved = replies.find(({ statusCode }) => statusCode === 200)?.json().data
      expect((await first.open()).json().data.answers).toMatchObject([{ value: saved.value, version: 1 }])
    })

    it('get one receipt if two people hand them in at once', async () => {
      const { first, emails } = await publish()
      await first.saveAll()
      const replies = await Promise.all([first.submit(), first.submit()])
      const hashes = replies.map((reply) => reply.json().data.receipt.hash)
      expect(hashes[0]).toBe(hashes[1])
      const receipts = (await listOutbox(app())).filter(({ to, kind }) => to === emails[0] && kind === 'inquiryReceipt')
      expect(receipts).toHaveLength(1)
    })

    it('can no longer be changed from the deadline on, which the refusal names', async () => {
      const { first } = await publish()
      await first.saveAll()
      app().clock.advance(DEADLINE_MS - 1)
      expect((await first.save('seats', { value: 1 }, 1)).statusCode).toBe(200)
      app().clock.advance(1)
      const late = [
        await first.save('seats', { value: 2 }, 2),
        await first.submit(),
        await first.withdraw(),
        await first.decline(),
        await first.ask('还能提交吗？'),
        await uploadProof(first.token, '证书.pdf'),
      ]
      for (const reply of late)
        expect(toResult(reply)).toMatchObject({ status: 409, message: expect.stringContaining('（北京时间）截止') })
    })

    it('stay as typed on a page that was opened before the deadline was moved, and can be saved', async () => {
      const { id, first } = await publish()
      await first.save('delivery', { value: '驻场四' })
      const moved = new Date(Date.parse(getDeadline(app())) + HOUR_MS).toISOString()
      expect((await client.addAddendum(id, { note: '延期', questions: [], deadline: moved })).statusCode).toBe(200)
      app().clock.advance(DEADLINE_MS)
      expect((await first.save('delivery', { value: '驻场四周' }, 1)).json().data).toMatchObject({ value: '驻场四周' })
      expect((await first.open()).json().data).toMatchObject({ deadline: moved, version: 2, canAnswer: true })
    })

    it.each([
      ['a negative price', { value: -1 }, ANSWERING_MESSAGES.price],
      ['a price with three decimals', { value: 1.005 }, ANSWERING_MESSAGES.price],
      ['a price in words', { value: '面议' }, ANSWERING_MESSAGES.price],
      ['an enormous price', { value: 1e12 }, ANSWERING_MESSAGES.priceMax],
    ])('keep %s, but do not hand it in', async (_, content, message) => {
      const { first } = await publish()
      await first.saveAll()
      expect((await first.save('seats', content, 1)).statusCode).toBe(200)
      expect(toResult(await first.submit())).toMatchObject({
        status: 400,
        errors: [{ path: 'answers.seats', message }],
      })
    })
  })

  describe('a file', () => {
    /** Makes a file as large as everything that a vendor may upload. */
    const fillUp = (id: string) =>
      app().database.write(({ db }) =>
        db.updateTable('inquiryFiles').set({ size: INQUIRIES.bytesPerInvitation }).where('id', '=', id).execute(),
      )

    it('takes from the space of its own vendor alone, which its removal frees', async () => {
      const { first, second } = await publish()
      const large = (await uploadProof(first.token, '大.pdf')).json().data.id
      await fillUp(large)
      expect(toResult(await uploadProof(first.token, '多.pdf'))).toMatchObject({
        status: 409,
        message: ANSWERING_MESSAGES.filesFull,
      })
      expect((await uploadProof(second.token, '别家.pdf')).statusCode).toBe(200)
      await first.send(answeringCalls.removeFile.path, { file: large })
      expect((await uploadProof(first.token, '多.pdf')).statusCode).toBe(200)
    })

    it('can’t be handed in while its bytes are missing, until it is uploaded again', async () => {
      const { first } = await publish()
      await first.saveAll()
      const { id } = (await uploadProof(first.token, '丢失.pdf')).json().data
      await app().services.files.deleteBytes(`private/inquiries/${id}.sealed`)
      expect(toResult(await first.submit())).toMatchObject({
        status: 400,
        errors: [{ path: 'answers.proof', message: ANSWERING_MESSAGES.fileLost('丢失.pdf') }],
      })
      expect((await first.open()).json().data.receipt).toBe(null)
      await uploadProof(first.token, '丢失.pdf')
      expect((await first.submit()).statusCode).toBe(200)
    })

    it('is refused if its content is not what its name says', async () => {
      const { first } = await publish()
      const reply = await uploadProof(first.token, '报价.docx')
      expect(toResult(reply)).toMatchObject({ status: 415 })
      expect((await first.open()).json().data.files).toEqual([])
    })

    it('is gone once it is removed, unless it was handed in', async () => {
      const { first } = await publish()
      await first.saveAll()
      const handedIn = (await uploadProof(first.token, '已提交.pdf')).json().data.id
      await first.submit()
      app().clock.advance(1_000)
      const later = (await uploadProof(first.token, '之后.pdf')).json().data.id
      for (const file of [handedIn, later]) await first.send(answeringCalls.removeFile.path, { file })
      const rows = app().database.read.selectFrom('inquiryFiles').select(['id', 'isRemoved'])
      expect(await rows.where('id', 'in', [handedIn, later]).execute()).toEqual([{ id: handedIn, isRemoved: true }])
    })
  })

  describe('facts of the catalogue', () => {
    it('appear as proposals to the vendor, and beside the answer once it is opened', async () => {
      const editor = await createSignedInUser(app(), 'editor', `editor-${count}`)
      const [product = ''] = await createProducts(app(), 'agent', [{ name: `丁智能体${count}` }])
      const fact = { attribute: 'sso', value: 'partial', grade: 'claimed', readAt: '2026-11-01' }
      expect((await createFactClient(app, () => editor).save(product, [fact])).statusCode).toBe(200)
      const [email] = createAddresses()
      const id = await client.create({ products: [product] })
      const { contents } = (await client.get(id)).json().data
      expect(contents.questions.map(({ key }: { key: string }) => key)).not.toContain('sso')
      await client.update(id, createContents(app(), { products: contents.products }))
      await client.invite(id, product, email)
      await client.publish(id)
      const vendor = await getVendor(email)
      const { suggestions } = (await vendor.open()).json().data
      expect(suggestions).toMatchObject([{ question: 'sso', source: 'catalogue', value: 'partial', at: '2026-11-01' }])
      await vendor.saveAll()
      await vendor.submit()
      await passDeadline()
      await client.open(id)
      const [opened] = (await client.listAnswers(id)).json().data
      expect(opened.facts).toMatchObject([{ attribute: 'sso', value: 'partial' }])
    })
  })

  describe('an opening', () => {
    it('waits for the deadline, and happens once even if two windows ask for it', async () => {
      const { id, first } = await publish()
      await first.saveAll()
      await first.submit()
      expect(toResult(await client.open(id))).toMatchObject({
        status: 409,
        message: expect.stringContaining('之后才能开启'),
      })
      expect(toResult(await client.listAnswers(id))).toMatchObject({ status: 409, message: INQUIRY_MESSAGES.sealed })
      await passDeadline()
      expect(toResult(await client.listAnswers(id))).toMatchObject({ status: 409, message: INQUIRY_MESSAGES.sealed })
      const replies = await Promise.all([client.open(id), client.open(id)])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const openings = (await listAudit(app(), 'inquiry.open')).filter(({ target }) => target.includes(id))
      expect(openings).toHaveLength(1)
    })

    it('includes neither drafts of answers nor vendors who withdrew or were revoked', async () => {
      const { id, first, second } = await publish()
      await first.saveAll()
      await second.saveAll()
      await second.submit()
      await second.decline()
      await passDeadline()
      await client.open(id)
      expect((await client.listAnswers(id)).json().data).toEqual([])
    })

    it('needs both people if the owner wished so', async () => {
      let colleague = await createVerifiedMember(app(), `colleague-${count}`)
      const asColleague = createInquiryClient(app, () => colleague)
      const { id, first } = await publish({ secondOpener: `colleague-${count}@buyer.example` })
      await first.saveAll()
      await first.submit()
      await passDeadline()
      colleague = await signInAgain(colleague)
      expect((await client.open(id)).json()).toMatchObject({
        message: INQUIRY_MESSAGES.openingConfirmed,
        data: { status: 'open', opening: { confirmations: [{ name: owner.name }] } },
      })
      expect(toResult(await client.open(id))).toMatchObject({ status: 409, message: INQUIRY_MESSAGES.alreadyConfirmed })
      expect(toResult(await client.listAnswers(id))).toMatchObject({ status: 409 })
      expect((await asColleague.get(id)).json().data).toMatchObject({ role: 'opener' })
      expect((await asColleague.update(id, createContents(app()))).statusCode).toBe(404)
      expect((await asColleague.open(id)).json()).toMatchObject({
        message: INQUIRY_MESSAGES.opened,
        data: { status: 'opened' },
      })
    })

    it('happens once if both confirm at the same moment, and tells each vendor once', async () => {
      let colleague = await createVerifiedMember(app(), `at-once-${count}`)
      const { id, first, emails } = await publish({ secondOpener: `at-once-${count}@buyer.example` })
      await first.saveAll()
      await first.submit()
      await passDeadline()
      colleague = await signInAgain(colleague)
      const replies = await Promise.all([client.open(id), createInquiryClient(app, () => colleague).open(id)])
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect(replies.map((reply) => reply.json().data.status).sort()).toEqual(['open', 'opened'])
      expect((await client.get(id)).json().data.opening.confirmations).toHaveLength(2)
      const notices = (await listOutbox(app())).filter(
        ({ to, subject }) => to === emails[0] && subject.startsWith('回答已开启'),
      )
      expect(notices).toHaveLength(1)
    })

    it('never happens alone because the second person’s account is gone, until the owner names another', async () => {
      const gone = `gone-${count}@buyer.example`
      const next = `next-${count}@buyer.example`
      await createVerifiedMember(app(), `gone-${count}`)
      let colleague = await createVerifiedMember(app(), `next-${count}`)
      const { id, first, emails } = await publish({ secondOpener: gone })
      await first.saveAll()
      await first.submit()
      await passDeadline()
      expect((await client.open(id)).json().data).toMatchObject({ status: 'open', opening: { isOpenerMissing: false } })
      await app().database.write(({ db }) =>
        db.updateTable('users').set({ status: 'inactive' }).where('email', '=', gone).execute(),
      )
      expect(toResult(await client.open(id))).toMatchObject({ status: 409, message: INQUIRY_MESSAGES.alreadyConfirmed })
      expect((await client.get(id)).json().data).toMatchObject({ status: 'open', opening: { isOpenerMissing: true } })
      const reason = '李经理已离职'
      expect((await client.replaceOpener(id, { email: next, reason })).json()).toMatchObject({
        message: INQUIRY_MESSAGES.openerReplaced,
        data: {
          status: 'open',
          contents: { secondOpener: next },
          opening: {
            isOpenerMissing: false,
            confirmations: [{ name: owner.name }],
            replacements: [{ from: gone, to: next, reason, by: owner.name }],
          },
        },
      })
      const notices = (await listOutbox(app())).filter(({ subject }) => subject.startsWith('开启人有更换'))
      expect(notices.map(({ to }) => to)).toEqual(expect.arrayContaining(emails))
      colleague = await signInAgain(colleague)
      expect((await createInquiryClient(app, () => colleague).open(id)).json().data).toMatchObject({ status: 'opened' })
    })

    it('keeps two people: nobody replaces the second by the owner, by nobody or by a stranger', async () => {
      const present = `stays-${count}`
      await createVerifiedMember(app(), present)
      const { id } = await publish({ secondOpener: `${present}@buyer.example` })
      const replace = async (email: string) => toResult(await client.replaceOpener(id, { email, reason: '离职' }))
      expect(await replace('')).toMatchObject({ status: 400, errors: [{ path: 'email' }] })
      expect(await replace(`${owner.name}@buyer.example`)).toMatchObject({
        errors: [{ path: 'email', message: INQUIRY_MESSAGES.ownAddress }],
      })
      expect(await replace('nobody@buyer.example')).toMatchObject({
        errors: [{ path: 'email', message: INQUIRY_MESSAGES.openerUnknown }],
      })
      expect(await replace(`${present.toUpperCase()}@buyer.example`)).toMatchObject({
        errors: [{ path: 'email', message: INQUIRY_MESSAGES.openerSame }],
      })
      const alone = await publish()
      expect(
        toResult(await client.replaceOpener(alone.id, { email: 'a@buyer.example', reason: '离职' })),
      ).toMatchObject({
        status: 409,
        message: INQUIRY_MESSAGES.openerNotNeeded,
      })
    })

    it('loses what the replaced person has confirmed', async () => {
      let leaving = await createVerifiedMember(app(), `leaving-${count}`)
      const coming = `coming-${count}@buyer.example`
      await createVerifiedMember(app(), `coming-${count}`)
      const { id } = await publish({ secondOpener: `leaving-${count}@buyer.example` })
      await passDeadline()
      leaving = await signInAgain(leaving)
      await createInquiryClient(app, () => leaving).open(id)
      await client.replaceOpener(id, { email: coming, reason: '离职' })
      expect((await client.open(id)).json().data).toMatchObject({
        status: 'open',
        opening: { confirmations: [{ name: owner.name }] },
      })
    })

    it('counts what a co-owner has confirmed, who may also replace the second person', async () => {
      const [leavingName, comingName, coOwnerName] = ['left', 'came', 'shares'].map((name) => `${name}-${count}`)
      for (const name of [leavingName, comingName]) await createVerifiedMember(app(), name ?? '')
      let coOwner = await createVerifiedMember(app(), coOwnerName ?? '')
      const { id } = await publish({ secondOpener: `${leavingName}@buyer.example` })
      const invited = { email: `${coOwnerName}@buyer.example`, role: 'coOwner' }
      const path = fillPath(colleagueCalls.invite.path, { kind: 'inquiry', id })
      expect((await client.send('POST', path, invited)).statusCode).toBe(200)
      await passDeadline()
      coOwner = await signInAgain(coOwner)
      const sharing = createInquiryClient(app, () => coOwner)
      expect((await sharing.get(id)).json().data.role).toBe('coOwner')
      expect((await sharing.open(id)).json().data).toMatchObject({ status: 'open' })
      const replaced = await sharing.replaceOpener(id, { email: `${comingName}@buyer.example`, reason: '离职' })
      expect(replaced.json().data).toMatchObject({ opening: { confirmations: [{ name: coOwnerName }] } })
      expect(toResult(await client.open(id))).toMatchObject({ message: INQUIRY_MESSAGES.alreadyConfirmed })
      const coming = toCaller(await signIn(app(), `${comingName}@buyer.example`))
      expect((await createInquiryClient(app, () => coming).open(id)).json().data).toMatchObject({ status: 'opened' })
    })
  })

  describe('the second opener', () => {
    it('finds the inquiry in their list from its publication on', async () => {
      const colleague = await createVerifiedMember(app(), `opener-${count}`)
      const listOfColleague = async () =>
        (await createInquiryClient(app, () => colleague).send('GET', '/api/inquiries')).json().data
      const secondOpener = `Opener-${count}@buyer.example`
      await client.update(await client.create(), createContents(app(), { secondOpener }))
      expect(await listOfColleague()).toEqual([])
      const { id } = await publish({ secondOpener })
      expect(await listOfColleague()).toMatchObject([{ id, role: 'opener', invited: PRODUCTS.length }])
    })

    it('who confirms first has the owner asked by mail', async () => {
      let colleague = await createVerifiedMember(app(), `first-${count}`)
      const { id } = await publish({ secondOpener: `first-${count}@buyer.example` })
      await passDeadline()
      colleague = await signInAgain(colleague)
      await createInquiryClient(app, () => colleague).open(id)
      const asked = (await listOutbox(app())).filter(({ subject }) => subject.startsWith('请确认开启'))
      expect(asked.map(({ to }) => to)).toContain(`${owner.name}@buyer.example`)
      expect((await client.open(id)).json()).toMatchObject({ data: { status: 'opened' } })
    })
  })

  describe('an addendum', () => {
    it('must be confirmed by handing in, and can only move the deadline back', async () => {
      const { id, first, emails } = await publish()
      await first.saveAll()
      await first.submit()
      const earlier = new Date(Date.parse(getDeadline(app())) - HOUR_MS).toISOString()
      expect(toResult(await client.addAddendum(id, { note: '提前', deadline: earlier }))).toMatchObject({
        status: 400,
        errors: [{ path: 'deadline', message: INQUIRY_MESSAGES.deadlineEarlier }],
      })
      const later = new Date(Date.parse(getDeadline(app())) + HOUR_MS).toISOString()
      const added = { ...QUESTIONS[1], key: 'more', title: '能否驻场' }
      await client.addAddendum(id, { note: '补充一个问题', deadline: later, questions: [added] })
      expect(await findInvitation(id, emails[0])).toMatchObject({ isNewestConfirmed: false })
      expect(toResult(await first.submit(1))).toMatchObject({ status: 409, message: ANSWERING_MESSAGES.confirmVersion })
      await first.save('more', { value: '能' })
      expect((await first.submit(2)).json().data).toMatchObject({ deadline: later, receipt: { version: 2 } })
    })
  })

  describe('a question that a vendor asks back', () => {
    it('is answered to all without saying who asked', async () => {
      const { id, first, second, emails } = await publish()
      await first.ask('并发多少？')
      expect((await second.open()).json().data.clarifications).toEqual([])
      const [asked] = (await client.get(id)).json().data.clarifications
      expect(JSON.stringify(asked)).not.toContain(emails[0])
      const url = `/api/inquiries/${id}/clarifications/${asked.id}`
      await client.send('PUT', url, { answer: '两百' })
      expect((await second.open()).json().data.clarifications).toMatchObject([
        { question: '并发多少？', answer: '两百' },
      ])
    })
  })

  it('takes no questions from a vendor who has refused', async () => {
    const { first } = await publish()
    await first.decline()
    expect(toResult(await first.ask('还能参加吗？'))).toMatchObject({
      status: 409,
      message: ANSWERING_MESSAGES.declinedQuestion,
    })
    await first.save('delivery', { value: '改变主意' })
    expect((await first.ask('还能参加吗？')).statusCode).toBe(200)
  })

  describe('the end', () => {
    it('tells each vendor its outcome', async () => {
      const { id, first, emails } = await publish()
      await first.saveAll()
      await first.submit()
      await passDeadline()
      await client.open(id)
      const { id: invitation } = await findInvitation(id, emails[0])
      await client.close(id, { text: '感谢参加', outcomes: [{ invitation, outcome: 'selected', text: '恭喜入选' }] })
      expect((await first.open()).json().data).toMatchObject({ outcome: 'selected', outcomeText: '恭喜入选' })
      const mails = (await listOutbox(app())).filter(({ subject }) => subject.includes('征询结果'))
      expect(mails.some(({ to }) => to === emails[0])).toBe(true)
    })

    it('destroys the key before the opening, so that nobody reads the answers', async () => {
      const { id, first } = await publish()
      await first.saveAll()
      await first.submit()
      await client.close(id, { text: '项目取消' })
      const row = await app()
        .database.read.selectFrom('inquiries')
        .select('keyEncrypted')
        .where('id', '=', id)
        .executeTakeFirst()
      expect(row).toEqual({ keyEncrypted: null })
      expect(toResult(await client.listAnswers(id))).toMatchObject({ status: 409 })
      expect((await first.open()).json().data).toMatchObject({ canAnswer: false, answers: [] })
    })

    it('is required before an inquiry is deleted', async () => {
      const { id } = await publish()
      expect(toResult(await client.remove(id))).toMatchObject({ status: 409, message: INQUIRY_MESSAGES.isOpen })
      await client.close(id, { text: '项目取消' })
      expect((await client.remove(id)).statusCode).toBe(200)
      expect((await client.get(id)).statusCode).toBe(404)
    })

    it('comes to the open inquiries of a closed account, whose vendors are told', async () => {
      const { id, emails } = await publish()
      const { services, database } = app()
      await database.write((transaction) => services.inquiries.memberData.removeAccountData(transaction, owner.id))
      expect((await client.get(id)).statusCode).toBe(404)
      const told = (await listOutbox(app())).filter(({ subject }) => subject.startsWith('征询已取消'))
      expect(told.map(({ to }) => to)).toEqual(expect.arrayContaining([...emails]))
    })
  })

  it('is the owner’s alone', async () => {
    const { id } = await publish()
    const stranger = await createVerifiedMember(app(), `stranger-${count}`)
    const asStranger = createInquiryClient(app, () => stranger)
    expect((await asStranger.get(id)).statusCode).toBe(404)
    expect((await asStranger.send('GET', '/api/inquiries')).json().data).toEqual([])
    expect((await client.send('GET', '/api/inquiries')).json().data).toMatchObject([
      { id, invited: PRODUCTS.length, submitted: 0 },
    ])
  })
})
