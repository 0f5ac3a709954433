import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#contracts/call.ts'
import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import type { Colleague, Colleagues } from '#contracts/colleagues/colleague.ts'
import type { ColleagueRole, SharedKind } from '#contracts/colleagues/roles.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Invitation } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import { fillPath } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { userCalls } from '#contracts/users/calls.ts'
import {
  createProjectClient,
  type PreparedProject,
  prepareProject,
  saveMethod,
  scoreAll,
} from '#testing/factories/evaluation-projects.ts'
import { createContents, createInquiryClient, PRODUCTS } from '#testing/factories/inquiries.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, createSignedInUser, createUser, PASSWORD, signIn, toCaller } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('colleagues', (app) => {
  let count = 0
  let project: PreparedProject
  let shortlist = ''
  let inquiry = ''

  const send = (caller: Caller, call: Call, params: Record<string, string> = {}, payload?: object) =>
    app().server.inject({
      method: call.method,
      url: fillPath(call.path, params),
      headers: caller.headers,
      ...(payload && { payload }),
    })
  const statusOf = async (...args: Parameters<typeof send>): Promise<number> => (await send(...args)).statusCode

  async function createMember(name: string, isVerified = true): Promise<Caller & { email: string }> {
    count += 1
    const email = `${name}-${count}@example.com`.toLowerCase()
    await createUser(app(), { email, name, ...(isVerified && { emailVerifiedAt: '2026-11-20T02:00:00.000Z' }) })
    return Object.assign(toCaller(await signIn(app(), email)), { email })
  }
  const refTo = (kind: SharedKind) => ({ kind, id: { project: project.id, shortlist, inquiry }[kind] })
  const invite = (kind: SharedKind, email: string, role: ColleagueRole, by: Caller = project.owner) =>
    send(by, colleagueCalls.invite, refTo(kind), { email, role })
  const list = async (kind: SharedKind, by: Caller = project.owner): Promise<Colleagues> =>
    (await send(by, colleagueCalls.list, refTo(kind))).json().data
  const find = async (kind: SharedKind, email: string): Promise<Colleague> => {
    const found = (await list(kind)).colleagues.find((colleague) => colleague.email === email)
    if (!found) throw new Error(`${email} is no colleague`)
    return found
  }
  const OPENING = { project: projectCalls.get, shortlist: colleagueCalls.list, inquiry: inquiryCalls.get }
  /** Opens an item, by which a colleague joins it. */
  const open = async (kind: SharedKind, by: Caller) => {
    if (kind === 'shortlist') await send(by, shortlistCalls.get, { id: shortlist })
    return statusOf(by, OPENING[kind], kind === 'shortlist' ? refTo(kind) : { id: refTo(kind).id })
  }
  /** Creates a member who has joined an item in a role. */
  async function addColleague(kind: SharedKind, role: ColleagueRole) {
    const member = await createMember(role)
    expect((await invite(kind, member.email, role)).statusCode).toBe(200)
    expect(await open(kind, member)).toBe(200)
    return member
  }
  const readRecord = async () =>
    (await project.client.send('GET', `/projects/${project.id}/record?kind=access`)).json().items

  beforeAll(async () => {
    await enableMail(app())
    await saveMethod(app())
  })
  beforeEach(async () => {
    project = await prepareProject(app(), `sharing-${++count}`)
    const created = await send(project.owner, shortlistCalls.create, {}, { title: '客服', catalogue: 'agent' })
    shortlist = created.json().data.id
    inquiry = (await send(project.owner, inquiryCalls.create, {}, { title: '征询', products: [] })).json().data.id
  })

  it.each(['project', 'shortlist', 'inquiry'] as const)(
    'gives access to whoever has proved the address: %s',
    async (kind) => {
      const member = await createMember('li')
      const stranger = await createMember('wang')
      expect(await statusOf(member, colleagueCalls.list, refTo(kind))).toBe(404)
      await invite(kind, member.email, 'coOwner')
      expect(await find(kind, member.email)).toMatchObject({ joinedAt: null, name: '' })
      expect(await open(kind, member)).toBe(200)
      expect(await find(kind, member.email)).toMatchObject({ joinedAt: expect.any(String), name: 'li' })
      expect((await list(kind, member)).role).toBe('coOwner')
      expect(await statusOf(stranger, colleagueCalls.list, refTo(kind))).toBe(404)
    },
  )

  it('is without effect for an account that has not proved the address', async () => {
    const member = await createMember('unproved', false)
    await invite('project', member.email, 'coOwner')
    expect(await open('project', member)).toBe(404)
  })

  it('says by mail who invites to what, and why the mail came', async () => {
    await invite('inquiry', 'new.colleague@example.com', 'secretary')
    const mails = (await listOutbox(app())).filter(({ to }) => to === 'new.colleague@example.com')
    expect(mails).toMatchObject([{ kind: 'colleagueNotice', subject: '邀请您担任秘书：征询' }])
  })

  it('lists what others share under the role', async () => {
    const member = await createMember('zhou')
    for (const kind of ['project', 'shortlist', 'inquiry'] as const) await invite(kind, member.email, 'secretary')
    for (const [call, id] of [
      [projectCalls.list, project.id],
      [shortlistCalls.list, shortlist],
      [inquiryCalls.list, inquiry],
    ] as const)
      expect((await send(member, call)).json().data).toMatchObject([{ id, role: 'secretary' }])
  })

  describe('of a project', () => {
    const tasks = [{ key: 'q1', title: '退款', criterion: 't1' }]

    it('lets a secretary prepare, and nobody but owners decide', async () => {
      const id = project.id
      const [secretary, coOwner] = [
        await addColleague('project', 'secretary'),
        await addColleague('project', 'coOwner'),
      ]
      const judge = project.judge.id
      const tries = [
        ['saves tasks', 200, secretary, projectCalls.saveTasks, { id }, { tasks }],
        ['invites a judge', 200, secretary, projectCalls.inviteJudge, { id }, { name: '王评委' }],
        ['exports', 200, secretary, projectCalls.export, { id }],
        ['reads the record', 200, secretary, projectCalls.listRecord, { id }],
        ['moves on', 403, secretary, projectCalls.changeStatus, { id }, { to: 'scoring', reason: '' }],
        ['removes a judge', 403, secretary, projectCalls.removeJudge, { id, judge }],
        ['renews a judge’s link', 403, secretary, projectCalls.renewJudgeLink, { id, judge }],
        ['makes a link', 403, secretary, projectCalls.createReaderLink, { id }, { days: 30 }],
        ['deletes', 403, secretary, projectCalls.remove, { id }],
        [
          'invites colleagues',
          403,
          secretary,
          colleagueCalls.invite,
          refTo('project'),
          { email: 'a@b.cn', role: 'coOwner' },
        ],
        ['removes a judge', 200, coOwner, projectCalls.removeJudge, { id, judge }],
        ['restores a judge', 200, coOwner, projectCalls.restoreJudge, { id, judge }],
        ['moves on', 200, coOwner, projectCalls.changeStatus, { id }, { to: 'scoring', reason: '' }],
        [
          'invites colleagues',
          200,
          coOwner,
          colleagueCalls.invite,
          refTo('project'),
          { email: 'a@b.cn', role: 'secretary' },
        ],
        ['deletes', 403, coOwner, projectCalls.remove, { id }],
        ['restores from the recycle bin', 404, coOwner, projectCalls.restore, { id }],
      ] as const
      for (const [what, expected, by, call, params, body] of tries)
        expect({ role: by.name, what, status: await statusOf(by, call, params, body) }).toEqual({
          role: by.name,
          what,
          status: expected,
        })
    })

    it('never lets a secretary score, by whichever way they are invited', async () => {
      const secretary = await addColleague('project', 'secretary')
      const judging = await project.client.invite(project.id, { name: '评委', email: secretary.email })
      expect(judging.json().errors).toEqual([{ path: 'email', message: '这个邮箱是项目的秘书，不能担任评委' }])
      const judge = await createMember('judge')
      await project.client.invite(project.id, { name: '评委', email: judge.email })
      expect((await invite('project', judge.email, 'secretary')).json().errors).toEqual([
        { path: 'email', message: '这个邮箱是项目的评委，不能担任秘书' },
      ])
      expect((await invite('project', judge.email, 'coOwner')).statusCode).toBe(200)
    })

    it('hides the scores of others from a co-owner who is a judge until they have submitted', async () => {
      const coOwner = await addColleague('project', 'coOwner')
      await project.client.invite(project.id, { name: '赵评委', email: coOwner.email })
      await project.client.changeStatus(project.id, 'scoring')
      await scoreAll(project.guest, project.judge.access)
      await project.guest.submit(project.judge.access)
      await project.client.changeStatus(project.id, 'review')
      const readAs = async (caller: Caller) => (await createProjectClient(app(), caller).get(project.id)).json().data
      expect(await readAs(coOwner)).toMatchObject({ scores: [], scoreVisibility: 'untilOwnSubmission' })
      expect((await readAs(project.owner)).scores.length).toBeGreaterThan(0)
    })

    it('shows a secretary no score before the owner may see it', async () => {
      const secretary = await addColleague('project', 'secretary')
      await project.client.changeStatus(project.id, 'scoring')
      await scoreAll(project.guest, project.judge.access)
      await project.guest.submit(project.judge.access)
      const { scores, scoreVisibility } = (await createProjectClient(app(), secretary).get(project.id)).json().data
      expect({ scores, scoreVisibility }).toEqual({ scores: [], scoreVisibility: 'untilReview' })
    })

    it('is in its record, without addresses', async () => {
      const secretary = await addColleague('project', 'secretary')
      await send(project.owner, colleagueCalls.remove, {
        ...refTo('project'),
        colleague: (await find('project', secretary.email)).id,
      })
      const entries = await readRecord()
      expect(entries).toMatchObject([
        { act: 'colleagueRemoved', role: 'owner', subject: 'secretary', detail: '秘书' },
        { act: 'colleagueJoined', role: 'secretary', actor: 'secretary' },
        { act: 'colleagueInvited', role: 'owner', detail: '秘书' },
      ])
      expect(JSON.stringify(entries)).not.toContain('@')
      expect(await open('project', secretary)).toBe(404)
    })
  })

  it('leaves a secretary of an inquiry its draft, and not its sending', async () => {
    const secretary = await addColleague('inquiry', 'secretary')
    const { contents } = (await send(secretary, inquiryCalls.get, { id: inquiry })).json().data
    const saved = { ...contents, background: '背景' }
    expect(await statusOf(secretary, inquiryCalls.update, { id: inquiry }, saved)).toBe(200)
    expect(await statusOf(secretary, inquiryCalls.publish, { id: inquiry })).toBe(403)
    expect(await statusOf(secretary, inquiryCalls.open, { id: inquiry })).toBe(403)
    expect(await statusOf(secretary, inquiryCalls.remove, { id: inquiry })).toBe(403)
  })

  it('lets a secretary of an inquiry undo an address in the draft, and nobody’s invitation that was sent', async () => {
    const asker = await createMember('asker')
    const client = createInquiryClient(app, () => asker)
    const id = await client.create()
    await client.update(id, createContents(app()))
    for (const { key } of PRODUCTS) await client.invite(id, key, `vendor-${key}@vendor.example`)
    inquiry = id
    const secretary = await createMember('secretary')
    await invite('inquiry', secretary.email, 'secretary', asker)
    const product = PRODUCTS[0].key
    const planned = await send(secretary, inquiryCalls.invite, { id }, { product, email: 'typo@vendor.example' })
    const typo = planned.json().data.invitations.find(({ email }: Invitation) => email === 'typo@vendor.example')
    expect(await statusOf(secretary, inquiryCalls.removeInvitation, { id, invitation: typo.id })).toBe(200)
    const { invitations } = (await client.publish(id)).json().data
    const sent = { id, invitation: invitations[0].id }
    expect(await statusOf(secretary, inquiryCalls.removeInvitation, sent)).toBe(403)
    expect(await statusOf(asker, inquiryCalls.removeInvitation, sent)).toBe(200)
  })

  it('lets whoever works on a shortlist start an inquiry from it, and nobody else', async () => {
    const secretary = await addColleague('shortlist', 'secretary')
    const stranger = await createMember('stranger')
    const input = { title: '客服征询', shortlist }
    expect((await send(secretary, inquiryCalls.create, {}, input)).statusCode).toBe(200)
    expect((await send(stranger, inquiryCalls.create, {}, input)).json().errors).toEqual([
      { path: 'shortlist', message: INQUIRY_MESSAGES.shortlistNotFound },
    ])
  })

  it('lets colleagues of a shortlist change it, and its owner alone delete it', async () => {
    const coOwner = await addColleague('shortlist', 'coOwner')
    const change = { title: '改名', notes: '', required: [], preferred: [], isNotified: false }
    expect(await statusOf(coOwner, shortlistCalls.update, { id: shortlist }, change)).toBe(200)
    expect(await statusOf(coOwner, shortlistCalls.remove, { id: shortlist })).toBe(403)
    expect((await send(coOwner, shortlistCalls.get, { id: shortlist })).json().data).toMatchObject({
      isOwn: true,
      role: 'coOwner',
      title: '改名',
    })
  })

  it.each([
    ['project', projectCalls],
    ['shortlist', shortlistCalls],
    ['inquiry', inquiryCalls],
  ] as const)('is named to the others after saving: %s', async (kind, { get, update, getAuthorship }) => {
    // Joining a project is an act, too, but saves nothing.
    app().clock.advance(1_000)
    const coOwner = await addColleague(kind, 'coOwner')
    const { id } = refTo(kind)
    const readAuthor = async () => (await send(project.owner, getAuthorship, { id })).json().data.createdBy
    expect(await readAuthor()).toEqual({ id: project.owner.id, name: project.owner.name })
    expect(await statusOf(await createMember('stranger'), getAuthorship, { id })).toBe(404)
    const { name, description, setup, contents } = (await send(coOwner, get, { id })).json().data
    const change = {
      project: { name, description, setup },
      shortlist: { title: '改名', notes: '', required: [], preferred: [], isNotified: false },
      inquiry: contents,
    }[kind]
    expect(await statusOf(coOwner, update, { id }, change)).toBe(200)
    expect(await readAuthor()).toEqual({ id: coOwner.id, name: coOwner.name })
  })

  it('mails the changes of a shortlist to whoever asked for it, until they leave', async () => {
    const [coOwner, leaving] = [
      await addColleague('shortlist', 'coOwner'),
      await addColleague('shortlist', 'secretary'),
    ]
    const change = { title: '改名', notes: '', required: [], preferred: [] }
    const save = (by: Caller, isNotified: boolean) =>
      statusOf(by, shortlistCalls.update, { id: shortlist }, { ...change, isNotified })
    const isNotified = async (by: Caller) =>
      (await send(by, shortlistCalls.list))
        .json()
        .data.map((row: { isNotified: boolean }) => row.isNotified)
        .at(0)
    const read = async (by: Caller) => (await send(by, shortlistCalls.get, { id: shortlist })).json().data.isNotified
    for (const member of [coOwner, leaving]) expect(await save(member, true)).toBe(200)
    expect(await Promise.all([coOwner, leaving, project.owner].map(read))).toEqual([true, true, false])
    expect(await Promise.all([coOwner, leaving, project.owner].map(isNotified))).toEqual([true, true, false])

    const [product] = PRODUCTS
    await send(project.owner, shortlistCalls.addCandidates, { id: shortlist }, { candidates: [product] })
    await app().database.write(({ db }) =>
      db
        .updateTable('shortlistSubscriptions')
        .set({ notifiedResultJson: JSON.stringify({ gone: { name: '客服助手', status: 'matching' } }) })
        .where('shortlistId', '=', shortlist)
        .execute(),
    )
    const { id: colleague } = await find('shortlist', leaving.email)
    expect(await statusOf(leaving, colleagueCalls.remove, { ...refTo('shortlist'), colleague })).toBe(200)
    await app().services.shortlists.sendChangeNotifications()
    const mails = (await listOutbox(app())).filter(({ kind }) => kind === 'shortlistChanged')
    expect(mails.map(({ to }) => to)).toEqual([coOwner.email])

    expect(await save(coOwner, false)).toBe(200)
    const rows = app().database.read.selectFrom('shortlistSubscriptions').where('shortlistId', '=', shortlist)
    expect(await rows.selectAll().execute()).toEqual([])
  })

  it.each(['project', 'shortlist', 'inquiry'] as const)(
    'can take over, after which the owner can leave: %s',
    async (kind) => {
      const heir = await addColleague(kind, 'secretary')
      const ref = refTo(kind)
      const { id: colleague } = await find(kind, heir.email)
      expect(await statusOf(heir, colleagueCalls.answerHandover, ref, { isAccepted: true })).toBe(409)
      expect(await statusOf(heir, colleagueCalls.offerHandover, { ...ref, colleague })).toBe(403)
      expect(await statusOf(project.owner, colleagueCalls.offerHandover, { ...ref, colleague })).toBe(200)
      expect(await statusOf(heir, colleagueCalls.answerHandover, ref, { isAccepted: true })).toBe(200)
      const { role, ownerName, colleagues } = await list(kind, heir)
      expect({ role, ownerName }).toEqual({ role: 'owner', ownerName: 'secretary' })
      expect(colleagues).toMatchObject([{ name: project.owner.name, role: 'coOwner' }])
      const own = { ...ref, colleague: colleagues[0]?.id ?? '' }
      expect(await statusOf(project.owner, colleagueCalls.remove, own)).toBe(200)
      expect(await statusOf(project.owner, colleagueCalls.list, ref)).toBe(404)
      const mails = (await listOutbox(app())).filter(({ kind: mail }) => mail === 'colleagueNotice')
      expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining([expect.stringContaining('已接手')]))
    },
  )

  it.each(['project', 'shortlist', 'inquiry'] as const)(
    'can take over, or succeed a disabled owner, whose present address was invited before: %s',
    async (kind) => {
      const heir = await addColleague(kind, 'coOwner')
      const ref = refTo(kind)
      const email = `invited-${++count}@example.com`
      await invite(kind, email, 'secretary')
      await app().database.write(({ db }) =>
        db.updateTable('users').set({ email }).where('id', '=', project.owner.id).execute(),
      )
      const { id: colleague } = await find(kind, heir.email)
      await send(project.owner, colleagueCalls.offerHandover, { ...ref, colleague })
      expect(await statusOf(heir, colleagueCalls.answerHandover, ref, { isAccepted: true })).toBe(200)
      expect((await list(kind, heir)).colleagues).toMatchObject([{ email, role: 'coOwner', name: project.owner.name }])

      const heirEmail = `invited-${++count}@example.com`
      await invite(kind, heirEmail, 'secretary', heir)
      await app().database.write(({ db }) =>
        db.updateTable('users').set({ email: heirEmail }).where('id', '=', heir.id).execute(),
      )
      const admin = await createSignedInUser(app(), 'super_admin', `sharing-admin-${++count}`)
      expect(await statusOf(admin, userCalls.setStatus, { id: heir.id }, { status: 'inactive' })).toBe(200)
      expect((await list(kind)).colleagues).toMatchObject([{ email: heirEmail, role: 'coOwner', name: heir.name }])
    },
  )

  it('can decline to take over, and an offer can be withdrawn', async () => {
    const heir = await addColleague('project', 'coOwner')
    const ref = refTo('project')
    const { id: colleague } = await find('project', heir.email)
    await send(project.owner, colleagueCalls.offerHandover, { ...ref, colleague })
    await send(heir, colleagueCalls.answerHandover, ref, { isAccepted: false })
    await send(project.owner, colleagueCalls.offerHandover, { ...ref, colleague })
    await send(project.owner, colleagueCalls.withdrawHandover, { ...ref, colleague })
    expect(await statusOf(heir, colleagueCalls.answerHandover, ref, { isAccepted: true })).toBe(409)
    const acts = (await readRecord()).map(({ act }: { act: string }) => act)
    expect(acts.slice(0, 4)).toEqual(['handoverWithdrawn', 'handoverOffered', 'handoverDeclined', 'handoverOffered'])
    expect((await list('project')).role).toBe('owner')
  })

  it('cannot take over before they have opened it', async () => {
    await invite('project', 'not.there@example.com', 'coOwner')
    const { id: colleague } = await find('project', 'not.there@example.com')
    const reply = await send(project.owner, colleagueCalls.offerHandover, { ...refTo('project'), colleague })
    expect(reply.statusCode).toBe(409)
  })

  it('takes over what an owner had who closes their account, the longest-standing co-owner first', async () => {
    await addColleague('project', 'secretary')
    const first = await addColleague('project', 'coOwner')
    app().clock.advance(1)
    const second = await addColleague('project', 'coOwner')
    const inquiryHeir = await addColleague('inquiry', 'coOwner')
    const successions = (await send(project.owner, colleagueCalls.listSuccessions)).json().data
    expect(successions).toMatchObject([
      { kind: 'project', id: project.id, successor: first.name },
      { kind: 'shortlist', id: shortlist, successor: null },
      { kind: 'inquiry', id: inquiry, successor: inquiryHeir.name },
    ])
    expect(await statusOf(project.owner, accountSecurityCalls.closeAccount, {}, { password: PASSWORD })).toBe(200)
    expect(await list('project', first)).toMatchObject({ role: 'owner' })
    expect(await list('project', second)).toMatchObject({ role: 'coOwner', ownerName: first.name })
    expect(await list('inquiry', inquiryHeir)).toMatchObject({ role: 'owner', colleagues: [] })
    expect(await statusOf(first, shortlistCalls.get, { id: shortlist })).toBe(404)
    const record = (await createProjectClient(app(), first).send('GET', `/projects/${project.id}/record`)).json().items
    expect(record[0]).toMatchObject({ act: 'handedOver', role: 'platform' })
    expect(JSON.stringify(record)).not.toContain(project.owner.name)
  })

  it('takes over from an owner whose account is disabled, who stays a co-owner', async () => {
    const heir = await addColleague('project', 'coOwner')
    const admin = await createSignedInUser(app(), 'super_admin', `sharing-admin-${++count}`)
    expect(await statusOf(admin, userCalls.setStatus, { id: project.owner.id }, { status: 'inactive' })).toBe(200)
    expect(await list('project', heir)).toMatchObject({
      role: 'owner',
      colleagues: [{ name: project.owner.name, role: 'coOwner' }],
    })
  })
})
