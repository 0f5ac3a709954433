import type { AuditService } from '#server/modules/audit/service.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { ShortlistService } from '#server/modules/shortlists/service.ts'
import type { VendorProductService } from '#server/modules/vendor-products/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { createVendorAccess } from './answering/access.ts'
import { createAnswerFiles } from './answering/files.ts'
import { createLibrary } from './answering/library.ts'
import { createReceived } from './answering/received.ts'
import { createAnswering } from './answering/service.ts'
import { createDocuments } from './documents/service.ts'
import { createInquiryDrafts } from './drafts.ts'
import { createInquiries } from './inquiries.ts'
import { createInvitations, type InquiryCounter } from './invitations.ts'
import { createInquiryMailer } from './mailer.ts'
import { createMemberData } from './member-data.ts'
import { createOpening } from './opening.ts'
import { createProposals } from './proposals.ts'
import { createPublishing } from './publishing.ts'
import { createReminders } from './reminders.ts'
import { createSealing } from './sealing.ts'
import { createSendingLimits } from './sending-limits.ts'
import { createInquirySharing } from './sharing.ts'
import { createTransfer } from './transfer.ts'

export { sendDecrypted } from './answering/files.ts'
export type InquiryService = ReturnType<typeof createInquiryService>

type Dependencies = {
  database: Database
  clock: Clock
  accounts: IdentityService['accounts']
  products: ProductService
  facts: FactService
  shortlists: ShortlistService
  projects: Pick<EvaluationProjectService, 'get' | 'vendorAnswers'>
  vendorProducts: Pick<VendorProductService, 'updates'>
  vendors: Pick<VendorService, 'listRepresentedProducts' | 'listContacts' | 'findAnsweringOrganisation'>
  files: FileService
  settings: SettingsService
  mail: MailService
  audit: AuditService
  encryption: Encryption
  publicUrl: string
  colleagues: ColleagueAccess
  analytics: InquiryCounter
}

/**
 * Creates the service for inquiries: members ask vendors the same questions, whose answers are sealed until they are
 * opened after the deadline.
 */
export function createInquiryService(dependencies: Dependencies) {
  const { database, clock } = dependencies
  const sharing = createInquirySharing(dependencies)
  const sealing = createSealing(dependencies)
  const mailer = createInquiryMailer(dependencies)
  const limits = createSendingLimits(dependencies)
  const inquiries = createInquiries(dependencies)
  const access = createVendorAccess(dependencies)
  const library = createLibrary(dependencies)
  const files = createAnswerFiles({ ...dependencies, access, sealing })
  const invitations = createInvitations({ ...dependencies, inquiries, mailer, limits })
  const publishing = createPublishing({ ...dependencies, inquiries, invitations, mailer, sealing, limits })
  const opening = createOpening({ ...dependencies, inquiries, mailer, sealing, files })
  const documents = createDocuments({ database, clock, inquiries, opening })
  return {
    drafts: createInquiryDrafts({ ...dependencies, inquiries, mailer }),
    sharing,
    invitations,
    publishing,
    opening,
    documents,
    reminders: createReminders({ database, clock, inquiries, mailer }),
    proposals: createProposals({ ...dependencies, sealing }),
    transfer: createTransfer({ ...dependencies, inquiries, opening }),
    answering: createAnswering({ ...dependencies, access, files, library, mailer, sealing }),
    received: createReceived({ ...dependencies, inquiries }),
    library,
    answerFiles: files,
    /** Returns whether vendors can be told of anything by mail now. */
    canMail: mailer.isReady,
    /** Returns whether an address refuses all mails about inquiries. */
    isRefusing: (email: string): Promise<boolean> => mailer.isRefusing(database.read, email),
    memberData: createMemberData({ ...dependencies, inquiries, opening, sealing, mailer, sharing }),
    close: documents.close,
    /** Encrypts again what a previous `APP_SECRET` encrypted: keys, kept answers, refusing addresses. Returns their number. */
    reencryptSecrets: async (): Promise<number> =>
      (await sealing.reencryptSecrets()) + (await library.reencryptSecrets()) + (await mailer.reencryptSecrets()),
  }
}
