import { afterEach, expect, it } from 'vitest'
import { parseAllowedHosts } from '#server/platform/allowed-hosts.ts'
import { createGuardedSender } from '#server/platform/guarded-request.ts'
import { type Respond, startAgent } from '#testing/agent-server.ts'
import { createProviderFetch } from './provider-fetch.ts'

const LISTED = parseAllowedHosts('127.0.0.1:*') ?? []
let provider: Awaited<ReturnType<typeof startAgent>> | undefined
afterEach(() => provider?.stop())

async function ask(respond: Respond, { hosts = LISTED, timeoutMs = 5_000 } = {}) {
  provider = await startAgent(respond)
  return createProviderFetch(createGuardedSender(hosts), timeoutMs)(`${provider.url}/keys`)
}

it('returns what a provider replies', async () => {
  const reply = await ask((response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{}'))
  expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([404, 'application/json', '{}'])
})

it('waits only for so long, also for the rest of a reply', async () => {
  const unreachable = { failure: 'unreachable' }
  await expect(ask(() => undefined, { timeoutMs: 50 })).rejects.toMatchObject(unreachable)
  provider?.stop()
  await expect(ask((reply) => reply.writeHead(200).write('{'), { timeoutMs: 50 })).rejects.toMatchObject(unreachable)
})

it('asks no host inside that the operator does not list, and no public one without encryption', async () => {
  await expect(ask((reply) => reply.end(), { hosts: [] })).rejects.toMatchObject({ failure: 'unreachable' })
  expect(provider?.requests).toEqual([])
})

it('follows no redirect', async () => {
  const reply = await ask((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
  expect(reply.status).toBe(302)
  expect(provider?.requests).toHaveLength(1)
})
