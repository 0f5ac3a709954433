import { z } from 'zod'
import { outsiderText } from '../outsider-data.ts'

/** A user as other records name them: the author of a change, the owner of a lead. */
export const UserReferenceSchema = z.object({ id: z.string(), name: outsiderText() })
export type UserReference = z.infer<typeof UserReferenceSchema>

/** The name of staff whose account was deleted. */
export const DELETED_USER_NAME = '已删除的用户'
