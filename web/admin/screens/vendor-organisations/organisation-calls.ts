import { pendingWorkCalls } from '#contracts/pending-work/calls.ts'
import type { OrganisationDecision } from '#contracts/vendors/organisation.ts'
import { organisationStaffCalls } from '#contracts/vendors/organisation-calls.ts'
import { callAdmin } from '../../calls/call.ts'

/** The calls that this screen shows, since a change may affect each. */
export const ORGANISATION_READS = [
  organisationStaffCalls.list,
  organisationStaffCalls.listRequests,
  pendingWorkCalls.list,
]

export const decideRequest = (id: string, decision: Partial<OrganisationDecision>) =>
  callAdmin(organisationStaffCalls.decide, {
    params: { id },
    body: { status: 'rejected', reason: '', productIds: [], ...decision },
  })
export const assignProduct = (id: string, product: string) =>
  callAdmin(organisationStaffCalls.assignProduct, { params: { id, product } })
export const releaseProduct = (id: string, product: string) =>
  callAdmin(organisationStaffCalls.releaseProduct, { params: { id, product } })
export const releaseDomain = (id: string, domain: string) =>
  callAdmin(organisationStaffCalls.releaseDomain, { params: { id, domain } })
export const removeOrganisation = (id: string) => callAdmin(organisationStaffCalls.remove, { params: { id } })
