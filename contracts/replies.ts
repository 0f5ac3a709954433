import { z } from 'zod'
import { FAILURE_REASONS } from './errors.ts'

/** The envelope of a failed reply, with every invalid field. */
export const FailureSchema = z
  .object({
    success: z.literal(false),
    message: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string().optional(),
    reason: z.enum(FAILURE_REASONS).optional(),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof FailureSchema>
