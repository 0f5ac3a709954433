import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { TEXT } from '../limits.ts'
import { optionalConsent, requiredConsent } from '../settings/consent.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { CONSULTATION_MESSAGES } from './messages.ts'

/** Digits with common separators, and an extension: `010-6552 9988转801`, `+1 (415) 555-2671 ext. 12`. */
const PHONE = /^(?<number>\+?[\d(][\d\s().–—-]*)(?:(?:[,;]?\s*(?:转|分机|ext\.?|x|#))\s*\d{1,6})?$/i
/** The number of digits: a short hotline (95588) has 5; an international number has `00` and 15 digits (E.164). */
const PHONE_DIGITS = { min: 5, max: 17 } as const

function isPhoneNumber(input: string): boolean {
  const digits = PHONE.exec(input)?.groups?.number?.replaceAll(/\D/g, '').length ?? 0
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max
}

/**
 * Returns the schema of a phone number of any country, as users enter it; full-width digits and marks are normalized
 * (NFKC). Takes the messages for an empty and for an invalid number.
 */
export const phoneNumber = (empty: string, invalid: string) =>
  storedText(empty)
    .normalize('NFKC')
    .trim()
    .min(1, { error: empty, abort: true })
    .max(TEXT.word, { error: invalid, abort: true })
    .refine(isPhoneNumber, invalid)

/** The free consultation of the selection page: all five texts are required. */
export const ConsultationSchema = z
  .object({
    companyName: requiredText(CONSULTATION_MESSAGES.companyName),
    contactName: requiredText(CONSULTATION_MESSAGES.contactName),
    phone: phoneNumber(CONSULTATION_MESSAGES.phone, CONSULTATION_MESSAGES.phoneInvalid),
    email: emailAddress(CONSULTATION_MESSAGES.email, CONSULTATION_MESSAGES.emailFormat),
    requirements: requiredText(CONSULTATION_MESSAGES.requirements, TEXT.paragraph),
    agreeToTerms: optionalConsent,
  })
  .meta({ id: 'Consultation' })
export type ConsultationInput = z.infer<typeof ConsultationSchema>

/** A request for a professional evaluation: the contact, the product and the purpose. */
export const EvaluationServiceRequestSchema = ConsultationSchema.extend({
  productName: requiredText(CONSULTATION_MESSAGES.productName),
}).meta({ id: 'EvaluationServiceRequest' })
export type EvaluationServiceRequest = z.infer<typeof EvaluationServiceRequestSchema>

/** The schemas of the site's forms, which require consent. */
export const ConsultationFormSchema = ConsultationSchema.extend({ agreeToTerms: requiredConsent })
export const EvaluationServiceFormSchema = EvaluationServiceRequestSchema.extend({ agreeToTerms: requiredConsent })
