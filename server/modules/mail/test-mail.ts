import { randomUUID } from 'node:crypto'
import type { EmailTest, TestResult } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES as SAY } from '#contracts/mail/messages.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { invalid } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { failureOf } from '#server/platform/mail/mail-failure.ts'
import type { Mailer, OutgoingMail } from '#server/platform/mail/smtp.ts'
import type { MailConfiguration } from './configuration.ts'
import { masked } from './view.ts'

/** Tries settings that may not be saved yet, by a mail that the person who asks gets at once. */
export function createTestMail({
  database,
  clock,
  audit,
  configuration,
  mailer,
}: {
  database: Database
  clock: Clock
  audit: AuditService
  configuration: MailConfiguration
  mailer: Mailer
}) {
  async function result({ smtpConfig, testEmail }: EmailTest): Promise<TestResult> {
    const testTime = timestamp(clock)
    try {
      const password = smtpConfig.password || (await configuration.password())
      const words = await mailer.send(
        { ...smtpConfig, password },
        testMail({ smtpConfig, testEmail }, testTime),
        forAll,
      )
      return { success: true, message: `${SAY.testDone}：${words}`, testTime }
    } catch (error) {
      return { success: false, message: failureOf(error).message, testTime }
    }
  }

  /** Sends it, keeps how that went, and gives it. Throws `invalid` where no server is named. */
  return async function test(input: EmailTest, actor: Actor): Promise<TestResult> {
    const { host, port } = input.smtpConfig
    if (host === '') throw invalid(SAY.hostMissing, [{ path: 'smtpConfig.host', message: SAY.hostMissing }])
    const outcome = await result(input)
    await database.write(async (write) => {
      await configuration.keepTest(write, outcome)
      await audit.record(write, {
        ...{ actor, action: 'mail.test', target: `${host}:${port}` },
        detail: outcome.success ? '成功' : `失败：${masked(outcome.message)}`,
      })
    })
    return outcome
  }
}

/** Nothing but the mailer's own timeouts ends a test. */
const forAll = new AbortController().signal

function testMail({ smtpConfig, testEmail }: EmailTest, testTime: string): OutgoingMail {
  const { host, fromName, fromEmail } = smtpConfig
  const address = fromEmail || testEmail
  const text = `这是一封测试邮件。收到它，说明邮件服务器 ${host} 的设置可用。`
  return {
    from: { name: fromName, address },
    to: { name: '', address: testEmail },
    subject: `测试邮件 ${testTime.slice(0, 10)}`,
    ...{ text, html: `<p>${text}</p>` },
    messageId: `<${randomUUID()}@${address.split('@')[1]}>`,
  }
}
