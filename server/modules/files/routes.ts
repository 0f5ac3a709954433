import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { isSame } from '#server/platform/http/replies/cached-reply.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import type { FileService } from './service.ts'

/** Stored names are ours and never used twice. */
const FOREVER = 'public, max-age=31536000, immutable'

export const fileRoutes =
  (files: FileService): Routes =>
  (app) => {
    app.get(`${UPLOADS_PREFIX}*`, { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      // The address as it came, not as the router decoded it: a key needs no escape, so an escaped one is no key.
      const [address = ''] = request.url.split('?', 1)
      const file = await files.findPublic(address)
      reply.headers({ ...file.headers, 'cache-control': FOREVER, etag: file.etag })
      if (isSame(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
      const { stream, size } = await file.open()
      return reply.header('content-length', size).send(stream)
    })
  }
