/** Creates a member who has used every part of the platform that stores something about members. */
import { randomUUID } from 'node:crypto'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { memberReviewCalls, ownReviewCalls } from '#contracts/member-reviews/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { createMultipart } from '../multipart.ts'
import type { TestApp } from '../test-app.ts'
import { createProjectClient, type PreparedProject, prepareProject } from './evaluation-projects.ts'
import { enableMail } from './mail.ts'
import { createProducts } from './products.ts'
import { finishProject, saveMapMethod } from './published-evaluations.ts'
import { publishReview, submitReview } from './reviews.ts'
import { createSubmission } from './submissions.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from './users.ts'

export const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n合同与验收单')

const EMAIL_VERIFIED_AT = '2026-11-21T00:00:00.000Z'
const EVENT = { id: 'event', title: '私享会', date: '2026-12-10', time: '14:00-16:00', location: '上海', places: 50 }

/** What members refer to: an evaluated product, and an event. */
export type MemberDataContext = { product: string; evaluationId: string }

/** Creates the context once per app; also enables mail. */
export async function createMemberDataContext(app: TestApp): Promise<MemberDataContext> {
  await enableMail(app)
  await saveMapMethod(app)
  const admin = await createSignedInUser(app, 'super_admin', 'context-admin')
  const send = (method: 'PUT' | 'POST', url: string, payload: object) =>
    app.server.inject({ method, url, headers: admin.headers, payload })
  const [product = ''] = await createProducts(app, 'agent', [{ name: '客服助手' }])
  await send('PUT', documentCalls.community.path, withAllSections('community', { upcomingEvents: [EVENT] }))
  const { reportId } = await finishProject(app, admin, [{ productId: product, points: 80 }])
  await send('POST', '/api/evaluation/publications', { reportId, candidates: [product] })
  const evaluation = await app.services.publishedEvaluations.find(product)
  return { product, evaluationId: evaluation?.id ?? '' }
}

type MemberData = {
  shortlistId: string
  /** A project of another member, in 设定, that the member judges. */
  judged: PreparedProject
}

function uploadPdf(app: TestApp, { headers }: Caller, url: string, name: string, fields: Record<string, string> = {}) {
  const multipart = createMultipart([{ field: 'file', name, bytes: PDF }], fields)
  return app.server.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...multipart.headers },
    payload: multipart.payload,
  })
}

/** Adds data in every part to a member whose email address is verified. */
export async function addMemberData(
  app: TestApp,
  { product, evaluationId }: MemberDataContext,
  { member, email }: { member: Caller; email: string },
): Promise<MemberData> {
  const { name } = member
  const [localPart = ''] = email.split('@')
  const send = (method: 'POST' | 'PUT', url: string, payload?: object) =>
    app.server.inject({ method, url, headers: member.headers, ...(payload ? { payload } : {}) })

  const own = createProjectClient(app, member)
  const ownProject: ProjectView = (await own.create({ name: '自己的选型/客服' })).json().data
  await own.invite(ownProject.id, { name: '李评委' })

  const shortlist = { catalogue: 'agent', title: '客服清单', required: [], preferred: [], candidates: [product] }
  const shortlistId: string = (await send('POST', shortlistCalls.create.path, shortlist)).json().data.id
  await send('POST', fillPath(eventCalls.register.path, { eventId: EVENT.id }))

  const proof = (await uploadPdf(app, member, ownReviewCalls.uploadProof.path, '验收单.pdf')).json().data.key
  await publishReview(app, await submitReview(app, product, member.id, { proof }))
  const authorEmail = `${localPart}-author@example.com`
  await createUser(app, { email: authorEmail, name: '作者', emailVerifiedAt: EMAIL_VERIFIED_AT })
  const author = toCaller(await signIn(app, authorEmail))
  const { id: review } = await publishReview(app, await submitReview(app, product, author.id))
  await send('PUT', fillPath(memberReviewCalls.markHelpful.path, { catalogue: 'agent', id: product, review }), {
    isHelpful: true,
  })

  const judged = await prepareProject(app, `${localPart}-colleague`)
  // Judges are listed in the order of their invitation.
  app.clock.advance(1)
  await judged.client.invite(judged.id, { name, email })

  await createSubmission(app, { contactName: name, contactEmail: email, productName: `${name}的产品` })
  await send('POST', leadRequestCalls.requestConsultation.path, {
    companyName: '某集团',
    contactName: name,
    phone: '010-12345678',
    email,
    requirements: '为客服中心选型',
    agreeToTerms: true,
  })
  const actor = { id: member.id, name, ip: null }
  await app.services.publishedEvaluations.statements.submit(evaluationId, '我们已修复该问题', '某厂商', actor)
  return { shortlistId, judged }
}

/** Lets a member score one cell of a project in 设定 that they judge, with evidence and a trial. */
export async function judgeOneCell(
  app: TestApp,
  member: Caller,
  { id, client: owner }: PreparedProject,
): Promise<void> {
  const tasks = [{ key: 'q1', title: '退款', acceptance: '退款成功', criterion: 't1' }]
  await owner.send('PUT', `/projects/${id}/tasks`, { tasks })
  await owner.changeStatus(id, 'scoring')
  const judge = createProjectClient(app, member)
  const access = { project: id }
  const cell = { candidate: 'a', criterion: 't1' }
  await judge.declare(access)
  await judge.score(access, { ...cell, score: 77, grade: 'verified', note: '实测通过' })
  await uploadPdf(app, member, judgingCalls.uploadEvidence.path, '压测报告.pdf', { ...access, ...cell })
  const trials = [{ id: randomUUID(), task: 'q1', candidate: 'a', isPassed: true }]
  const added = await judge.send('POST', '/judging/trials', { access, trials })
  if (added.statusCode !== 200) throw new Error(`The trial wasn't added: ${added.body}`)
}
