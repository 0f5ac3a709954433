import { mediaLibraryCalls } from '#contracts/media-library/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { MediaLibraryService } from './service.ts'

/** Back-office routes of the media library. */
export const mediaLibraryRoutes = (library: MediaLibraryService) => [
  defineRoute(mediaLibraryCalls.list, ({ query }) => library.list(query)),
  defineRoute(mediaLibraryCalls.listUses, ({ query }) => library.listUses(query.url)),
  defineRoute(mediaLibraryCalls.setAltText, ({ body, user }) => library.setAltText(body, user)),
  defineRoute(mediaLibraryCalls.remove, ({ body, user }) => library.remove(body.url, user)),
]
