/** Measures `/healthz` while adversarial documents of the maximum size are saved. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { documentSaveCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { BODY, LIST, TEXT } from '#contracts/limits.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contracts/vocabulary.ts'
import type { ServerProcess } from './production-server.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@zhijian.test', ADMIN_PASSWORD: 'a-password-for-tests' } as const
/** Settings with which the measured server must start. */
export const ADVERSARIAL_BODIES_SETTINGS: Record<string, string> = ADMIN
const PROBE_MS = 5

/** Each list or object counts as two values; some are reserved for the surrounding document. */
const MAX_LISTS = BODY.values / 2 - 200
const times = <Item>(count: number, create: (index: number) => Item): Item[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => create(index))

function nest(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

type Body = Record<string, unknown>

/** Bodies that are hard to pair, compare, validate or store; consecutive ones have nothing in common. */
const ADVERSARIAL_BODIES: Readonly<Record<string, () => Body>> = {
  'equal lists': () => ({ items: times(MAX_LISTS, () => []) }),
  'equal objects': () => ({ items: times(MAX_LISTS, () => ({})) }),
  'equal names with ids': () => ({ items: times(BODY.values / 4 - 200, (index) => ({ id: `${index}`, name: 'x' })) }),
  'equal names with other ids': () => ({
    items: times(BODY.values / 4 - 200, (index) => ({ id: `n${index}`, name: 'x' })),
  }),
  'deep lists': () => ({ items: times(MAX_LISTS / (BODY.depth - 2), () => nest(BODY.depth - 2)) }),
  'many fields': () => ({
    items: times(BODY.values / (BODY.keys + 2) - 1, () =>
      Object.fromEntries(times(BODY.keys, (index) => [`k${index}`, index])),
    ),
  }),
  'one long text': () => ({ items: 'x'.repeat(BODY.document - 5_000) }),
}

const product = (name: string, more: Body): Body => ({ name, isActive: true, ...more })
/** Returns as many products as a document may contain, given the length of their text. */
const fill = (length: number, bytesPerUnit: number, create: (index: number) => Body): Body => ({
  products: times(Math.min(LIST.products, (BODY.document - 500_000) / (length * bytesPerUnit + 500)), create),
})
const ADVERSARIAL_CATALOGUES: Readonly<Record<string, () => Body>> = {
  'a thousand products': () => ({
    products: times(LIST.products, (index) =>
      product(`产品${index}`, {
        description: '按角色授权，全程留痕。'.repeat(80),
        detailedDescription: '<p>面向企业的<strong>智能体</strong></p>'.repeat(50),
        technicalSpecs: times(20, (line) => ({ title: `规格${line}`, value: '值' })),
        keyCapabilities: times(20, (line) => `能力${line}`),
      }),
    ),
  }),
  'malformed rich texts': () =>
    fill(TEXT.richText, 1, (index) =>
      product(`富文本${index}`, { detailedDescription: '<b>'.repeat(TEXT.richText / 3) }),
    ),
  'long descriptions': () =>
    fill(TEXT.long, 3, (index) => product(`长描述${index}`, { description: '行长重乐'.repeat(TEXT.long / 4) })),
  'no products': () => ({ products: [] }),
}

/** Other load on the machine may disturb a round, so the better one counts. */
const ROUNDS = 2

type AdversarialBodyTimes = {
  kind: DocumentKind
  /** The slowest replies while its bodies were saved, in milliseconds, and the body with the slowest `/healthz`. */
  saveMs: number
  healthMs: number
  body: string
}

type Times = { saveMs: number; healthMs: number }

/** Saves every body as every kind, and measures the slowest replies of each. Throws if one is rejected. */
export async function measureAdversarialBodies(server: ServerProcess): Promise<AdversarialBodyTimes[]> {
  const credentials = Buffer.from(JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }))
  const { token } = JSON.parse((await send(server.origin + identityCalls.login.path, 'POST', credentials)).text)
  const results: AdversarialBodyTimes[] = []
  for (const kind of DOCUMENT_KINDS) {
    const bodies = Object.entries(
      kind === 'products' || kind === 'ai' ? { ...ADVERSARIAL_BODIES, ...ADVERSARIAL_CATALOGUES } : ADVERSARIAL_BODIES,
    )
    const best = new Map<string, Times>()
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, create] of bodies) {
        const document = Buffer.from(JSON.stringify(withAllSections(kind, create())))
        const times = await measureSave(server, `${kind}, ${name}`, kind, document, token)
        const before = best.get(name)
        best.set(name, {
          saveMs: Math.min(times.saveMs, before?.saveMs ?? times.saveMs),
          healthMs: Math.min(times.healthMs, before?.healthMs ?? times.healthMs),
        })
      }
    const [[body, { healthMs }] = ['', { healthMs: 0 }]] = [...best].sort(([, a], [, b]) => b.healthMs - a.healthMs)
    results.push({ kind, body, healthMs, saveMs: Math.max(...[...best.values()].map(({ saveMs }) => saveMs)) })
  }
  return results
}

async function measureSave(
  server: ServerProcess,
  label: string,
  kind: DocumentKind,
  body: Buffer,
  token: string,
): Promise<Times> {
  const probe = startProbe(server.origin)
  const startedAt = performance.now()
  const reply = await send(server.origin + documentSaveCalls[kind].path, 'PUT', body, token)
  const saveMs = performance.now() - startedAt
  const healthMs = await probe.stop()
  if (reply.status !== 200) throw new Error(`${label}: ${reply.status} ${reply.text.slice(0, 200)}`)
  return { saveMs, healthMs }
}

/** Requests `/healthz` repeatedly; `stop` returns the time of the slowest reply in milliseconds. */
function startProbe(origin: string): { stop(): Promise<number> } {
  let slowest = 0
  let isStopped = false
  const probing = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await send(`${origin}/healthz`, 'GET')
      slowest = Math.max(slowest, performance.now() - startedAt)
      await setTimeout(PROBE_MS)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await probing
      return slowest
    },
  }
}

const agent = new Agent({ keepAlive: true })

function send(url: string, method: string, body?: Buffer, token?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const outgoing = request(url, { agent, method, headers }, async (reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk)
      resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
    })
    outgoing.on('error', reject).end(body)
  })
}
