import { factEditingCalls } from '#contracts/facts/calls.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { FactService } from './service.ts'

/** Back-office routes for products' facts. */
export const factRoutes = ({ editing, review, listAllChanges }: FactService) => [
  defineRoute(factEditingCalls.get, ({ params }) => editing.get(params.catalogue, params.id)),
  defineRoute(factEditingCalls.save, ({ params: { catalogue, id }, body, ifMatch, user }) =>
    editing.save({ catalogue, idOrName: id }, body, { actor: user, ifMatch }),
  ),
  defineRoute(factReviewCalls.confirm, ({ params, body, ifMatch, user }) =>
    editing.confirm(params.id, body, { actor: user, ifMatch }),
  ),
  defineRoute(factReviewCalls.withdrawConfirmation, ({ params, ifMatch, user }) =>
    editing.withdrawConfirmation(params.id, { actor: user, ifMatch }),
  ),
  defineRoute(factReviewCalls.listAllChanges, ({ query, user }) => listAllChanges(query, user)),
  defineRoute(factReviewCalls.listStale, ({ query, user }) => review.listStale(query, user)),
  defineRoute(factReviewCalls.listUnknown, ({ query }) => review.listUnknown(query)),
  defineRoute(factReviewCalls.listIncomplete, ({ query }) => review.listIncomplete(query)),
  defineRoute(factReviewCalls.listDisputes, ({ query }) => review.listDisputes(query)),
]
