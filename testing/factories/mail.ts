import type { z } from 'zod'
import { type EmailConfigInput, EmailConfigInputSchema } from '#contracts/mail/mail.ts'
import type { TestApp } from '../test-app.ts'

/** Turns mail on by a server that no test speaks to, so that mails are queued; `more` replaces whole parts. */
export async function enableMail(
  { services }: TestApp,
  more: z.input<typeof EmailConfigInputSchema> = {},
): Promise<void> {
  await services.mail.configuration.save(mailConfig(more), null)
}

/** Returns a configuration by which mails are queued. */
export const mailConfig = (more: z.input<typeof EmailConfigInputSchema> = {}): EmailConfigInput =>
  EmailConfigInputSchema.parse({
    isActive: true,
    smtpConfig: { host: 'smtp.example.com', fromEmail: 'from@example.com' },
    ...more,
  })
