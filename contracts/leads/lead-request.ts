import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { TEXT } from '../limits.ts'
import { phoneNumber } from '../phone-number.ts'
import { optionalConsent, requiredConsent } from '../settings/consent.ts'
import { requiredText } from '../stored-text.ts'
import { CONSULTATION_MESSAGES } from './messages.ts'

/** The free consultation of the selection page: all five texts are required. */
export const ConsultationSchema = z
  .object({
    companyName: requiredText(CONSULTATION_MESSAGES.companyName),
    contactName: requiredText(CONSULTATION_MESSAGES.contactName),
    phone: phoneNumber(CONSULTATION_MESSAGES.phone),
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
