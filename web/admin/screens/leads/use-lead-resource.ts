import { useQueryClient } from '@tanstack/react-query'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import type { LeadStatus } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { getLead, LEADS_KEY, leadKey, loadAuthorship, updateLead } from './lead-calls.ts'

export type LeadFormValues = { status: LeadStatus; ownerId: string | null; notes: string }

export const toFormValues = ({ status, owner, notes, version }: LeadRecord): Versioned<LeadFormValues> => ({
  value: { status, ownerId: owner?.id ?? null, notes },
  version,
})

/** Loads and saves a lead. Sends only changed fields, so that concurrent changes of other fields are kept. */
export function useLeadResource(id: string): VersionedResource<LeadFormValues> {
  const client = useQueryClient()
  return {
    async read() {
      const lead = await getLead(id)
      client.setQueryData(leadKey(id), lead)
      return toFormValues(lead)
    },
    readAuthorship: () => loadAuthorship(id),
    async save(values, base) {
      const changes = pickChangedFields(base.value, values)
      const { data, message } = await updateLead(id, { version: base.version, ...changes })
      client.setQueryData(leadKey(id), data)
      // Not awaited: the list behind the form may reload later.
      void client.invalidateQueries({ queryKey: LEADS_KEY })
      return { ...toFormValues(data), message }
    },
    savedMessage: LEAD_MESSAGES.saved,
    getErrorMessage: (error) => toErrorMessage(error, LEAD_MESSAGES.saveFailed),
  }
}
