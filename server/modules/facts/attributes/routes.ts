import { attributeCalls, factCalls } from '#contracts/facts/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { ATTRIBUTES_TOPIC } from '../topics.ts'
import type { AttributeService } from './service.ts'

export const attributeRoutes = (attributes: AttributeService) => [
  answer(factCalls.listAttributes, ({ query }) => attributes.list(query.catalogue), {
    dependsOn: [ATTRIBUTES_TOPIC],
  }),
  answer(attributeCalls.list, () => attributes.listRecords()),
  answer(attributeCalls.get, ({ params }) => attributes.get(params.key)),
  answer(attributeCalls.create, ({ body, actor }) => attributes.create(body, actor)),
  answer(attributeCalls.update, ({ params, body, ifMatch, actor }) =>
    attributes.update(body, { key: params.key, ifMatch, actor }),
  ),
  answer(attributeCalls.remove, ({ params, actor }) => attributes.remove(params.key, actor)),
  answer(attributeCalls.reorder, ({ body, actor }) => attributes.reorder(body.keys, actor)),
  answer(attributeCalls.listRevisions, ({ params, query }) => attributes.listRevisions(params.key, query.page)),
  answer(attributeCalls.getRevision, ({ params }) => attributes.getRevision(params.key, params.revision)),
  answer(attributeCalls.restoreRevision, ({ params: { key, revision }, ifMatch, actor }) =>
    attributes.restoreRevision(revision, { key, ifMatch, actor }),
  ),
]
