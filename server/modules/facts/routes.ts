import { factEditingCalls } from '#contracts/facts/calls.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { FactService } from './service.ts'

/** The calls of the back office for the facts of products. */
export const factRoutes = ({ editing, review }: FactService) => [
  answer(factEditingCalls.get, ({ params }) => editing.get(params.catalogue, params.id)),
  answer(factEditingCalls.save, ({ params: { catalogue, id }, body, ifMatch, actor }) =>
    editing.save({ catalogue, idOrName: id, ifMatch, actor }, body),
  ),
  answer(factReviewCalls.confirm, ({ params, body, ifMatch, actor }) =>
    editing.confirm(params.id, body, { ifMatch, actor }),
  ),
  answer(factReviewCalls.withdrawConfirmation, ({ params, ifMatch, actor }) =>
    editing.withdrawConfirmation(params.id, { ifMatch, actor }),
  ),
  answer(factReviewCalls.listStale, ({ query }) => review.listStale(query)),
  answer(factReviewCalls.listUnknown, ({ query }) => review.listUnknown(query)),
  answer(factReviewCalls.listIncomplete, ({ query }) => review.listIncomplete(query)),
  answer(factReviewCalls.listDisputes, ({ query }) => review.listDisputes(query)),
]
