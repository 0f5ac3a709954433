import type { AuditAction } from '#contracts/audit/actions.ts'
import { ACTIONS, AUTHOR_ACTIONS, getActionPermission } from '#contracts/audit/audit.ts'
import { type Caller, can } from '#contracts/permissions.ts'

/** Returns whether a caller may see that an action has been performed, in the log and on the dashboard. */
const canSeeAction = (caller: Caller, action: AuditAction): boolean =>
  (can(caller, 'audit:read') || can(caller, getActionPermission(action))) &&
  (can(caller, 'contacts:read') || !AUTHOR_ACTIONS.includes(action))

/** Lists the actions of which a caller sees no entries. */
export const listHiddenActions = (caller: Caller): AuditAction[] =>
  ACTIONS.filter((action) => !canSeeAction(caller, action))
