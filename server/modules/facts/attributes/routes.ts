import { attributeCalls } from '#contracts/facts/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { AttributeService } from './service.ts'

export const attributeRoutes = (attributes: AttributeService) => [
  defineRoute(attributeCalls.list, () => attributes.listRecords()),
  defineRoute(attributeCalls.get, ({ params }) => attributes.get(params.key)),
  defineRoute(attributeCalls.create, ({ body, actor }) => attributes.create(body, actor)),
  defineRoute(attributeCalls.update, ({ params, body, ifMatch, actor }) =>
    attributes.update(body, { key: params.key, ifMatch, actor }),
  ),
  defineRoute(attributeCalls.remove, ({ params, actor }) => attributes.remove(params.key, actor)),
  defineRoute(attributeCalls.reorder, ({ body, actor }) => attributes.reorder(body.keys, actor)),
  defineRoute(attributeCalls.listRevisions, ({ params, query }) => attributes.listRevisions(params.key, query.page)),
  defineRoute(attributeCalls.getRevision, ({ params }) => attributes.getRevision(params.key, params.revision)),
  defineRoute(attributeCalls.restoreRevision, ({ params: { key, revision }, ifMatch, actor }) =>
    attributes.restoreRevision(revision, { key, ifMatch, actor }),
  ),
]
