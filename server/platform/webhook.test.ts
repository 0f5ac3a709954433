import { once } from 'node:events'
import { createServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from '#testing/smtp-server.ts'
import { parseAllowedHosts } from './allowed-hosts.ts'
import { createWebhookSender } from './webhook.ts'

const sendTo = (url: string, hosts = 'hooks.corp.example') =>
  createWebhookSender(parseAllowedHosts(hosts) ?? [])({ url, headers: {}, body: '{}' })

/** Starts a receiver with a certificate of an unknown authority. Returns it with its port. */
async function startSelfSignedReceiver() {
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_, reply) => reply.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

describe('webhook URLs', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://10.0.0.7/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/hook',
    'http://93.184.216.34/hook',
    'https://93.184.216.34:8443/hook',
    'https://[::ffff:127.0.0.1]/hook',
  ])('rejects %s', async (url) => {
    await expect(sendTo(url)).rejects.toThrow('不允许的地址')
  })

  it('rejects invalid URLs', async () => {
    await expect(sendTo('ftp://example.com/')).rejects.toThrow('https://')
  })
})

describe('a failed webhook', () => {
  it('names an unknown host, an untrusted certificate and a closed port', async () => {
    await expect(sendTo('https://no-such-host.invalid/hook')).rejects.toThrow(ALARM_MESSAGES.unknownHost)
    const { server, port } = await startSelfSignedReceiver()
    const url = `https://localhost:${port}/hook`
    await expect(sendTo(url, '127.0.0.1:*')).rejects.toThrow(ALARM_MESSAGES.certificate)
    server.close()
    await once(server, 'close')
    await expect(sendTo(url, '127.0.0.1:*')).rejects.toThrow(ALARM_MESSAGES.unreachable)
  })
})
