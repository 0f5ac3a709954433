/** Which mails a member wants to get. */
import { z } from 'zod'
import { OPTIONAL_MAIL_KINDS } from './optional-mails.ts'

export const MailChoiceSchema = z
  .object({ kind: z.enum(OPTIONAL_MAIL_KINDS), label: z.string(), isOn: z.boolean() })
  .meta({ id: 'MailChoice' })
export type MailChoice = z.output<typeof MailChoiceSchema>

export const MailChoiceParamsSchema = z.object({ kind: z.enum(OPTIONAL_MAIL_KINDS).describe('邮件的种类。') })
export const MailChoiceChangeSchema = z.object({ isOn: z.boolean() })
