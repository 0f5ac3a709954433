/** Reads the mails that a test's mail server received. */

import type { Page } from '@playwright/test'
import { mailCalls } from '#contracts/mail/calls.ts'
import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import type { EmailConfigInput } from '#contracts/mail/mail.ts'
import type { SmtpTestServer } from '../smtp-server.ts'
import { expect } from './fixtures.ts'

/** Enables mail by a local mail server; `overrides` replaces templates and recipients. */
export async function enableMail(options: {
  page: Page
  token: string
  smtp: SmtpTestServer
  overrides?: Partial<Pick<EmailConfigInput, 'templates' | 'recipients'>>
}): Promise<void> {
  const { page, token, smtp, overrides = {} } = options
  const smtpConfig = { host: '127.0.0.1', port: smtp.port, fromEmail: 'zhijian@example.com' }
  const headers = { authorization: `Bearer ${token}` }
  const data = completeEmailConfig({ isActive: true, smtpConfig, ...overrides })
  const reply = await page.request.post(mailCalls.getConfig.path, { headers, data })
  expect(reply.ok()).toBe(true)
}

/** Waits until the newest mail to an address matches a pattern. Returns the match. */
export async function findInMail(smtp: SmtpTestServer, address: string, pattern: RegExp): Promise<string> {
  const search = () => {
    const source = smtp.mails.findLast(({ to }) => to.includes(address))?.source ?? ''
    return pattern.exec(decodeLines(source))?.[0] ?? ''
  }
  await expect.poll(search, { timeout: 30_000 }).not.toBe('')
  return search()
}

/** Returns the decoded parts of a mail. */
const decodeLines = (source: string): string =>
  [...source.matchAll(/Content-Transfer-Encoding: (\S+).*?\r\n\r\n(.*?)(?=\r\n--|$)/gis)]
    .map(([, encoding, body = '']) =>
      encoding === 'base64' ? Buffer.from(body, 'base64').toString() : fromQuotedPrintable(body),
    )
    .join('\n')

/** RFC 2045 §6.7; the bytes are UTF-8. */
function fromQuotedPrintable(body: string): string {
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
