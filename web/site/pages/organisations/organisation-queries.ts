import { useQueryClient } from '@tanstack/react-query'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { vendorCalls } from '#contracts/vendors/calls.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../query-of.ts'

/** Returns the query for the organisations of the member `userId`. */
export const ownOrganisationsQuery = (userId: string) => ({
  ...dataOf(queryOf(organisationCalls.listOwn, {}, userId)),
  staleTime: 0,
})

/** Returns the query for an organisation as the member `userId` sees it. */
export const organisationQuery = (id: string, userId: string) => ({
  ...dataOf(queryOf(organisationCalls.get, { params: { id } }, userId)),
  staleTime: 0,
})

/** Returns a function that loads everything again that a change of an organisation may concern. */
export function useReloadOrganisations() {
  const client = useQueryClient()
  return () => invalidate(client, organisationCalls.listOwn, organisationCalls.get, vendorCalls.listOwn)
}

export const getOrganisationUrl = (id: string): string =>
  buildPageUrl(PAGES.myOrganisations, SITE_PAGES.myOrganisations.parameters, { id })
