import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import type { Appendix } from '#contracts/evaluation-projects/report-runs.ts'

/** Creates a writer of an appendix, which is hashed as it is and compressed in another thread. */
export function createAppendixWriter() {
  const hash = createHash('sha256')
  const gzip = createGzip()
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  let bytes = 0
  let trials = 0
  return {
    /** Adds the lines of trials, each with its line feed. */
    async write(lines: readonly string[]): Promise<void> {
      const part = Buffer.from(lines.join(''))
      hash.update(part)
      bytes += part.byteLength
      trials += lines.length
      if (!gzip.write(part)) await once(gzip, 'drain')
    },

    /** Returns the compressed file and what identifies it; `null` if nothing was written. */
    async end(): Promise<{ appendix: Appendix; compressed: Buffer } | null> {
      gzip.end()
      await once(gzip, 'end')
      if (trials === 0) return null
      return { appendix: { sha256: hash.digest('hex'), bytes, trials }, compressed: Buffer.concat(chunks) }
    },
  }
}
