import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { accepted, defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { ContentDraftService } from './service.ts'

/** Routes of the drafts beside published documents. */
export const contentDraftRoutes = (drafts: ContentDraftService) => [
  defineRoute(contentDraftCalls.list, () => drafts.list()),
  defineRoute(contentDraftCalls.calendar, ({ query }) => drafts.getCalendar(query)),
  defineRoute(contentDraftCalls.get, ({ params }) => drafts.get(params.kind)),
  defineRoute(contentDraftCalls.save, ({ params, query, body, user, ifMatch }) =>
    drafts.save(params.kind, body, { actor: user, ifMatch, base: query.base, isConfirmed: query.confirmed }),
  ),
  defineRoute(contentDraftCalls.discard, ({ params, user, ifMatch }) =>
    drafts.discard(params.kind, { actor: user, ifMatch }),
  ),
  defineRoute(contentDraftCalls.publish, ({ params, body, user }) => drafts.publish(params.kind, body, user), {
    present: (published) =>
      published.scheduledFor === null ? withMessage(CONTENT_DRAFT_MESSAGES.published, published) : accepted(published),
  }),
  defineRoute(contentDraftCalls.unschedule, ({ params, user }) => drafts.unschedule(params.kind, user)),
  defineRoute(contentDraftCalls.listPreviewLinks, ({ params }) => drafts.links.list(params.kind)),
  defineRoute(contentDraftCalls.createPreviewLink, ({ params, body, user }) =>
    drafts.links.create(params.kind, body.expiresAt, user),
  ),
  defineRoute(contentDraftCalls.revokePreviewLink, ({ params, user }) =>
    drafts.links.revoke(params.kind, params.link, user),
  ),
]
