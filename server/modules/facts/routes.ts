import { factEditingCalls } from '#contracts/facts/calls.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { FactService } from './service.ts'

/** Back-office routes for products' facts. */
export const factRoutes = ({ editing, review }: FactService) => [
  defineRoute(factEditingCalls.get, ({ params }) => editing.get(params.catalogue, params.id)),
  defineRoute(factEditingCalls.save, ({ params: { catalogue, id }, body, ifMatch, actor }) =>
    editing.save({ catalogue, idOrName: id, ifMatch, actor }, body),
  ),
  defineRoute(factReviewCalls.confirm, ({ params, body, ifMatch, actor }) =>
    editing.confirm(params.id, body, { ifMatch, actor }),
  ),
  defineRoute(factReviewCalls.withdrawConfirmation, ({ params, ifMatch, actor }) =>
    editing.withdrawConfirmation(params.id, { ifMatch, actor }),
  ),
  defineRoute(factReviewCalls.listStale, ({ query }) => review.listStale(query)),
  defineRoute(factReviewCalls.listUnknown, ({ query }) => review.listUnknown(query)),
  defineRoute(factReviewCalls.listIncomplete, ({ query }) => review.listIncomplete(query)),
  defineRoute(factReviewCalls.listDisputes, ({ query }) => review.listDisputes(query)),
]
