const ACCOUNT_KEY_SUFFIX = '-account'

/** Returns what a colleague sends in place of the secret. It gives access only to whoever is signed in and may answer. */
export const toAccountKey = (invitationId: string): string => invitationId + ACCOUNT_KEY_SUFFIX

/** Returns the invitation that is answered by one's own account; `undefined` for the secret of a link. */
export const findAccountInvitation = (key: string): string | undefined =>
  key.endsWith(ACCOUNT_KEY_SUFFIX) ? key.slice(0, -ACCOUNT_KEY_SUFFIX.length) : undefined
