/** Compresses built files as far as it goes, once, so that no start of the server has to. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const TEXTS = new Set(['.js', '.css', '.svg', '.webmanifest', '.txt'])

/** Writes a `.br` and a `.gz` beside every text file below a folder. */
export async function packFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    files
      .filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const body = await readFile(path)
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
        await writeFile(`${path}.br`, await brotli(body, { params }))
        await writeFile(`${path}.gz`, await gzipped(body, { level: 9 }))
      }),
  )
}
