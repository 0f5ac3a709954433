import { type ColleagueRole, canDo, canPrepare, type MemberRole } from '#contracts/colleagues/roles.ts'
import type { InquiryRow, InvitationRow } from './store.ts'

/**
 * A signed-in member, as far as rules need to know them; `verifiedEmail` is `null` until the address is verified,
 * `colleagueRole` is that for the inquiry.
 */
export type Member = { id: string; verifiedEmail: string | null; colleagueRole: ColleagueRole | undefined }

/** Returns what a member is to an inquiry; `undefined` for everybody else. */
export const findMemberRole = (
  { ownerId }: Pick<InquiryRow, 'ownerId'>,
  { id, colleagueRole }: Pick<Member, 'id' | 'colleagueRole'>,
): MemberRole | undefined => (id === ownerId ? 'owner' : colleagueRole)

/** Returns whether a member has to confirm the opening besides the owner. */
export const isSecondOpener = (
  { secondOpener, status }: Pick<InquiryRow, 'secondOpener' | 'status'>,
  { verifiedEmail }: Pick<Member, 'verifiedEmail'>,
): boolean => status !== 'draft' && verifiedEmail !== null && secondOpener.toLowerCase() === verifiedEmail.toLowerCase()

/** Returns whether a member may see an inquiry, without its answers. */
export const canRead = (inquiry: Pick<InquiryRow, 'ownerId' | 'secondOpener' | 'status'>, member: Member): boolean =>
  findMemberRole(inquiry, member) !== undefined || isSecondOpener(inquiry, member)

/** Returns whether a member may open an inquiry, or confirm that: its owners and the second opener, but no secretary. */
export function canConfirmOpening(
  inquiry: Pick<InquiryRow, 'ownerId' | 'secondOpener' | 'status'>,
  member: Member,
): boolean {
  const role = findMemberRole(inquiry, member)
  return (role !== undefined && canDo(role, 'openInquiry')) || isSecondOpener(inquiry, member)
}

/** Returns whether a member may take what was opened into a project: who runs the inquiry, but not the second opener. */
export function canTakeOver(inquiry: Pick<InquiryRow, 'ownerId'>, member: Member): boolean {
  const role = findMemberRole(inquiry, member)
  return role !== undefined && canPrepare(role)
}

/**
 * Returns whether a confirmation of the opening still counts after the second opener was replaced: that of an owner does,
 * unless they were the second opener as well.
 */
export function canKeepConfirmation(
  inquiry: Pick<InquiryRow, 'ownerId' | 'secondOpener' | 'status'>,
  member: Member,
): boolean {
  const role = findMemberRole(inquiry, member)
  return role !== undefined && canDo(role, 'openInquiry') && !isSecondOpener(inquiry, member)
}

/** Returns whether the deadline has passed, by the clock of the server. */
export const isDue = ({ deadline }: Pick<InquiryRow, 'deadline'>, now: string): boolean =>
  deadline !== null && now >= deadline

/** Returns whether a vendor's link gives access: not revoked, replaced or expired. */
export const canUseLink = <Row extends Pick<InvitationRow, 'status' | 'linkExpiresAt'>>(
  invitation: Row | undefined,
  now: string,
): invitation is Row =>
  invitation !== undefined &&
  invitation.status !== 'revoked' &&
  invitation.linkExpiresAt !== null &&
  invitation.linkExpiresAt > now

/** Returns whether an invitation was sent to a member's own verified address. */
export const isInvitedAddress = ({ email }: Pick<InvitationRow, 'email'>, verifiedEmail: string | null): boolean =>
  verifiedEmail !== null && email.toLowerCase() === verifiedEmail.toLowerCase()

/**
 * Returns whether vendors can still change their answers. Once the inquiry was opened they can't, even if the clock of
 * another node is behind.
 */
export const canAnswer = (inquiry: Pick<InquiryRow, 'status' | 'deadline'>, now: string): boolean =>
  inquiry.status === 'open' && !isDue(inquiry, now)

/** Returns whether answers can be opened: after the deadline, once. */
export const canOpen = (inquiry: Pick<InquiryRow, 'status' | 'deadline'>, now: string): boolean =>
  inquiry.status === 'open' && isDue(inquiry, now)

/** Returns whether those who may see the inquiry may see what was handed in. */
export const canReadAnswers = ({ openedAt, keyEncrypted }: Pick<InquiryRow, 'openedAt' | 'keyEncrypted'>): boolean =>
  openedAt !== null && keyEncrypted !== null

/** Returns whether an invitation counts at the opening. */
export const isHandedIn = ({ status, submittedAt }: Pick<InvitationRow, 'status' | 'submittedAt'>): boolean =>
  submittedAt !== null && status !== 'revoked' && status !== 'declined'

/** Returns whether a vendor is told what happens: the invitation was sent, and neither refused nor revoked. */
export const isToldOfChanges = ({ status }: Pick<InvitationRow, 'status'>): boolean =>
  !['planned', 'unsent', 'blocked', 'declined', 'revoked'].includes(status)
