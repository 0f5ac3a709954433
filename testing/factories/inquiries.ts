/** An inquiry with its owner, as the tests of inquiries need it. */
import { HOUR_MS } from '#contracts/durations.ts'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { InquiryContents } from '#contracts/inquiries/inquiry.ts'
import type { Question } from '#contracts/inquiries/question.ts'
import { fillPath } from '#contracts/paths.ts'
import { listOutbox } from '../outbox-and-audit.ts'
import type { TestApp } from '../test-app.ts'
import { enableMail } from './mail.ts'
import { type Caller, createUser, signIn, toCaller } from './users.ts'

const QUESTION = { hint: '', unit: '', quantity: 1, isYearly: false, attribute: null } as const
/** One question of each kind; the file is optional. */
export const QUESTIONS: readonly Question[] = [
  { ...QUESTION, key: 'sso', kind: 'attribute', attribute: 'sso', title: '单点登录', isRequired: true },
  { ...QUESTION, key: 'delivery', kind: 'text', title: '如何实施', isRequired: true },
  { ...QUESTION, key: 'seats', kind: 'price', title: '许可', unit: '席位·年', quantity: 200, isRequired: true },
  { ...QUESTION, key: 'proof', kind: 'file', title: '等保证明', isRequired: false },
]

/** Answers to `QUESTIONS`, with texts that can be searched for. */
export const ANSWERS = {
  sso: { value: 'yes', note: '说明：独角兽协议', sourceUrl: '' },
  delivery: { value: '由驻场的麒麟小组实施，六周上线。', note: '', sourceUrl: '' },
  seats: { value: 98_765.43, note: '', sourceUrl: '' },
} as const

/** How far away the deadline is. */
export const DEADLINE_MS = 3 * HOUR_MS
/** A deadline after the test's clock. */
export const getDeadline = ({ clock }: TestApp): string => new Date(clock.now().getTime() + DEADLINE_MS).toISOString()

/** Creates a member with a verified address, and signs in. */
export async function createVerifiedMember(app: TestApp, name: string): Promise<Caller> {
  const email = `${name}@buyer.example`
  await createUser(app, { email, name, company: '某集团', emailVerifiedAt: '2026-11-01T00:00:00.000Z' })
  return toCaller(await signIn(app, email))
}

/** Returns a client for the inquiries of one member. */
export function createInquiryClient(app: () => TestApp, caller: () => Caller) {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) =>
    app().server.inject({
      method,
      url,
      headers: { ...caller().headers, ...headers },
      ...(payload && { payload }),
    })
  const post = (path: string, id: string, payload?: object) => send('POST', fillPath(path, { id }), payload)
  return {
    send,
    create: async (input: object = {}): Promise<string> =>
      (await send('POST', inquiryCalls.create.path, { title: '客服智能体征询', ...input })).json().data.id,
    get: (id: string) => send('GET', fillPath(inquiryCalls.get.path, { id })),
    update: (id: string, contents: object, headers = {}) =>
      send('PUT', fillPath(inquiryCalls.update.path, { id }), contents, headers),
    invite: (id: string, product: string, email: string) => post(inquiryCalls.invite.path, id, { product, email }),
    publish: (id: string) => post(inquiryCalls.publish.path, id),
    replaceOpener: (id: string, body: object) => send('PUT', fillPath(inquiryCalls.replaceOpener.path, { id }), body),
    addAddendum: (id: string, addendum: object) => post(inquiryCalls.addAddendum.path, id, addendum),
    open: (id: string) => post(inquiryCalls.open.path, id),
    listAnswers: (id: string) => send('GET', fillPath(inquiryCalls.listAnswers.path, { id })),
    close: (id: string, body: object) => post(inquiryCalls.close.path, id, body),
    remove: (id: string) => send('DELETE', fillPath(inquiryCalls.remove.path, { id })),
  }
}
type InquiryClient = ReturnType<typeof createInquiryClient>

export const PRODUCTS = [
  { key: 'p1', name: '甲智能体', productId: null, catalogue: null },
  { key: 'p2', name: '乙智能体', productId: null, catalogue: null },
] as const

/** Returns complete contents of an inquiry about `PRODUCTS`. */
export const createContents = (app: TestApp, changes: Partial<InquiryContents> = {}): InquiryContents => ({
  title: '客服智能体征询',
  background: '二十个门店的客服',
  terms: '',
  deadline: getDeadline(app),
  isNamed: true,
  secondOpener: '',
  products: [...PRODUCTS],
  questions: [...QUESTIONS],
  ...changes,
})

/** Publishes an inquiry to one address for each product. Returns its id. */
export async function publishInquiry(
  app: TestApp,
  client: InquiryClient,
  { emails, ...changes }: Partial<InquiryContents> & { emails: readonly [string, string] },
): Promise<string> {
  await enableMail(app)
  const id = await client.create()
  await client.update(id, createContents(app, changes))
  for (const [index, { key }] of PRODUCTS.entries()) await client.invite(id, key, emails[index] ?? '')
  const reply = await client.publish(id)
  if (reply.statusCode !== 200) throw new Error(`The inquiry could not be published: ${reply.body}`)
  return id
}

/** Returns the token of the newest invitation to an address. Throws if there is none. */
export async function getVendorToken(app: TestApp, email: string): Promise<string> {
  const mail = (await listOutbox(app)).find(({ kind, to }) => kind === 'inquiryInvitation' && to === email)
  const content = mail && (await app.services.mail.outbox.findContent(mail.id))
  const token = /#([\w-]{43})/.exec(content?.html ?? '')?.[1]
  if (!token) throw new Error(`${email} has no invitation.`)
  return token
}

/** Returns a client that answers with the link of an invitation. */
export function createVendorClient(app: () => TestApp, token: string) {
  const send = (path: string, payload: object = {}) =>
    app().server.inject({ method: 'POST', url: path, payload: { token, ...payload } })
  const save = (question: string, content: object, version = 0) =>
    send(answeringCalls.save.path, { answer: { note: '', sourceUrl: '', question, version, ...content } })
  return {
    token,
    send,
    open: () => send(answeringCalls.open.path),
    save,
    async saveAll(): Promise<void> {
      for (const [question, content] of Object.entries(ANSWERS)) await save(question, content)
    },
    submit: (version = 1, consent: object = {}) => send(answeringCalls.submit.path, { version, ...consent }),
    withdraw: () => send(answeringCalls.withdraw.path),
    decline: (isBlocked = false) => send(answeringCalls.decline.path, { isBlocked }),
    ask: (question: string) => send(answeringCalls.ask.path, { question }),
  }
}
