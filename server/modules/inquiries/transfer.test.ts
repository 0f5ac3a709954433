import { beforeEach, expect, it } from 'vitest'
import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import { judgingCalls, projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import { INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import type { TransferPlan } from '#contracts/inquiries/transfer.ts'
import { fillPath } from '#contracts/paths.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import {
  ANSWERS,
  createContents,
  createInquiryClient,
  createVendorClient,
  createVerifiedMember,
  DEADLINE_MS,
  getVendorToken,
  PRODUCTS,
} from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, signIn, toCaller } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const TOTAL = 200 * 98_765.43

onEveryDatabase('answers and offers that go into a project', (app) => {
  let owner: Caller
  let project: ProjectView
  let count = 0
  const client = createInquiryClient(app, () => owner)
  const getProject = async (): Promise<ProjectView> =>
    (await client.send('GET', fillPath(projectCalls.get.path, { id: project.id }))).json().data

  beforeEach(async () => {
    count += 1
    await enableMail(app())
    app().clock.advance(1_000)
    owner = await createVerifiedMember(app(), `mover-${count}`)
    project = (
      await client.send('POST', projectCalls.create.path, {
        name: '客服智能体选型',
        description: '',
        template: 'government-services',
      })
    ).json().data
    const { name, description, setup } = project
    const candidates = PRODUCTS.map(({ key, name: candidate }) => ({ key: `c-${key}`, name: candidate }))
    const grades = [...setup.grades, { key: 'claimed', title: '厂商自述', cap: 50, description: '' }]
    project = (
      await client.send('PUT', fillPath(projectCalls.update.path, { id: project.id }), {
        name,
        description,
        setup: { ...setup, candidates, grades },
      })
    ).json().data
  })

  /** Has one vendor hand in, and opens the inquiry. Returns its id. */
  async function open({ secondOpener = '', confirmedBy = '' } = {}): Promise<string> {
    const id = await client.create({ project: project.id })
    const products = [...PRODUCTS]
    await client.update(id, createContents(app(), { products, secondOpener }))
    const emails = [`sales-${count}@mover-a.example`, `sales-${count}@mover-b.example`]
    for (const [index, { key }] of PRODUCTS.entries()) await client.invite(id, key, emails[index] ?? '')
    expect((await client.publish(id)).statusCode).toBe(200)
    const vendor = createVendorClient(app, await getVendorToken(app(), emails[0] ?? ''))
    await vendor.saveAll()
    expect((await vendor.submit()).statusCode).toBe(200)
    app().clock.advance(DEADLINE_MS)
    owner = toCaller(await signIn(app(), `mover-${count}@buyer.example`))
    expect((await client.open(id)).statusCode).toBe(200)
    if (confirmedBy !== '') {
      const opener = toCaller(await signIn(app(), `${confirmedBy}@buyer.example`))
      await createInquiryClient(app, () => opener).open(id)
    }
    return id
  }
  const plan = async (id: string): Promise<TransferPlan> =>
    (await client.send('GET', fillPath(inquiryCalls.planTransfer.path, { id, project: project.id }))).json().data
  const take = (id: string, { version, entries }: Pick<TransferPlan, 'version' | 'entries'>, changes: object = {}) =>
    client.send('POST', fillPath(inquiryCalls.transfer.path, { id }), {
      project: project.id,
      version,
      entries: entries.map(({ invitation, candidate }) => ({
        invitation,
        candidate,
        takesOffer: true,
        overwrites: false,
        ...changes,
      })),
    })

  it('start with the candidates of the project, and the prices that its rule needs', async () => {
    const { contents, project: linked } = (await client.get(await client.create({ project: project.id }))).json().data
    expect(linked).toBe(project.id)
    expect(contents.products.map(({ name }: { name: string }) => name)).toEqual(PRODUCTS.map(({ name }) => name))
    expect(contents.questions).toMatchObject([{ kind: 'price', title: '报价总价', isYearly: false }])
    const stranger = await createVerifiedMember(app(), `stranger-${count}`)
    const reply = await createInquiryClient(app, () => stranger).send('POST', inquiryCalls.create.path, {
      title: '征询',
      project: project.id,
    })
    expect(toResult(reply)).toMatchObject({ errors: [{ path: 'project', message: INQUIRY_MESSAGES.projectNotFound }] })
  })

  it('become offers and evidence of the grade 厂商自述, which judges see without prices', async () => {
    const id = await open()
    const planned = await plan(id)
    expect(planned).toMatchObject({
      canTakeOffers: true,
      entries: [{ candidate: 'c-p1', answers: 2, offer: { price: TOTAL }, isTaken: false }],
    })
    expect((await take(id, planned)).json()).toMatchObject({
      message: INQUIRY_MESSAGES.transferred,
      data: { entries: [{ isTaken: true }], candidates: [{ price: TOTAL }, { price: null }] },
    })
    expect((await getProject()).offers).toMatchObject([
      { candidate: 'c-p1', price: TOTAL, lines: [{ title: '许可', unitPrice: 98_765.43, quantity: 200 }] },
    ])
    const { handedIn } = (await client.get(id)).json().data.opening
    const judge = await client.send('POST', fillPath(projectCalls.inviteJudge.path, { id: project.id }), {
      name: '评委',
      email: '',
    })
    const token = judge.json().data.link.split('#')[1]
    await client.send('POST', fillPath(projectCalls.changeStatus.path, { id: project.id }), {
      to: 'scoring',
      reason: '',
    })
    const judging = await app().server.inject({
      method: 'POST',
      url: judgingCalls.open.path,
      payload: { access: { token } },
    })
    expect(judging.json().data.vendorAnswers).toMatchObject([
      {
        candidate: 'c-p1',
        grade: 'claimed',
        hash: handedIn[0].hash,
        answers: [
          { question: '单点登录', note: ANSWERS.sso.note, catalogue: '' },
          { question: '如何实施', text: ANSWERS.delivery.value, catalogue: null },
        ],
      },
    ])
    expect(judging.body).not.toContain('98765.43')
  })

  it('replace no typed offer unasked, and none of a project that has changed meanwhile', async () => {
    const id = await open()
    const before = await getProject()
    await client.send('PUT', fillPath(projectCalls.saveOffers.path, { id: project.id }), {
      offers: [{ candidate: 'c-p1', price: 100, note: '', lines: [] }],
    })
    const planned = await plan(id)
    expect(planned.candidates).toMatchObject([{ price: 100 }, { price: null }])
    expect(toResult(await take(id, { ...planned, version: planned.version - 1 }))).toMatchObject({ status: 412 })
    expect(toResult(await take(id, planned))).toMatchObject({
      status: 409,
      message: expect.stringContaining('已有报价'),
    })
    expect((await getProject()).offers).toMatchObject([{ price: 100 }])
    expect((await take(id, planned, { overwrites: true })).statusCode).toBe(200)
    expect((await getProject()).offers).toMatchObject([{ price: TOTAL }])
    expect(before.offers).toEqual([])
  })

  it('can be taken again as they are, as after an interruption, without a warning', async () => {
    const id = await open()
    await take(id, await plan(id))
    const taken = await getProject()
    expect((await take(id, await plan(id))).statusCode).toBe(200)
    expect((await getProject()).offers).toEqual(taken.offers)
  })

  it('go into it with the note that they did, or not at all: an interruption leaves nothing behind', async () => {
    const id = await open()
    const { version, entries } = await plan(id)
    const { database, clock, dataDir } = app()
    const fileStore = openFileStore({ s3: undefined, folder: dataDir })
    const { appSecret } = testConfig()
    const startWith = (write: Database['write']) =>
      createServices({ database: { ...database, write }, clock, fileStore, appSecret })
    const [entry] = entries
    const request = {
      project: project.id,
      version,
      entries: [{ invitation: entry?.invitation ?? '', candidate: 'c-p1', takesOffer: true, overwrites: false }],
    }
    const actor = { id: owner.id, name: owner.name, ip: null }
    const interrupted = startWith((act) =>
      database.write(async (transaction) => {
        await act(transaction)
        throw new Error('The process ends here.')
      }),
    )
    await expect(interrupted.inquiries.transfer.take(id, request, actor)).rejects.toThrow('ends here')
    expect(await plan(id)).toMatchObject({ version, entries: [{ isTaken: false }] })
    let writes = 0
    const counted = startWith((act) => {
      writes += 1
      return database.write(act)
    })
    await counted.inquiries.transfer.take(id, request, actor)
    expect(writes).toBe(1)
    expect(await plan(id)).toMatchObject({ entries: [{ isTaken: true }] })
    const recorded = (await listAudit(app(), 'inquiry.update')).filter(({ detail }) => detail === '取入评估项目')
    expect(recorded.filter(({ target }) => target.includes(id))).toHaveLength(1)
  })

  it('go into it at the hands of a co-owner of both too, but not of the second opener, who can only see them', async () => {
    const [sharingName, openerName] = [`sharing-${count}`, `opener-${count}`]
    const [sharing, opener] = [
      await createVerifiedMember(app(), sharingName),
      await createVerifiedMember(app(), openerName),
    ]
    const id = await open({ secondOpener: `${openerName}@buyer.example`, confirmedBy: openerName })
    for (const ref of [
      { kind: 'inquiry', id },
      { kind: 'project', id: project.id },
    ])
      await client.send('POST', fillPath(colleagueCalls.invite.path, ref), {
        email: `${sharingName}@buyer.example`,
        role: 'coOwner',
      })
    const signInAgain = async ({ name }: Caller) => toCaller(await signIn(app(), `${name}@buyer.example`))
    owner = await signInAgain(opener)
    expect((await client.get(id)).json().data).toMatchObject({ role: 'opener', status: 'opened' })
    const entry = { invitation: 'i', candidate: 'c-p1', answers: 1, offer: null, isTaken: false }
    expect((await take(id, { version: 1, entries: [entry] })).statusCode).toBe(403)
    owner = await signInAgain(sharing)
    for (const path of [inquiryCalls.get.path, projectCalls.get.path])
      await client.send('GET', fillPath(path, { id: path === inquiryCalls.get.path ? id : project.id }))
    expect((await take(id, await plan(id))).statusCode).toBe(200)
    expect((await getProject()).offers).toMatchObject([{ price: TOTAL }])
  })

  it('need an opening and a known candidate', async () => {
    const draft = await client.create()
    const reply = await client.send('GET', fillPath(inquiryCalls.planTransfer.path, { id: draft, project: project.id }))
    expect(toResult(reply)).toMatchObject({ status: 409, message: INQUIRY_MESSAGES.sealed })
    const id = await open()
    expect(toResult(await take(id, await plan(id), { candidate: 'c-x' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'entries.0.candidate' }],
    })
  })
})
