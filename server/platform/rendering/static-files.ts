/** Serves the built and the public files from memory, as compressed by the build. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import {
  type Bodies,
  compressOnDemand,
  createCachedReply,
  uncompressed,
} from '#server/platform/http/replies/cached-reply.ts'
import { compressBody, decodeBody } from '#server/platform/http/replies/encodings.ts'
import { FILE_ROUTE, type ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { DATA_POLICY, SECURITY_HEADERS } from '#server/platform/http/server/security-headers.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.webmanifest', '.txt'])
/** A file under `assets/` has its content hash in its name. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const CACHE_ONE_DAY = 'public, max-age=86400'

/** Caches every file below a folder under its URL. The entries never expire, since they depend on no data. */
export async function cacheStaticFiles(cache: ReplyCache, folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const extension = extname(entry.name)
      const type = TYPES[extension]
      if (!type || extension === '.map') return
      const url = `/${relative(folder, path).split(sep).join('/')}`
      cache.pin(
        url,
        createCachedReply({
          bodies: COMPRESSIBLE.has(extension) ? await loadBodies(path) : uncompressed(await readFile(path)),
          headers: {
            'content-type': type,
            'cache-control': url.startsWith('/assets/') ? CACHE_FOREVER : CACHE_ONE_DAY,
            'content-security-policy': DATA_POLICY,
            ...SECURITY_HEADERS,
          },
          topics: [],
          count: cache.getReplyCount(FILE_ROUTE),
        }),
      )
    }),
  )
}

/**
 * Returns a file as compressed with brotli by the build, without the file itself. The gzip variant, for the few clients
 * that don't accept brotli, is created on demand.
 */
async function loadBodies(path: string): Promise<Bodies> {
  try {
    const br = await readFile(`${path}.br`)
    return {
      ready: { br },
      async encode(encoding) {
        const plain = await decodeBody('br', br)
        return encoding === 'identity' ? plain : compressBody(encoding, plain, 'small')
      },
      transient: ['identity'],
    }
  } catch {
    return compressOnDemand(await readFile(path))
  }
}
