import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { matchesEtag } from '#server/platform/http/replies/cached-reply.ts'
import type { RegisterRoutes } from '#server/platform/http/server/routes.ts'
import type { FileService } from './service.ts'

/** Stored names are generated and never reused. */
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** Public route of uploaded files; private ones have routes in their modules. */
export const fileRoutes =
  (files: FileService): RegisterRoutes =>
  (app) => {
    app.get(`${UPLOADS_PREFIX}*`, { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      // The raw URL, not as decoded by the router: a key needs no escaping, so an escaped one is invalid.
      const [url = ''] = request.url.split('?', 1)
      const file = await files.getPublic(url)
      reply.headers({ ...file.headers, 'cache-control': IMMUTABLE_CACHE_CONTROL, etag: file.etag })
      if (matchesEtag(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
      const { stream, size } = await file.open()
      return reply.header('content-length', size).send(stream)
    })
  }
