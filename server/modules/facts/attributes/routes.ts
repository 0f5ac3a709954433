import { attributeCalls } from '#contracts/facts/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { AttributeService } from './service.ts'

/** Back-office routes for the attributes of products' facts. */
export const attributeRoutes = (attributes: AttributeService) => [
  defineRoute(attributeCalls.list, ({ query }) => attributes.listRecords(query.search)),
  defineRoute(attributeCalls.get, ({ params }) => attributes.get(params.key)),
  defineRoute(attributeCalls.create, ({ body, user }) => attributes.create(body, user)),
  defineRoute(attributeCalls.update, ({ params, body, ifMatch, user }) =>
    attributes.update(params.key, body, { actor: user, ifMatch }),
  ),
  defineRoute(attributeCalls.remove, ({ params, user }) => attributes.remove(params.key, user)),
  defineRoute(attributeCalls.reorder, ({ body, user }) => attributes.reorder(body.keys, user)),
  defineRoute(attributeCalls.listRevisions, ({ params, query }) => attributes.listRevisions(params.key, query.page)),
  defineRoute(attributeCalls.getRevision, ({ params }) => attributes.getRevision(params.key, params.revision)),
  defineRoute(attributeCalls.restoreRevision, ({ params: { key, revision }, ifMatch, user }) =>
    attributes.restoreRevision(key, revision, { actor: user, ifMatch }),
  ),
]
