import { z } from 'zod'
import { ASSIGNMENT_KINDS } from '../assignments/kinds.ts'
import { outsiderText } from '../outsider-data.ts'

/** A piece of work that is assigned to the caller. */
export const OwnWorkSchema = z.object({
  kind: z.enum(ASSIGNMENT_KINDS),
  id: z.string(),
  name: outsiderText(),
  /** The path of the back office where it is done. */
  path: z.string(),
  dueAt: z.iso.datetime().nullable(),
  isLate: z.boolean(),
})
export type OwnWork = z.infer<typeof OwnWorkSchema>
