import { zodResolver } from '@hookform/resolvers/zod'
import { SubmissionSchema } from '#contracts/submissions/submission.ts'

/** The submission form's rules: the server's own schema. */
export const submissionRules = zodResolver(SubmissionSchema)
