import { zodResolver } from '@hookform/resolvers/zod'
import { SubmissionStatusQuerySchema } from '#contracts/submissions/submission.ts'

/** The look-up form's rules: the server's own schema. */
export const statusRules = zodResolver(SubmissionStatusQuerySchema)
