import { z } from 'zod'

/** A user as other records name them: the author of a change, the owner of a lead. */
export const UserReferenceSchema = z.object({ id: z.string(), name: z.string() })
export type UserReference = z.infer<typeof UserReferenceSchema>
