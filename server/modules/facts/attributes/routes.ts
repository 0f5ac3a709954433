import { attributeCalls, factCalls } from '#contracts/facts/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { ATTRIBUTES_TOPIC } from '../topics.ts'
import type { AttributeService } from './service.ts'

export const attributeRoutes = (attributes: AttributeService) => [
  handle(factCalls.listAttributes, async ({ query }) => [...(await attributes.list(query.catalogue))], {
    dependsOn: [ATTRIBUTES_TOPIC],
  }),
  handle(attributeCalls.list, () => attributes.listRecords()),
  handle(attributeCalls.get, ({ params }) => attributes.get(params.key)),
  handle(attributeCalls.create, ({ body, actor }) => attributes.create(body, actor)),
  handle(attributeCalls.update, ({ params, body, ifMatch, actor }) =>
    attributes.update(body, { key: params.key, ifMatch, actor }),
  ),
  handle(attributeCalls.remove, ({ params, actor }) => attributes.remove(params.key, actor)),
  handle(attributeCalls.reorder, ({ body, actor }) => attributes.reorder(body.keys, actor)),
  handle(attributeCalls.listRevisions, ({ params, query }) => attributes.listRevisions(params.key, query.page)),
  handle(attributeCalls.getRevision, ({ params }) => attributes.getRevision(params.key, params.revision)),
  handle(attributeCalls.restoreRevision, ({ params: { key, revision }, ifMatch, actor }) =>
    attributes.restoreRevision(revision, { key, ifMatch, actor }),
  ),
]
