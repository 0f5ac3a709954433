import { organisationCalls, organisationStaffCalls } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { VendorOrganisationService } from './service.ts'

/** Routes of the people of organisations. */
export const organisationRoutes = (organisations: VendorOrganisationService) => [
  defineRoute(organisationCalls.listOwn, ({ user }) => organisations.listOwn(user.id)),
  defineRoute(organisationCalls.found, ({ body, user }) => organisations.found(body, user)),
  defineRoute(organisationCalls.get, ({ params, user }) => organisations.get(params.id, user.id)),
  defineRoute(organisationCalls.rename, ({ params, body, user }) => organisations.rename(params.id, body, user)),
  defineRoute(organisationCalls.dissolve, ({ params, user }) => organisations.dissolve(params.id, user)),
  defineRoute(organisationCalls.claimDomain, ({ params, user }) => organisations.claimDomain(params.id, user)),
  defineRoute(organisationCalls.invite, ({ params, body, user }) => organisations.invite(params.id, body, user)),
  defineRoute(organisationCalls.accept, ({ params, user }) => organisations.accept(params.id, user)),
  defineRoute(organisationCalls.changeRole, ({ params, body, user }) =>
    organisations.changeRole(params.id, params.member, body.role, user),
  ),
  defineRoute(organisationCalls.removeMember, async ({ params, user }) => {
    const { hasLeft } = await organisations.removeMember(params.id, params.member, user)
    return withMessage(hasLeft ? MESSAGES.left : MESSAGES.removed, null)
  }),
  defineRoute(organisationCalls.request, ({ body, user }) => organisations.request(body, user)),
  defineRoute(organisationCalls.withdrawRequest, ({ params, user }) => organisations.withdrawRequest(params.id, user)),
]

/** Routes of staff. */
export const organisationStaffRoutes = ({ staff }: VendorOrganisationService) => [
  defineRoute(organisationStaffCalls.listRequests, ({ query }) => staff.listRequests(query.page)),
  defineRoute(organisationStaffCalls.decide, async ({ params, body, user }) =>
    withMessage(
      body.status === 'approved' ? MESSAGES.approved : MESSAGES.rejected,
      await staff.decide(params.id, body, user),
    ),
  ),
  defineRoute(organisationStaffCalls.list, ({ query }) => staff.list(query)),
  defineRoute(organisationStaffCalls.assignProduct, ({ params, user }) =>
    staff.assignProduct(params.id, params.product, user),
  ),
  defineRoute(organisationStaffCalls.releaseProduct, ({ params, user }) =>
    staff.releaseProduct(params.id, params.product, user),
  ),
  defineRoute(organisationStaffCalls.releaseDomain, ({ params, user }) =>
    staff.releaseDomain(params.id, params.domain, user),
  ),
  defineRoute(organisationStaffCalls.remove, ({ params, user }) => staff.remove(params.id, user)),
]
