/**
 * Builds both front ends into dist/: the site's files and its server entry, the back office, and the software bill of
 * materials. `--if-needed` skips the build if no source has changed.
 */
import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { ADMIN_CHUNKS } from './admin-chunks.ts'
import { compressFiles } from './compress-files.ts'
import { createSbom } from './sbom.ts'
import { createSiteChunks } from './site-chunks.ts'

const ROOT = join(import.meta.dirname, '..')
const HASH_FILE = join(ROOT, 'dist/sources.sha256')
const SOURCE_DIRECTORIES = ['web', 'contracts']
const SOURCE_FILES = ['package-lock.json', 'vite.config.ts']

/** Returns one hash of all files that the build reads. */
async function hashSources(): Promise<string> {
  const entries = await Promise.all(
    SOURCE_DIRECTORIES.map(async (directory) =>
      (await readdir(join(ROOT, directory), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    ),
  )
  const hash = createHash('sha256')
  for (const file of [...entries.flat().sort(), ...SOURCE_FILES.map((name) => join(ROOT, name))])
    hash.update(file.slice(ROOT.length)).update(await readFile(file))
  return hash.digest('hex')
}

// With another value, such as that of a test runner, the bundle would contain React's development build, which fails
// when it renders.
process.env.NODE_ENV = 'production'

const hash = await hashSources()
const lastHash = await readFile(HASH_FILE, 'utf8').catch(() => '')
if (!process.argv.includes('--if-needed') || lastHash !== hash) {
  // Written again at the end, so that an interrupted build doesn't pass for a complete one.
  await rm(HASH_FILE, { force: true })
  await build({
    root: ROOT,
    logLevel: 'warn',
    build: {
      rolldownOptions: {
        input: 'web/site/entry-client.tsx',
        output: { codeSplitting: createSiteChunks(ROOT) },
      },
    },
  })
  await build({ root: ROOT, logLevel: 'warn', build: { ssr: 'web/site/entry-server.tsx' } })
  // A separate build: chunks shared with the back office would make the site's visitors download more.
  await build({
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'dist/admin',
      modulePreload: { polyfill: false },
      assetsDir: 'assets/admin',
      chunkSizeWarningLimit: 1_500,
      rolldownOptions: {
        input: ['web/admin/main.tsx', 'web/admin/frame/frame.css'],
        output: { codeSplitting: ADMIN_CHUNKS },
      },
    },
  })
  await cp(join(ROOT, 'web/admin/frame'), join(ROOT, 'dist/admin/frame'), {
    recursive: true,
    filter: (file) => !file.endsWith('.css'),
  })
  await compressFiles(join(ROOT, 'dist/client'))
  await compressFiles(join(ROOT, 'dist/admin'))
  await writeFile(join(ROOT, 'dist/sbom.json'), createSbom(await readFile(join(ROOT, 'package-lock.json'), 'utf8')))
  await writeFile(HASH_FILE, hash)
}
