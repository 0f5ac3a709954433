import { factEditingCalls } from '#contracts/facts/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { FactService } from './service.ts'

/** The calls of the back office for the facts of products. */
export const factRoutes = ({ editing, review }: FactService) => [
  answer(factEditingCalls.get, ({ params }) => editing.get(params.catalogue, params.id)),
  answer(factEditingCalls.save, ({ params: { catalogue, id }, body, ifMatch, actor }) =>
    editing.save({ catalogue, idOrName: id, ifMatch, actor }, body),
  ),
  answer(factEditingCalls.confirm, ({ params, body, ifMatch, actor }) =>
    editing.confirm(params.id, body, { ifMatch, actor }),
  ),
  answer(factEditingCalls.listStale, ({ query }) => review.listStale(query)),
  answer(factEditingCalls.listUnknown, ({ query }) => review.listUnknown(query)),
]
