import { randomUUID } from 'node:crypto'
import type { ConsultationInput, EvaluationServiceRequest } from '#contracts/leads/lead-request.ts'
import { buildSearchLines } from '#contracts/rules/search-text.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { LeadKind } from '#contracts/vocabulary.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { timestamp } from '#server/platform/clock.ts'
import type { Write } from '#server/platform/database/database.ts'
import { createLeadManagement, type LeadManagementDependencies } from './management.ts'
import { insertLead } from './store.ts'

export type LeadsService = ReturnType<typeof createLeadsService>

/** The change feed's name for the leads. */
export const LEADS_NAME = 'leads'

/** Creates the service for leads: requests for a consultation or a professional evaluation. */
export function createLeadsService(dependencies: LeadManagementDependencies & { mail: MailService }) {
  const { database, clock, mail } = dependencies
  const service = {
    ...createLeadManagement(dependencies),

    /** Stores a request as a new lead and notifies the staff, inside the caller's transaction. Returns its id. */
    async create(
      write: Write,
      kind: LeadKind,
      request: ConsultationInput & Partial<Pick<EvaluationServiceRequest, 'productName'>>,
    ): Promise<string> {
      const id = randomUUID()
      const now = timestamp(clock)
      const { companyName, contactName, phone, email, requirements, productName = '' } = request
      await insertLead(write.tx, {
        id,
        kind,
        companyName,
        contactName,
        phone,
        email,
        requirements,
        productName,
        status: 'new',
        ownerId: null,
        notes: '',
        createdAt: now,
        updatedAt: now,
        contactedAt: null,
        version: 1,
        searchOpen: buildSearchLines([companyName, productName]),
        searchContact: buildSearchLines([contactName, phone, phone.replaceAll(/\D/g, ''), email]),
      })
      write.touch(LEADS_NAME)
      await mail.queueTemplate(write, 'consultation', {
        companyName,
        contactName,
        phone,
        email,
        requirements: productName === '' ? requirements : `申请专业评估的产品：${productName}\n${requirements}`,
        submitTime: formatMinuteInShanghai(new Date(now)),
      })
      return id
    },

    /** Takes a request for the free consultation. */
    requestConsultation: (request: ConsultationInput): Promise<string> =>
      database.write((write) => service.create(write, 'consultation', request)),

    /** Takes a request for a professional evaluation. */
    requestEvaluation: (request: EvaluationServiceRequest): Promise<string> =>
      database.write((write) => service.create(write, 'evaluation', request)),
  }
  return service
}
