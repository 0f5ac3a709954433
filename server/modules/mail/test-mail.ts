import { randomUUID } from 'node:crypto'
import type { EmailTest, TestResult } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, invalid, invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { maskAddresses } from '#server/platform/hide-contacts.ts'
import { toMailError } from '#server/platform/mail/mail-error.ts'
import type { Mailer, OutgoingMail } from '#server/platform/mail/smtp.ts'
import type { MailConfiguration } from './configuration.ts'

/** Creates the function that tests settings, saved or not, by sending a mail immediately. */
export function createTestMail({
  database,
  clock,
  audit,
  configuration,
  mailer,
  settings,
}: {
  database: Database
  clock: Clock
  audit: AuditService
  configuration: MailConfiguration
  mailer: Mailer
  settings: Pick<SettingsService, 'getGeneral'>
}) {
  async function runTest({ smtpConfig, testEmail }: EmailTest): Promise<TestResult> {
    const testTime = timestamp(clock)
    try {
      const password = await configuration.getPassword(smtpConfig)
      const fromName = smtpConfig.fromName || (await settings.getGeneral()).siteName
      const response = await mailer.send(
        { ...smtpConfig, password },
        createTestMessage({ smtpConfig: { ...smtpConfig, fromName }, testEmail }, testTime),
        NEVER_ABORTED,
      )
      return { success: true, message: `${MESSAGES.testMailAccepted}：${response}`, testTime }
    } catch (error) {
      if (error instanceof AppError) throw error
      return { success: false, message: toMailError(error).message, testTime }
    }
  }

  /**
   * Sends the mail, stores the result and returns it. Throws `invalid` if no server is given, the password has to be
   * entered again, or the mail can't be sent.
   */
  return async function sendTestMail(input: EmailTest, actor: Actor): Promise<TestResult> {
    const { host, port } = input.smtpConfig
    if (host === '') throw invalidField('smtpConfig.host', MESSAGES.hostMissing)
    const testResult = await runTest(input)
    await database.write(async (transaction) => {
      await configuration.saveTestResult(transaction, testResult)
      await audit.record(transaction, {
        actor,
        action: 'mail.test',
        target: `${host}:${port}`,
        detail: testResult.success ? '成功' : `失败：${maskAddresses(testResult.message)}`,
      })
    })
    if (!testResult.success) throw invalid(testResult.message)
    return testResult
  }
}

/** The signal of a test mail, which only the SMTP timeouts end. */
const NEVER_ABORTED = new AbortController().signal

function createTestMessage({ smtpConfig, testEmail }: EmailTest, testTime: string): OutgoingMail {
  const { host, fromName, fromEmail } = smtpConfig
  const address = fromEmail || testEmail
  const text = `这是一封测试邮件。收到它，说明邮件服务器 ${host} 的设置可用。`
  return {
    from: { name: fromName, address },
    to: { name: '', address: testEmail },
    subject: `测试邮件 ${toDay(new Date(testTime))}`,
    text,
    html: `<p>${text}</p>`,
    messageId: `<${randomUUID()}@${address.split('@')[1]}>`,
  }
}
