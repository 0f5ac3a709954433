import { type Caller, can } from '#contracts/permissions.ts'

type View = { ownerId: string; isShared: boolean }

/** Whether a user may change and delete a view: their own, or who manages users a shared one of somebody else. */
export const canChangeView = ({ ownerId, isShared }: View, user: Caller & { id: string }): boolean =>
  ownerId === user.id || (isShared && can(user, 'users:write'))
