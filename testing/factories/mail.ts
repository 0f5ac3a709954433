import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import type { EmailConfigInput } from '#contracts/mail/mail.ts'
import type { TestApp } from '../test-app.ts'

/** Enables mail with a server that no test connects to, so that mails are queued; `overrides` replaces settings. */
export async function enableMail({ services }: TestApp, overrides: object = {}): Promise<void> {
  await services.mail.configuration.save(createMailConfig(overrides), { actor: null })
}

/** Returns mail settings with which mails are queued. */
export const createMailConfig = (overrides: object = {}): EmailConfigInput =>
  completeEmailConfig({
    isActive: true,
    smtpConfig: { host: 'smtp.example.com', fromEmail: 'from@example.com' },
    ...overrides,
  })
