/**
 * Compresses built files with brotli at the highest level at build time, so that the server doesn't compress them at
 * startup.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotliAsync = promisify(brotliCompress)

const TEXT_EXTENSIONS = new Set(['.js', '.css', '.svg', '.webmanifest', '.txt'])

/** Writes a `.br` next to every text file below a directory. */
export async function compressFiles(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true })
  await Promise.all(
    files
      .filter((entry) => entry.isFile() && TEXT_EXTENSIONS.has(extname(entry.name)))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const body = await readFile(path)
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
        await writeFile(`${path}.br`, await brotliAsync(body, { params }))
      }),
  )
}
