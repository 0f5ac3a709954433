import { randomUUID } from 'node:crypto'
import type { ConsultationInput, EvaluationServiceRequest } from '#contracts/leads/lead-request.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { LeadKind } from '#contracts/vocabulary.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { buildLeadSearch } from './lead-search.ts'
import { insertLead } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  mail: MailService
  settings: Pick<SettingsService, 'getTermsVersion'>
}

type LeadRequest = ConsultationInput & Partial<Pick<EvaluationServiceRequest, 'productName'>>

/** Creates the intake of leads: it stores visitors' requests and notifies the staff. */
export function createLeadIntake({ database, clock, mail, settings }: Dependencies) {
  /** Stores a request as a new lead and notifies the staff, inside the caller's transaction. Returns its id. */
  async function create(transaction: Transaction, kind: LeadKind, request: LeadRequest): Promise<string> {
    const id = randomUUID()
    const createdAt = timestamp(clock)
    const { companyName, contactName, phone, email, requirements, productName = '' } = request
    await insertLead(transaction.db, {
      id,
      kind,
      companyName,
      contactName,
      phone,
      email,
      requirements,
      productName,
      termsVersion: request.agreeToTerms ? await settings.getTermsVersion(transaction.db) : null,
      status: 'new',
      ownerId: null,
      notes: '',
      createdAt,
      updatedAt: createdAt,
      contactedAt: null,
      version: 1,
      ...buildLeadSearch({ ...request, productName, notes: '' }),
    })
    await mail.queueTemplate(transaction, 'consultation', {
      companyName,
      contactName,
      phone,
      email,
      requirements: productName === '' ? requirements : LEAD_MESSAGES.requirementsFor(productName, requirements),
      submitTime: formatMinuteInShanghai(new Date(createdAt)),
    })
    return id
  }

  return {
    create,

    /** Stores a request for the free consultation. Returns the lead's id. */
    requestConsultation: (request: ConsultationInput): Promise<string> =>
      database.write((transaction) => create(transaction, 'consultation', request)),

    /** Stores a request for a professional evaluation. Returns the lead's id. */
    requestEvaluation: (request: EvaluationServiceRequest): Promise<string> =>
      database.write((transaction) => create(transaction, 'evaluation', request)),
  }
}
