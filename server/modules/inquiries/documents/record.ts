/** What the documents of an inquiry are written from: its rows, with names instead of keys. */
import type { InquiryContents, Opening } from '#contracts/inquiries/inquiry.ts'
import type { AskedQuestion } from '#contracts/inquiries/question.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import {
  type ClarificationRow,
  type InquiryRow,
  type InvitationRow,
  listClarifications,
  listInquiryVersions,
  listInvitations,
  type VersionRow,
} from '../store.ts'
import {
  type Confirmation,
  parseConfirmations,
  parseContents,
  parseQuestions,
  parseReplacements,
} from '../stored-inquiry.ts'

/** An invitation with the name of the product that it is about, in the order of the products. */
export type RecordedInvitation = InvitationRow & { productName: string }

export type InquiryRecord = Pick<
  InquiryRow,
  'id' | 'publishedAt' | 'deadline' | 'openedAt' | 'secondOpener' | 'publishedVersion'
> & {
  contents: InquiryContents
  confirmations: Confirmation[]
  replacements: Opening['replacements']
  invitations: RecordedInvitation[]
  versions: (VersionRow & { questions: AskedQuestion[] })[]
  clarifications: ClarificationRow[]
}

/** Loads the record of a published inquiry. The caller has checked access. */
export async function loadRecord(db: Queryable, row: InquiryRow): Promise<InquiryRecord> {
  const contents = parseContents(row)
  const order = contents.products.map(({ key }) => key)
  const invitations = await listInvitations(db, row.id)
  const { id, publishedAt, deadline, openedAt, secondOpener, publishedVersion } = row
  return {
    id,
    publishedAt,
    deadline,
    openedAt,
    secondOpener,
    publishedVersion,
    contents,
    confirmations: parseConfirmations(row),
    replacements: parseReplacements(row),
    invitations: invitations
      .toSorted((a, b) => order.indexOf(a.product) - order.indexOf(b.product))
      .map((invitation) => ({
        ...invitation,
        productName: contents.products.find(({ key }) => key === invitation.product)?.name ?? '',
      })),
    versions: (await listInquiryVersions(db, id)).map((version) => ({
      ...version,
      questions: parseQuestions(version),
    })),
    clarifications: await listClarifications(db, id),
  }
}
