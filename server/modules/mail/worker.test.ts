import { afterEach, describe, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#contracts/durations.ts'
import { createApp } from '#server/app.ts'
import { type Database, openPostgresDatabase } from '#server/platform/database/database.ts'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { createMailConfig } from '#testing/factories/mail.ts'
import { type SmtpTestServer, startSmtpServer } from '#testing/smtp-server.ts'
import { createTestClock, testConfig } from '#testing/test-app.ts'
import type { DeliveryResult } from './delivery.ts'
import { startMailWorker } from './worker.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Waits until the current run has ended, which takes a few microtasks with the fake delivery. */
const finishRuns = () => new Promise((resolve) => setImmediate(resolve))

describe('mail worker', () => {
  function startWorker(results: DeliveryResult[] = []) {
    const clock = createTestClock()
    const listeners: ((topics: readonly string[]) => void)[] = []
    const sendDueMails = vi.fn(async (): Promise<DeliveryResult> => results.shift() ?? 'done')
    const onFailure = vi.fn()
    const worker = startMailWorker({
      sendDueMails,
      onFailure,
      clock,
      changes: {
        subscribe(listener) {
          listeners.push(listener)
          return () => listeners.splice(0)
        },
      },
    })
    const notify = (...topics: string[]) => {
      for (const listener of listeners) listener(topics)
    }
    return { worker, clock, sendDueMails, onFailure, notify }
  }

  it('runs on start and when mails are queued, but not on other changes', async () => {
    const { worker, sendDueMails, notify } = startWorker()
    expect(sendDueMails).toHaveBeenCalledTimes(1)
    await finishRuns()
    notify('content:home')
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(1)
    notify('outbox')
    expect(sendDueMails).toHaveBeenCalledTimes(2)
    await worker.stop()
    notify('outbox')
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(2)
  })

  it('runs once more if mails were queued during a run', async () => {
    const { worker, sendDueMails, notify } = startWorker()
    notify('outbox')
    notify('outbox')
    expect(sendDueMails).toHaveBeenCalledTimes(1)
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(2)
    await worker.stop()
  })

  it("backs off for a minute, or until the settings change, if the server can't be reached", async () => {
    const { worker, clock, sendDueMails, notify } = startWorker(['paused', 'paused'])
    await finishRuns()
    notify('outbox')
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(1)
    notify('mail')
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(2)
    // After a failure, the worker waits for a minute.
    clock.advance(59_999)
    notify('outbox')
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(2)
    clock.advance(1)
    notify('outbox')
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(3)
    await worker.stop()
  })

  it('does not extend the back-off if the clock was set back', async () => {
    const { worker, clock, sendDueMails, notify } = startWorker(['paused'])
    await finishRuns()
    clock.advance(-HOUR_MS)
    notify('outbox')
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(2)
    await worker.stop()
  })

  it('continues after a failed run', async () => {
    const { worker, sendDueMails, onFailure, notify } = startWorker()
    await finishRuns()
    sendDueMails.mockRejectedValueOnce(new Error('the database is down'))
    notify('outbox')
    await finishRuns()
    expect(onFailure.mock.calls).toEqual([[new Error('the database is down')]])
    notify('outbox')
    await finishRuns()
    expect(sendDueMails).toHaveBeenCalledTimes(3)
    await worker.stop()
  })
})

describe.skipIf(!postgresServer)('two nodes on one PostgreSQL database (skipped if unavailable)', () => {
  async function startNode(
    url: string,
    smtp: SmtpTestServer,
  ): Promise<{ database: Database; queueMail: () => Promise<void> }> {
    const database = await openPostgresDatabase(url)
    const { server, services } = await createApp({ config: testConfig(), database, servePages: false })
    closing.push(async () => {
      await server.close()
      await database.close()
    })
    await services.mail.configuration.save(
      createMailConfig({ smtpConfig: { host: 'localhost', port: smtp.port, fromEmail: 'from@example.com' } }),
      { actor: null },
    )
    let mailCount = 0
    const queueMail = () =>
      database.write(async (transaction) => {
        mailCount += 1
        const to = { name: '', email: `p${mailCount}@${url.slice(-4)}.example.com` }
        await services.mail.queue(transaction, { kind: 'invitation', to, subject: '邀请', html: '<p>链接</p>' })
      })
    return { database, queueMail }
  }

  it('send every mail exactly once', async () => {
    const { url, drop } = await createPostgresDatabase(postgresServer ?? '')
    closing.push(drop)
    const smtp = await startSmtpServer({ disabledCommands: ['STARTTLS'] })
    closing.push(smtp.close)
    const firstNode = await startNode(url, smtp)
    const secondNode = await startNode(url, smtp)
    for (let index = 0; index < 20; index += 1) await Promise.all([firstNode.queueMail(), secondNode.queueMail()])
    await vi.waitFor(
      async () => {
        const rows = await firstNode.database.read.selectFrom('outbox').select('status').execute()
        expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(40)
      },
      { timeout: 15_000 },
    )
    const ids = smtp.mails.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1])
    expect(ids).toHaveLength(40)
    expect(new Set(ids).size).toBe(40)
  })
})
