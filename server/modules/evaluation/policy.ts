import { type Caller, can } from '#contracts/permissions.ts'
import { ATTACHMENTS_PREFIX, toFileUrl } from '#server/modules/files/service.ts'

/** Returns whether a caller may read an attachment that the evaluation document doesn't list, such as one just uploaded. */
export const canReadUnlistedAttachment = (caller: Caller | null, path: string): boolean =>
  can(caller, 'content:read') && path.startsWith(toFileUrl(ATTACHMENTS_PREFIX))
