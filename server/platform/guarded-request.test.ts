import { isIP } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { parseAllowedHosts } from './allowed-hosts.ts'
import { createGuardedSender, createUrlCheck } from './guarded-request.ts'

describe('the check of a URL before it is saved', () => {
  const PUBLIC = '93.184.216.34'
  const RESOLVED: Readonly<Record<string, string>> = { 'public.example': PUBLIC, 'internal.example': '10.0.0.7' }
  const resolve = async (host: string) => {
    const address = isIP(host) ? host : RESOLVED[host]
    if (address === undefined) throw new Error('unknown')
    return [address]
  }

  it.each<[string, string, boolean]>([
    ['https://public.example/hook', '', true],
    ['https://public.example:8443/hook', '', false],
    ['http://public.example/hook', '', false],
    ['https://internal.example/hook', '', false],
    ['https://internal.example/hook', '10.0.0.0/8', true],
    ['https://10.0.0.7/hook', '', false],
    ['https://unknown.example/hook', '', true],
    ['https://unknown.example:8443/hook', '', false],
    ['http://unknown.example/hook', '', false],
    ['http://unknown.example/hook', 'unknown.example', true],
    ['http://unknown.example:8080/hook', 'unknown.example', false],
    ['http://unknown.example:8080/hook', 'unknown.example:8080', true],
    ['http://unknown.example:8080/hook', '10.0.0.0/8:8080', false],
    ['https://unknown.example:8443/hook', '10.0.0.0/8:*', false],
    ['https://unknown.example/hook', '10.0.0.0/8', true],
  ])('decides about %s, with “%s” listed: %s', async (url, list, isAllowed) => {
    const hosts = list === '' ? [] : (parseAllowedHosts(list) ?? [])
    expect(await createUrlCheck(hosts, resolve)(url)).toBe(isAllowed)
  })
})

describe('a guarded request', () => {
  it('resolves its host once, and connects to the address that was checked', async () => {
    const server = await startTestAgent((reply, { headers }) => reply.end(headers.host))
    const { port } = new URL(server.url)
    const answers = [['127.0.0.1'], ['169.254.169.254']]
    const send = createGuardedSender(parseAllowedHosts('127.0.0.1:*') ?? [], async () => answers.shift() ?? [])
    const url = `http://agents.corp:${port}/chat`
    const request = { url, method: 'GET', headers: {}, signal: AbortSignal.timeout(5_000) }
    const { status, body } = await send(request)
    expect({ status, host: await text(body) }).toEqual({ status: 200, host: `agents.corp:${port}` })
    await expect(send(request)).rejects.toMatchObject({ failure: 'notAllowed' })
    expect(answers).toEqual([])
  })

  it('connects to none of the addresses that are not allowed', async () => {
    const server = await startTestAgent((reply) => reply.end())
    const { port } = new URL(server.url)
    const send = createGuardedSender(parseAllowedHosts('127.0.0.2:*') ?? [], async () => ['10.0.0.7', '127.0.0.1'])
    const request = {
      url: `http://agents.corp:${port}/`,
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(5_000),
    }
    await expect(send(request)).rejects.toMatchObject({ failure: 'notAllowed' })
    expect(server.requests).toEqual([])
  })
})
