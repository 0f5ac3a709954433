import { randomUUID } from 'node:crypto'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { HOUR_MS } from '#contracts/durations.ts'
import type { ConsultationInput, EvaluationServiceRequest } from '#contracts/leads/lead-request.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { LEAD_RESPONSE_MS } from '#contracts/limits.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { LeadKind } from '#contracts/vocabulary.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { runIndependently } from '#server/platform/run-independently.ts'
import { buildLeadSearch } from './lead-search.ts'
import { findLead, insertLead, listNewLeads, type NewLeadRow } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  mail: MailService
  outbox: Pick<OutboxService, 'record' | 'hasRecorded'>
  settings: Pick<SettingsService, 'getTermsVersion'>
  /** The base URL of links in mails. */
  publicUrl: string
}

type LeadRequest = ConsultationInput & Partial<Pick<EvaluationServiceRequest, 'productName'>>

/** Creates the intake of leads: it stores visitors' requests, records events of them and notifies the staff. */
export function createLeadIntake({ database, clock, mail, outbox, settings, publicUrl }: Dependencies) {
  const getLeadLink = (id: string): string => `${publicUrl}${ADMIN_PAGES.leads}?${new URLSearchParams({ lead: id })}`

  /** Stores a request as a new lead and notifies the staff, inside the caller's transaction. Returns the lead's id. */
  async function create(transaction: Transaction, kind: LeadKind, request: LeadRequest): Promise<string> {
    const { companyName, contactName, phone, email, requirements, productName = '' } = request
    const id = randomUUID()
    const createdAt = timestamp(clock)
    await insertLead(transaction, {
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
    const values = {
      companyName,
      contactName,
      phone,
      email,
      requirements,
      submitTime: formatMinuteInShanghai(new Date(createdAt)),
    }
    const url = getLeadLink(id)
    await outbox.record(transaction, 'lead.created', { id, kind, companyName, url })
    const options = {
      // Staff answer the mail, and the answer belongs to who asked.
      replyTo: email,
      link: { url, label: LEAD_MESSAGES.mailLink },
    }
    if (kind === 'evaluation')
      await mail.queueTemplate(transaction, 'evaluationRequest', { ...values, productName }, options)
    else await mail.queueTemplate(transaction, 'consultation', values, options)
    return id
  }

  /** Records that a lead is late, once. Does nothing if it has been contacted meanwhile. */
  const recordLate = ({ id, kind, companyName, createdAt }: NewLeadRow): Promise<void> =>
    database.write(async (transaction) => {
      const eventId = `${id}.lead.late`
      await transaction.lockName(eventId)
      if (await outbox.hasRecorded(transaction, eventId)) return
      const lead = await findLead(transaction.db, id)
      if (lead?.status !== 'new') return
      const dueAt = new Date(Date.parse(createdAt) + LEAD_RESPONSE_MS).toISOString()
      const data = { id, kind, companyName, dueAt, url: getLeadLink(id) }
      await outbox.record(transaction, 'lead.late', data, { id: eventId })
    })

  return {
    create,

    /** Records an event of each lead that has become late within the last hour and wasn't contacted in time. */
    async recordLateLeads(): Promise<void> {
      const dueBefore = clock.now().getTime() - LEAD_RESPONSE_MS
      const range = {
        after: new Date(dueBefore - HOUR_MS).toISOString(),
        until: new Date(dueBefore).toISOString(),
      }
      const leads = await listNewLeads(database.read, range)
      await runIndependently(leads.map((lead) => () => recordLate(lead)))
    },

    /** Stores a request for the free consultation. Returns the lead's id. */
    requestConsultation: (request: ConsultationInput): Promise<string> =>
      writeOnce(database, (transaction) => create(transaction, 'consultation', request)),

    /** Stores a request for a professional evaluation. Returns the lead's id. */
    requestEvaluation: (request: EvaluationServiceRequest): Promise<string> =>
      writeOnce(database, (transaction) => create(transaction, 'evaluation', request)),
  }
}
