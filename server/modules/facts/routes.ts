import { factEditingCalls } from '#contracts/facts/calls.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { FactService } from './service.ts'

/** Back-office routes for products' facts. */
export const factRoutes = ({ editing, review }: FactService) => [
  handle(factEditingCalls.get, ({ params }) => editing.get(params.catalogue, params.id)),
  handle(factEditingCalls.save, ({ params: { catalogue, id }, body, ifMatch, actor }) =>
    editing.save({ catalogue, idOrName: id, ifMatch, actor }, body),
  ),
  handle(factReviewCalls.confirm, ({ params, body, ifMatch, actor }) =>
    editing.confirm(params.id, body, { ifMatch, actor }),
  ),
  handle(factReviewCalls.withdrawConfirmation, ({ params, ifMatch, actor }) =>
    editing.withdrawConfirmation(params.id, { ifMatch, actor }),
  ),
  handle(factReviewCalls.listStale, ({ query }) => review.listStale(query)),
  handle(factReviewCalls.listUnknown, ({ query }) => review.listUnknown(query)),
  handle(factReviewCalls.listIncomplete, ({ query }) => review.listIncomplete(query)),
  handle(factReviewCalls.listDisputes, ({ query }) => review.listDisputes(query)),
]
