/** Converts rows to replies. */
import type { Clarification, Inquiry, InquirySummary, Invitation, Opening } from '#contracts/inquiries/inquiry.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isDue, isHandedIn } from './policy.ts'
import { toAskedQuestions } from './questions.ts'
import {
  type ClarificationRow,
  type InquiryRow,
  type InvitationRow,
  listClarifications,
  listInquiryVersions,
  listInvitations,
  type VersionRow,
} from './store.ts'
import { parseContents, parseQuestions, parseReplacements, toConfirmations } from './stored-inquiry.ts'

const toInvitation = (row: InvitationRow, publishedVersion: number): Invitation => ({
  id: row.id,
  product: row.product,
  email: row.email,
  status: row.status,
  statusAt: row.statusAt,
  submittedAt: row.submittedAt,
  isNewestConfirmed: row.submittedVersion === publishedVersion,
  reminderDueAt: row.reminderDueAt,
  remindedAt: row.remindedAt,
  outcome: row.outcome,
})

export const toClarification = ({ id, question, answer, askedAt, answeredAt }: ClarificationRow): Clarification => ({
  id,
  question,
  answer,
  askedAt,
  answeredAt,
})

/** Returns the addenda: every version but the first. */
export const toAddenda = (versions: readonly VersionRow[]): Inquiry['addenda'] =>
  versions.slice(1).map(({ version, note, deadline, createdAt }) => ({ version, note, deadline, at: createdAt }))

/** Lists what was handed in by the opening; nothing before. */
const toHandedIn = (row: InquiryRow, invitations: readonly InvitationRow[]): Opening['handedIn'] =>
  row.openedAt === null
    ? []
    : invitations.flatMap(({ id, status, submittedAt, submissionHash }) =>
        isHandedIn({ status, submittedAt }) && submittedAt !== null && submissionHash !== null
          ? [{ invitation: id, submittedAt, hash: submissionHash }]
          : [],
      )

type ViewContext = {
  role: Inquiry['role']
  now: string
  askerName: string
  isOpenerMissing: boolean
  mails: Inquiry['mails']
}

/** Returns an inquiry as its owner, a colleague, or the second person who opens it, sees it. */
export async function buildInquiry(
  { db, facts }: { db: Queryable; facts: Pick<FactService, 'attributes'> },
  row: InquiryRow,
  { role, now, askerName, isOpenerMissing, mails }: ViewContext,
): Promise<Inquiry> {
  const contents = parseContents(row)
  const invitations = await listInvitations(db, row.id)
  const versions = await listInquiryVersions(db, row.id)
  const newest = versions.at(-1)
  return {
    id: row.id,
    status: row.status,
    isDue: isDue(row, now),
    role,
    contents,
    askerName: newest?.askerName ?? (contents.isNamed ? askerName : ''),
    asked: newest ? parseQuestions(newest) : await toAskedQuestions({ facts, db }, contents.questions),
    publishedVersion: row.publishedVersion,
    publishedAt: row.publishedAt,
    deadline: row.deadline,
    project: row.projectId,
    isReminding: row.isReminding,
    invitations: invitations.map((invitation) => toInvitation(invitation, row.publishedVersion)),
    clarifications: (await listClarifications(db, row.id)).map(toClarification),
    addenda: toAddenda(versions),
    opening: {
      confirmations: toConfirmations(row),
      isOpenerMissing,
      replacements: parseReplacements(row),
      openedAt: row.openedAt,
      handedIn: toHandedIn(row, invitations),
    },
    mails,
    version: row.version,
    updatedAt: row.updatedAt,
  }
}

type InvitationStatusOnly = Pick<InvitationRow, 'inquiryId' | 'status' | 'submittedAt'>

/** Returns an inquiry for the list of a member who may see it. */
export const toSummary = (
  row: InquiryRow,
  invitations: readonly InvitationStatusOnly[],
  { role, now }: Pick<ViewContext, 'role' | 'now'>,
): InquirySummary => {
  const own = invitations.filter(({ inquiryId, status }) => inquiryId === row.id && status !== 'revoked')
  return {
    id: row.id,
    title: parseContents(row).title,
    status: row.status,
    isDue: isDue(row, now),
    role,
    deadline: row.deadline,
    updatedAt: row.updatedAt,
    invited: own.length,
    submitted: own.filter(isHandedIn).length,
  }
}
