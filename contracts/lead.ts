import { z } from 'zod'
import { TEXT } from './limits.ts'
import { CONSULTATION_MESSAGES as SAY } from './messages.ts'
import { requiredText, storedText } from './stored-text.ts'
import { emailAddress } from './submission.ts'

/** Digits with the marks people write between them, at least 5 digits. */
const PHONE = /^[+\d][\d\s()（）—-]*(?:(?:转|ext\.?|#)\s*\d{1,6})?$/i

export const phoneNumber = (empty: string, wrong: string) =>
  storedText(empty)
    .trim()
    .min(1, { error: empty, abort: true })
    .max(TEXT.word)
    .refine((typed) => PHONE.test(typed) && typed.replaceAll(/\D/g, '').length >= 5, wrong)

/** The free consultation of the selection page: all five are required. */
export const ConsultationSchema = z.object({
  companyName: requiredText(SAY.companyName),
  contactName: requiredText(SAY.contactName),
  phone: phoneNumber(SAY.phone, SAY.phoneFormat),
  email: emailAddress(SAY.email, SAY.emailFormat),
  requirements: requiredText(SAY.requirements, TEXT.paragraph),
})
export type ConsultationInput = z.infer<typeof ConsultationSchema>

/** A request for a professional evaluation: who asks, for which product, and what it is for. */
export const EvaluationServiceRequestSchema = ConsultationSchema.extend({
  productName: requiredText('请输入产品名称'),
})
export type EvaluationServiceRequest = z.infer<typeof EvaluationServiceRequestSchema>
