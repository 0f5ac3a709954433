import { contentDraftCalls, productDraftCalls } from '#contracts/content-drafts/calls.ts'
import type { Published } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { accepted, defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { ContentDraftService } from './service.ts'

const PUBLISHING = {
  present: (published: Published) =>
    published.scheduledFor === null ? withMessage(CONTENT_DRAFT_MESSAGES.published, published) : accepted(published),
}

/** Routes of the drafts beside published documents. */
export const contentDraftRoutes = ({ ofDocument, links, ...drafts }: ContentDraftService) => [
  defineRoute(contentDraftCalls.list, () => drafts.list()),
  defineRoute(contentDraftCalls.calendar, ({ query }) => drafts.getCalendar(query)),
  defineRoute(contentDraftCalls.get, ({ params, user }) => drafts.get(ofDocument(params.kind), user)),
  defineRoute(contentDraftCalls.save, ({ params, query, body, user, ifMatch }) =>
    drafts.save(ofDocument(params.kind), body, {
      actor: user,
      ifMatch,
      base: query.base,
      isConfirmed: query.confirmed,
    }),
  ),
  defineRoute(contentDraftCalls.discard, ({ params, user, ifMatch }) =>
    drafts.discard(ofDocument(params.kind), { actor: user, ifMatch }),
  ),
  defineRoute(
    contentDraftCalls.publish,
    ({ params, body, user }) => drafts.publish(ofDocument(params.kind), body, user),
    PUBLISHING,
  ),
  defineRoute(contentDraftCalls.unschedule, ({ params, user }) => drafts.unschedule(ofDocument(params.kind), user)),
  defineRoute(contentDraftCalls.listPreviewLinks, ({ params }) => links.list(ofDocument(params.kind))),
  defineRoute(contentDraftCalls.createPreviewLink, ({ params, body, user }) =>
    links.create(ofDocument(params.kind), body.expiresAt, user),
  ),
  defineRoute(contentDraftCalls.revokePreviewLink, ({ params, user }) =>
    links.revoke(ofDocument(params.kind), params.link, user),
  ),
]

/** Routes of the drafts beside published products. */
export const productDraftRoutes = ({ ofProduct, links, ...drafts }: ContentDraftService) => [
  defineRoute(productDraftCalls.get, async ({ params: { catalogue, id }, user }) =>
    drafts.get(await ofProduct(catalogue, id), user),
  ),
  defineRoute(productDraftCalls.save, async ({ params: { catalogue, id }, query, body, user, ifMatch }) =>
    drafts.save(await ofProduct(catalogue, id), body, {
      actor: user,
      ifMatch,
      base: query.base,
      isConfirmed: query.confirmed,
    }),
  ),
  defineRoute(productDraftCalls.discard, async ({ params: { catalogue, id }, user, ifMatch }) =>
    drafts.discard(await ofProduct(catalogue, id), { actor: user, ifMatch }),
  ),
  defineRoute(
    productDraftCalls.publish,
    async ({ params: { catalogue, id }, body, user }) => drafts.publish(await ofProduct(catalogue, id), body, user),
    PUBLISHING,
  ),
  defineRoute(productDraftCalls.unschedule, async ({ params: { catalogue, id }, user }) =>
    drafts.unschedule(await ofProduct(catalogue, id), user),
  ),
  defineRoute(productDraftCalls.listPreviewLinks, async ({ params: { catalogue, id } }) =>
    links.list(await ofProduct(catalogue, id)),
  ),
  defineRoute(productDraftCalls.createPreviewLink, async ({ params: { catalogue, id }, body, user }) =>
    links.create(await ofProduct(catalogue, id), body.expiresAt, user),
  ),
  defineRoute(productDraftCalls.revokePreviewLink, async ({ params: { catalogue, id, link }, user }) =>
    links.revoke(await ofProduct(catalogue, id), link, user),
  ),
]
