import { randomUUID } from 'node:crypto'
import type { ConsultationInput, EvaluationServiceRequest } from '#contracts/lead.ts'
import type { LeadKind } from '#contracts/vocabulary.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { insertLead } from './store.ts'

export type LeadsService = ReturnType<typeof createLeadsService>

/** The change feed's name for the leads. */
export const LEADS_NAME = 'leads'

/** Who has asked to be called: for a consultation on the choice of a product, or for a professional evaluation. */
export function createLeadsService({ database, clock }: { database: Database; clock: Clock }) {
  const service = {
    /** Keeps a request as a new lead, inside the caller's transaction. Gives its id. */
    async create(
      { tx, touch }: Write,
      kind: LeadKind,
      request: ConsultationInput & Partial<Pick<EvaluationServiceRequest, 'productName'>>,
    ): Promise<string> {
      const id = randomUUID()
      const now = timestamp(clock)
      const { companyName, contactName, phone, email, requirements, productName = '' } = request
      await insertLead(tx, {
        ...{ id, kind, companyName, contactName, phone, email, requirements, productName },
        ...{ state: '新线索', ownerId: null, notes: '', createdAt: now, updatedAt: now },
      })
      touch(LEADS_NAME)
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
