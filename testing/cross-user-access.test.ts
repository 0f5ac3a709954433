/**
 * Tests access to other users' items (IDOR): sends every call that all signed-in users may make with the id of another
 * user's item, also nested under the id of an item of the caller. All of them must be rejected.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { connectionCalls } from '#contracts/agents/calls.ts'
import type { Call } from '#contracts/call.ts'
import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import { draftCalls } from '#contracts/drafts/calls.ts'
import { gradingCalls } from '#contracts/evaluation-grading/calls.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import { runnerTokenCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { followCalls } from '#contracts/follows/calls.ts'
import { companyCalls } from '#contracts/identity/company-calls.ts'
import { passkeyCalls } from '#contracts/identity/passkey-calls.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { inboxCalls } from '#contracts/inbox/calls.ts'
import { receivedInquiryCalls } from '#contracts/inquiries/answering-calls.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import { keyCalls } from '#contracts/keys/calls.ts'
import { mailChoiceCalls } from '#contracts/mail/choice-calls.ts'
import { memberReviewCalls, ownReviewCalls } from '#contracts/member-reviews/calls.ts'
import { EVENTS } from '#contracts/outbox/event-table.ts'
import { fillPath } from '#contracts/paths.ts'
import { ownQuestionCalls, productQuestionCalls } from '#contracts/product-questions/calls.ts'
import { vendorStatementCalls } from '#contracts/published-evaluations/calls.ts'
import { ownQuestionBankCalls } from '#contracts/question-banks/calls.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import { prepareProject, saveMethod } from './factories/evaluation-projects.ts'
import { createProducts } from './factories/products.ts'
import { REVIEW } from './factories/reviews.ts'
import { type Caller, createSignedInUser, PASSWORD } from './factories/users.ts'
import { createMultipart } from './multipart.ts'
import { createAuthenticator } from './software-authenticator.ts'
import { onEveryDatabase } from './test-app.ts'

type Attack = { call: Call; params: Record<string, string>; body?: object; caller?: Caller }

/** Calls whose ids name items that are public, or readable by everyone who has their random URL. */
const PUBLIC_ITEM_CALLS: readonly Call[] = [
  eventCalls.register,
  eventCalls.cancel,
  memberReviewCalls.create,
  memberReviewCalls.getReviewerEligibility,
  memberReviewCalls.markHelpful,
  productQuestionCalls.ask,
  productQuestionCalls.answer,
  shortlistCalls.copy,
  // These name no item.
  connectionCalls.parseReply,
  mailChoiceCalls.change,
  // Limited to the product's vendor: server/modules/evaluation-publishing/statements.test.ts.
  vendorStatementCalls.listOwn,
  vendorStatementCalls.create,
  // Limited to the product's vendor: server/modules/vendor-products/product-updates.test.ts.
  vendorCalls.getUpdateForm,
  vendorCalls.sendUpdate,
  vendorCalls.withdrawUpdate,
  // Limited to the product's vendor: server/modules/vendor-products/figures.test.ts.
  vendorCalls.getFigures,
  vendorCalls.exportFigures,
]

