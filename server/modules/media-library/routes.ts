import { mediaLibraryCalls } from '#contracts/media-library/calls.ts'
import { MEDIA_MESSAGES } from '#contracts/media-library/messages.ts'
import type { MediaReplacementService } from '#server/modules/media-replacement/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { MediaLibraryService } from './service.ts'

/** Back-office routes of the media library. */
export const mediaLibraryRoutes = (library: MediaLibraryService, replacement: MediaReplacementService) => [
  defineRoute(mediaLibraryCalls.list, ({ query }) => library.list(query)),
  defineRoute(mediaLibraryCalls.listUses, ({ query, user }) => library.listUses(query.url, user)),
  defineRoute(mediaLibraryCalls.setAltText, ({ body, user }) => library.setAltText(body, user)),
  defineRoute(mediaLibraryCalls.replace, async ({ body, user }) => {
    const report = await replacement.replace(body, user)
    return withMessage(
      MEDIA_MESSAGES.replaced(report.uses.filter(({ outcome }) => outcome === 'replaced').length),
      report,
    )
  }),
  defineRoute(mediaLibraryCalls.remove, ({ body, user }) => library.remove(body.url, user)),
]
