/** Caches the files of the build, which are served from memory. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import {
  type BodySource,
  createCachedReply,
  createCompressedBody,
  createUncompressedBody,
} from '#server/platform/http/replies/cached-reply.ts'
import { compressBody, decodeBody } from '#server/platform/http/replies/encodings.ts'
import { FILE_ROUTE, type ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { DATA_POLICY, SECURITY_HEADERS } from '#server/platform/http/server/security-headers.ts'

/** The types that are served: neither source maps nor the compressed variants, which are served as their file. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.webmanifest', '.txt'])
/** A file under `assets/` has its content hash in its name. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const CACHE_ONE_DAY = 'public, max-age=86400'

/** Caches every file of a folder and its subfolders under its URL, for the lifetime of the process. */
export async function cacheStaticFiles(cache: ReplyCache, folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const extension = extname(entry.name)
      const type = TYPES[extension]
      if (!type) return
      const url = `/${relative(folder, path).split(sep).join('/')}`
      cache.pin(
        url,
        createCachedReply({
          body: COMPRESSIBLE.has(extension)
            ? await loadCompressedBody(path)
            : createUncompressedBody(await readFile(path)),
          headers: {
            'content-type': type,
            'cache-control': url.startsWith('/assets/') ? CACHE_FOREVER : CACHE_ONE_DAY,
            'content-security-policy': DATA_POLICY,
            ...SECURITY_HEADERS,
          },
          topics: [],
          routeCount: cache.getReplyCount(FILE_ROUTE),
        }),
      )
    }),
  )
}

/**
 * Returns a file's body as the build has compressed it with brotli. The gzip variant, for the few clients that don't
 * accept brotli, is created on demand. If the file isn't compressed, returns its content.
 */
async function loadCompressedBody(path: string): Promise<BodySource> {
  try {
    const br = await readFile(`${path}.br`)
    return {
      available: { br },
      async encode(encoding) {
        const uncompressed = await decodeBody('br', br)
        return encoding === 'identity' ? uncompressed : compressBody(encoding, uncompressed, 'best')
      },
      uncachedEncodings: ['identity'],
    }
  } catch {
    return createCompressedBody(await readFile(path))
  }
}