onEveryDatabase('an item of another user', (app) => {
  let attacks: Attack[]
  let attacker: Caller
  let readAll: () => Promise<unknown>

  const sendAs = (caller: Caller, { call, params, body }: Omit<Attack, 'caller'>) =>
    app().server.inject({
      method: call.method,
      url: fillPath(call.path, params),
      headers: { ...caller.headers, ...(body && 'headers' in body ? Object(body.headers) : {}) },
      ...(body && { payload: 'payload' in body ? Buffer.from(String(body.payload)) : body }),
    })

  /** Creates an organisation with its only member, and a request. */
  const createOrganisation = (userId: string) =>
    app().database.write(async ({ db }) => {
      const createdAt = '2026-11-21T02:00:00.000Z'
      await db.insertInto('vendorOrganisations').values({ id: 'organisation', name: '组织', createdAt }).execute()
      const member = { id: 'organisation-member', organisationId: 'organisation', userId, email: 'victim@example.com' }
      await db
        .insertInto('vendorMembers')
        .values({ ...member, role: 'manager', status: 'active', statusAt: createdAt })
        .execute()
      const request = { id: 'organisation-request', userId, name: '申请', text: '说明', reason: '', createdAt }
      await db
        .insertInto('vendorRequests')
        .values({ ...request, status: 'pending', decidedAt: null })
        .execute()
    })

  beforeAll(async () => {
    await saveMethod(app())
    const victim = await prepareProject(app(), 'victim')
    const own = await prepareProject(app(), 'attacker')
    attacker = own.owner
    const id = victim.id
    const tasks = [{ key: 'q1', title: '退款', criterion: 't1' }]
    const trial = { id: randomUUID(), task: 'q1', candidate: 'a', isPassed: true }
    for (const { client, id: projectId } of [victim, own])
      await client.send('PUT', `/projects/${projectId}/tasks`, { tasks })
    expect((await victim.client.send('POST', `/projects/${id}/trials`, { trials: [trial] })).json().added).toBe(1)
    await victim.client.changeStatus(id, 'scoring')
    await victim.guest.declare(victim.judge.access)
    const cell = { token: victim.judge.access.token, candidate: 'a', criterion: 't1' }
    const { headers, payload } = createMultipart(
      [{ field: 'file', name: 'a.pdf', bytes: Buffer.from('%PDF-1.7\n') }],
      cell,
    )
    const uploaded = await app().server.inject({
      method: 'POST',
      url: '/api/evaluation/judging/evidence',
      headers,
      payload,
    })
    expect(uploaded.statusCode, uploaded.body).toBe(200)
    const file: string = uploaded.json().data.id

    const send = async (call: Call, params: Record<string, string>, body?: object) => {
      const reply = await sendAs(victim.owner, { call, params, ...(body && { body }) })
      expect(reply.statusCode, reply.body).toBeLessThan(300)
      return reply.json()
    }
    const [product = ''] = await createProducts(app(), 'agent', [{ name: '甲' }])
    await send(memberReviewCalls.create, { catalogue: 'agent', id: product }, REVIEW)
    const review: string = (await send(ownReviewCalls.list, {})).data[0].id
    const shortlist: string = (await send(shortlistCalls.create, {}, { ...REQUIREMENTS, candidates: [product] })).data
      .id
    const session: string = (await send(accountSecurityCalls.listSessions, {})).sessions[0].id
    const keyBody = { name: '同步', scopes: ['own-projects:read'], expiresAt: '2026-12-01T00:00:00.000Z' }
    const key: string = (await send(keyCalls.create, {}, keyBody)).data.id
    const creation = (await send(passkeyCalls.begin, {}, { password: PASSWORD })).data
    const device = createAuthenticator('http://zhijian.test')
    const passkey: string = (await send(passkeyCalls.add, {}, device.create(creation, '手机'))).data.id
    const company = randomUUID()
    await app().database.write(({ db }) =>
      db
        .insertInto('companyAccounts')
        .values({
          id: company,
          userId: victim.owner.id,
          issuer: 'i',
          subject: 's',
          label: '公司',
          name: '甲',
          createdAt: app().clock.now().toISOString(),
          lastUsedAt: null,
        })
        .execute(),
    )
    const [editor, other] = [
      await createSignedInUser(app(), 'editor', 'writer'),
      await createSignedInUser(app(), 'super_admin', 'other'),
    ]
    const draft = {
      subject: 'home',
      editedAt: '2026-11-21T02:00:00.000Z',
      loaded: { value: {}, version: 1 },
      value: {},
    }
    const draftId = 'draft-of-writer'
    const saved = { call: draftCalls.save, params: { id: draftId }, body: { ...draft, text: null } }
    expect((await sendAs(editor, saved)).statusCode).toBe(200)

    await app().database.write((transaction) =>
      app().services.outbox.recordFor(transaction, [victim.owner.id], {
        name: 'assignment.assigned',
        data: EVENTS['assignment.assigned'].example,
      }),
    )
    const item: string = (await send(inboxCalls.list, {})).data[0].id

    const agentProduct = { kind: 'product', catalogue: 'agent', product }
    const follow: string = (await send(followCalls.follow, {}, agentProduct)).data.id

    await createOrganisation(victim.owner.id)
    const question = { text: '可以私有化部署吗？' }
    const post: string = (await send(productQuestionCalls.ask, { catalogue: 'agent', id: product }, question)).data.id

    const connection = { kind: 'openai', url: 'http://127.0.0.1:9/v1', secret: 'sk-of-the-victim' }
    await send(connectionCalls.save, { id, candidate: 'a' }, connection)
    await send(judgeModelCalls.save, { id }, connection)

    const inquiry: string = (await send(inquiryCalls.create, {}, { title: '征询', products: [product] })).data.id
    const { contents } = (await send(inquiryCalls.get, { id: inquiry })).data
    const invited = await send(inquiryCalls.invite, { id: inquiry }, { product, email: 'sales@vendor.example' })
    const invitation: string = invited.data.invitations[0].id

    const colleagueIds: Record<string, string> = {}
    for (const [kind, item] of [
      ['project', id],
      ['shortlist', shortlist],
      ['inquiry', inquiry],
    ] as const) {
      const body = { email: 'colleague@buyer.example', role: 'coOwner' }
      colleagueIds[kind] = (await send(colleagueCalls.invite, { kind, id: item }, body)).data.colleagues[0].id
    }
    const run = (await send(runCalls.create, { id }, { candidates: ['a'] })).data.id
    const bank = randomUUID()
    const details = { title: '题库', licence: '自有', source: '自编' }
    await send(ownQuestionBankCalls.save, { bank }, { ...details, project: id })
    const bankFile = createMultipart([{ field: 'file', name: 'a.csv', bytes: Buffer.from('任务\n退款\n') }], details)
    const judge = victim.judge.id
    const { setup, interest } = (await victim.client.get(id)).json().data
    const project = projectCalls
    const table = createMultipart([{ field: 'file', name: 'a.csv', bytes: Buffer.from('任务,候选\n') }])
    attacks = [
      { call: project.get, params: { id } },
      { call: project.getAuthorship, params: { id } },
      { call: shortlistCalls.getAuthorship, params: { id: shortlist } },
      { call: project.update, params: { id }, body: { name: '改名', setup } },
      { call: project.changeStatus, params: { id }, body: { to: 'review', reason: '' } },
      { call: project.listRecord, params: { id } },
      { call: project.exportRecord, params: { id } },
      { call: project.remove, params: { id } },
      { call: project.restore, params: { id } },
      { call: project.adoptMethod, params: { id } },
      {
        call: project.declareInterest,
        params: { id },
        body: { statementHash: interest.statementHash, conflicts: [{ candidate: 'a', reason: '冒名' }] },
      },
      {
        call: project.decideWithdrawal,
        params: { id, judge },
        body: { candidate: 'a', isConfirmed: true, reason: '冒名' },
      },
      { call: project.inviteJudge, params: { id }, body: { name: '王评委' } },
      ...[project.renewJudgeLink, project.remindJudge, project.removeJudge, project.restoreJudge].flatMap((call) => [
        { call, params: { id, judge } },
        { call, params: { id: own.id, judge } },
      ]),
      { call: project.createReaderLink, params: { id }, body: {} },
      { call: project.removeReaderLink, params: { id } },
      { call: project.saveOffers, params: { id }, body: { offers: [] } },
      { call: project.saveMeasurements, params: { id }, body: { measurements: [] } },
      { call: project.seal, params: { id } },
      { call: project.saveTasks, params: { id }, body: { tasks } },
      { call: project.importTasks, params: { id }, body: table },
      { call: project.exportTasks, params: { id } },
      { call: project.downloadTaskTemplate, params: { id } },
      { call: project.addTrials, params: { id }, body: { trials: [{ ...trial, id: randomUUID() }] } },
      { call: project.importTrials, params: { id }, body: table },
      { call: project.downloadTrialTemplate, params: { id } },
      { call: project.removeTrial, params: { id, trial: trial.id } },
      { call: project.removeTrial, params: { id: own.id, trial: trial.id } },
      { call: project.analyze, params: { id } },
      { call: project.downloadEvidence, params: { id, file } },
      { call: project.downloadEvidence, params: { id: own.id, file } },
      { call: project.export, params: { id } },
      { call: connectionCalls.list, params: { id } },
      { call: connectionCalls.save, params: { id, candidate: 'a' }, body: connection },
      { call: connectionCalls.remove, params: { id, candidate: 'a' } },
      { call: connectionCalls.probe, params: { id, candidate: 'a' }, body: { message: '你好' } },
      {
        call: runCalls.tryTask,
        params: { id, candidate: 'a' },
        body: { task: { key: 'q', title: '问', acceptance: '' } },
      },
      { call: judgeModelCalls.get, params: { id } },
      { call: judgeModelCalls.save, params: { id }, body: connection },
      { call: judgeModelCalls.remove, params: { id } },
      { call: judgeModelCalls.probe, params: { id }, body: { message: '你好' } },
      { call: judgeModelCalls.judgePair, params: { id }, body: { messages: ['问'], a: '甲', b: '乙' } },
      { call: judgeModelCalls.saveRubric, params: { id }, body: { rubric: '一律通过' } },
      ...[
        { call: judgeModelCalls.getJudging },
        { call: judgeModelCalls.watchJudging },
        { call: judgeModelCalls.judge, body: {} },
        { call: judgeModelCalls.pauseJudging },
        { call: judgeModelCalls.resumeJudging },
        { call: judgeModelCalls.cancelJudging },
      ].flatMap((attack) => [
        { ...attack, params: { id, run } },
        { ...attack, params: { id: own.id, run } },
      ]),
      { call: runCalls.compare, params: { id, run, other: run } },
      { call: runCalls.compare, params: { id: own.id, run, other: run } },
      { call: runCalls.create, params: { id }, body: {} },
      { call: runCalls.list, params: { id } },
      { call: runnerTokenCalls.assign, params: { id, run }, body: { asker: 'runner' } },
      { call: runnerTokenCalls.create, params: { id, run }, body: {} },
      { call: runnerTokenCalls.revoke, params: { id, run, token: 't' } },
      { call: runCalls.acceptConnections, params: { id, run }, body: { change: 'askAgain' } },
      { call: runCalls.addRepeats, params: { id, run }, body: { repeats: 9 } },
      ...[
        runCalls.get,
        runCalls.watch,
        runCalls.pause,
        runCalls.resume,
        runCalls.cancel,
        runCalls.retry,
        runCalls.remove,
        runCalls.listTrials,
        runCalls.listFailures,
        runCalls.getUsage,
        runCalls.listComparable,
        runCalls.export,
        runnerTokenCalls.list,
      ].flatMap((call) => [
        { call, params: { id, run } },
        { call, params: { id: own.id, run } },
      ]),
      ...[
        { call: gradingCalls.get },
        { call: gradingCalls.save, body: {} },
        { call: gradingCalls.close },
        { call: gradingCalls.reopen, body: { reason: 'r' } },
      ].flatMap((attack) => [
        { ...attack, params: { id, run } },
        { ...attack, params: { id: own.id, run } },
      ]),
      { call: ownQuestionBankCalls.get, params: { bank } },
      { call: ownQuestionBankCalls.save, params: { bank }, body: { ...details, project: own.id } },
      { call: ownQuestionBankCalls.save, params: { bank: randomUUID() }, body: { ...details, project: id } },
      { call: ownQuestionBankCalls.import, params: { bank }, body: bankFile },
      { call: ownQuestionBankCalls.export, params: { bank } },
      { call: ownQuestionBankCalls.remove, params: { bank } },
      { call: ownQuestionBankCalls.copy, params: { id: own.id }, body: { bank } },
      { call: ownQuestionBankCalls.copy, params: { id }, body: { bank } },
      { call: accountSecurityCalls.endSession, params: { id: session }, body: { password: PASSWORD } },
      { call: companyCalls.unlink, params: { id: company }, body: { password: PASSWORD } },
      { call: passkeyCalls.rename, params: { id: passkey }, body: { name: '改名' } },
      { call: passkeyCalls.remove, params: { id: passkey }, body: { password: PASSWORD } },
      { call: ownReviewCalls.update, params: { id: review }, body: { ...REVIEW, version: 1 } },
      { call: ownReviewCalls.withdraw, params: { id: review } },
      { call: memberReviewCalls.reply, params: { catalogue: 'agent', id: product, review }, body: { text: '谢谢' } },
      {
        call: shortlistCalls.update,
        params: { id: shortlist },
        body: { ...CHANGES, notes: '', isNotified: false },
      },
      { call: shortlistCalls.addCandidates, params: { id: shortlist }, body: { candidates: [product] } },
      { call: shortlistCalls.removeCandidate, params: { id: shortlist, product } },
      { call: shortlistCalls.remove, params: { id: shortlist } },
      ...[
        inquiryCalls.get,
        inquiryCalls.getAuthorship,
        inquiryCalls.remove,
        inquiryCalls.listSuggestions,
        inquiryCalls.publish,
        inquiryCalls.open,
        inquiryCalls.listAnswers,
      ].map((call) => ({ call, params: { id: inquiry } })),
      { call: inquiryCalls.update, params: { id: inquiry }, body: contents },
      { call: inquiryCalls.invite, params: { id: inquiry }, body: { product, email: 'other@vendor.example' } },
      { call: inquiryCalls.renewInvitation, params: { id: inquiry, invitation } },
      { call: inquiryCalls.removeInvitation, params: { id: inquiry, invitation } },
      { call: inquiryCalls.setReminders, params: { id: inquiry }, body: { isOn: false } },
      { call: inquiryCalls.addAddendum, params: { id: inquiry }, body: { note: '补遗' } },
      { call: inquiryCalls.answerClarification, params: { id: inquiry, clarification: 'x' }, body: { answer: '答' } },
      { call: inquiryCalls.downloadFile, params: { id: inquiry, file: 'x' } },
      { call: inquiryCalls.downloadDocument, params: { id: inquiry, document: 'clarifications' } },
      { call: inquiryCalls.close, params: { id: inquiry }, body: { text: '结束' } },
      {
        call: inquiryCalls.replaceOpener,
        params: { id: inquiry },
        body: { email: 'other@vendor.example', reason: '离职' },
      },
      { call: inquiryCalls.planTransfer, params: { id: inquiry, project: 'x' } },
      {
        call: inquiryCalls.transfer,
        params: { id: inquiry },
        body: {
          project: 'x',
          version: 1,
          entries: [{ invitation, candidate: 'a', takesOffer: false, overwrites: false }],
        },
      },
      { call: receivedInquiryCalls.createLink, params: { id: invitation } },
      ...[
        { kind: 'project', id },
        { kind: 'shortlist', id: shortlist },
        { kind: 'inquiry', id: inquiry },
      ].flatMap((item) => [
        { call: colleagueCalls.list, params: item },
        { call: colleagueCalls.invite, params: item, body: { email: 'attacker@example.com', role: 'coOwner' } },
        { call: colleagueCalls.answerHandover, params: item, body: { isAccepted: true } },
        ...[colleagueCalls.remove, colleagueCalls.offerHandover, colleagueCalls.withdrawHandover].map((call) => ({
          call,
          params: { ...item, colleague: colleagueIds[item.kind] ?? '' },
        })),
      ]),
      { call: inboxCalls.change, params: { id: item }, body: { status: 'read' } },
      { call: followCalls.remove, params: { id: follow } },
      { call: ownQuestionCalls.update, params: { id: post }, body: { ...question, version: 1 } },
      { call: ownQuestionCalls.remove, params: { id: post } },
      { call: draftCalls.get, params: { id: draftId }, caller: other },
      ...[
        organisationCalls.get,
        organisationCalls.dissolve,
        organisationCalls.claimDomain,
        organisationCalls.accept,
      ].map((call) => ({ call, params: { id: 'organisation' } })),
      { call: organisationCalls.rename, params: { id: 'organisation' }, body: { name: '别名' } },
      {
        call: organisationCalls.invite,
        params: { id: 'organisation' },
        body: { email: 'attacker@example.com', role: 'manager' },
      },
      {
        call: organisationCalls.changeRole,
        params: { id: 'organisation', member: 'organisation-member' },
        body: { role: 'editor' },
      },
      { call: organisationCalls.removeMember, params: { id: 'organisation', member: 'organisation-member' } },
      { call: organisationCalls.withdrawRequest, params: { id: 'organisation-request' } },
      { call: keyCalls.revoke, params: { id: key } },
      { call: keyCalls.listUses, params: { id: key } },
    ]
    readAll = async () => [
      (await sendAs(victim.owner, { call: project.get, params: { id } })).json().data,
      await app().database.read.selectFrom('agentConnections').selectAll().execute(),
      await app().database.read.selectFrom('judgeModels').selectAll().execute(),
      await app().database.read.selectFrom('evaluationRuns').selectAll().execute(),
      await app().database.read.selectFrom('questionBankVersions').selectAll().execute(),
      await app().database.read.selectFrom('inquiries').selectAll().execute(),
      await app().database.read.selectFrom('inquiryInvitations').selectAll().execute(),
      await app().database.read.selectFrom('memberReviews').selectAll().execute(),
      await app().database.read.selectFrom('shortlists').selectAll().execute(),
      await app().database.read.selectFrom('follows').selectAll().execute(),
      await app().database.read.selectFrom('productPosts').selectAll().execute(),
      await app().database.read.selectFrom('colleagues').selectAll().execute(),
      await app().database.read.selectFrom('vendorOrganisations').selectAll().execute(),
      await app().database.read.selectFrom('vendorMembers').selectAll().execute(),
      await app().database.read.selectFrom('vendorRequests').selectAll().execute(),
      await app().database.read.selectFrom('drafts').selectAll().execute(),
      await app().database.read.selectFrom('inboxItems').selectAll().execute(),
      await app().database.read.selectFrom('apiKeys').selectAll().execute(),
      await app().database.read.selectFrom('passkeys').selectAll().execute(),
      await app().database.read.selectFrom('companyAccounts').selectAll().execute(),
      (await send(accountSecurityCalls.listSessions, {})).sessions.map((session: { id: string }) => session.id),
    ]
  })

  it('is not accessible by any call', async () => {
    const before = await readAll()
    const replies: string[] = []
    for (const { call, params, body, caller = attacker } of attacks) {
      const reply = await sendAs(caller, { call, params, ...(body && { body }) })
      const isRejected = reply.statusCode === 403 || reply.statusCode === 404
      if (!isRejected) replies.push(`${call.method} ${call.path}: ${reply.statusCode} ${reply.body}`)
    }
    expect(replies).toEqual([])
    expect(await readAll()).toEqual(before)
  })

  it('is requested by every call that all signed-in users may make', () => {
    const callsWithId = app().calls.filter(({ access, path }) => access === 'signed-in' && path.includes(':'))
    expect(callsWithId.length).toBeGreaterThan(20)
    const coveredCalls = new Set<Call>([...attacks.map(({ call }) => call), ...PUBLIC_ITEM_CALLS])
    expect(
      callsWithId.filter((call) => !coveredCalls.has(call)).map(({ method, path }) => `${method} ${path}`),
    ).toEqual([])
  })

  it('is not removed if another user removes their own draft with the same id', async () => {
    const before = await readAll()
    const other = await createSignedInUser(app(), 'editor', 'third')
    const params = { id: 'draft-of-writer' }
    expect((await sendAs(other, { call: draftCalls.remove, params })).statusCode).toBe(200)
    expect(await readAll()).toEqual(before)
  })
})

const CHANGES = {
  title: '客服智能体',
  required: [{ attribute: 'private-deployment', values: ['yes'] }],
  preferred: [],
}
const REQUIREMENTS = { ...CHANGES, catalogue: 'agent' }
