/**
 * The public site's forms as a browser posts them without JavaScript: each form's page, its call, and the page
 * after a success. With JavaScript, the page makes the same calls.
 */
import type { z } from 'zod'
import type { Call } from './call.ts'
import type { FieldError } from './errors.ts'
import { evaluationCalls } from './evaluation/calls.ts'
import { leadRequestCalls } from './leads/calls.ts'
import { ConsultationFormSchema, EvaluationServiceFormSchema } from './leads/lead-request.ts'
import type { SitePageName } from './paths.ts'
import { submissionCalls } from './submissions/calls.ts'

export type SiteForm = {
  page: SitePageName
  call: Call
  /** A stricter schema, if the form requires more than its call. */
  schema?: z.ZodType
  /**
   * `notice` redirects to the form's page, which shows a message; `reply` renders the form's page with the reply.
   * Otherwise a success redirects to another page, whose path parameters are in the reply.
   */
  success: 'notice' | 'reply' | { page: SitePageName }
}

export const SITE_FORMS = {
  consultation: {
    page: 'selection',
    call: leadRequestCalls.requestConsultation,
    schema: ConsultationFormSchema,
    success: 'notice',
  },
  'evaluation-request': {
    page: 'evaluation',
    call: leadRequestCalls.requestEvaluation,
    schema: EvaluationServiceFormSchema,
    success: 'notice',
  },
  calculation: { page: 'evaluation', call: evaluationCalls.calculate, success: 'reply' },
  report: { page: 'evaluation', call: evaluationCalls.createReport, success: { page: 'report' } },
  submission: { page: 'submit', call: submissionCalls.create, success: 'notice' },
  'submission-status': { page: 'submissionStatus', call: submissionCalls.getProgress, success: 'reply' },
} as const satisfies Record<string, SiteForm>

export type SiteFormName = keyof typeof SITE_FORMS

/** The values of a form by field. */
export type FormValues = Readonly<Record<string, string>>

/** The outcome of a form that was posted without JavaScript. */
export type FormOutcome = {
  /** `null` if the request couldn't be parsed. */
  form: SiteFormName | null
  isSuccess: boolean
  message: string
  errors: readonly FieldError[]
  /** The entered values; empty after a redirect. */
  values: FormValues
  /** The data of a successful call's reply. */
  data?: unknown
}

/** The data of a form's successful reply. */
export type FormReply<Name extends SiteFormName> = (typeof SITE_FORMS)[Name]['call'] extends { reply: infer Reply }
  ? Reply extends z.ZodType
    ? z.output<Reply>
    : undefined
  : never
