import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Unzip, UnzipPassThrough, Zip, type ZipInputFile } from 'fflate'
import { eachInTurns } from '../event-loop.ts'

/** Returns the replacement of a chunk of a part; `isLast` marks the last chunk, which may be empty. */
export type RewritePart = (chunk: Uint8Array, isLast: boolean) => Uint8Array

const EMPTY = new Uint8Array()
const DEFLATED = 8
const unchanged: RewritePart = (chunk) => chunk

/**
 * Streams a ZIP archive with some of its parts rewritten, and all parts compressed. Takes an uncompressed archive;
 * `findRewriter` returns the rewriter for a part's path.
 */
export async function* rewriteZip(
  archive: AsyncIterable<Uint8Array>,
  findRewriter: (path: string) => RewritePart | undefined,
): AsyncGenerator<Uint8Array> {
  const output: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    output.push(bytes)
  })
  /** The compression of the chunks unpacked so far, which is asynchronous. */
  const compressions: (() => Promise<void>)[] = []
  const unzip = new Unzip((part) => {
    const rewrite = findRewriter(part.name) ?? unchanged
    const add = addDeflated(zip, part.name)
    part.ondata = (error, chunk, isLast) => {
      if (error) throw error
      compressions.push(() => add(rewrite(chunk, isLast), isLast))
    }
    part.start()
  })
  unzip.register(UnzipPassThrough)
  const unpack = async (bytes: Uint8Array, isLast: boolean) => {
    unzip.push(bytes, isLast)
    for await (const compress of eachInTurns(compressions.splice(0))) {
      await compress()
    }
  }
  for await (const bytes of archive) {
    await unpack(bytes, false)
    yield* output.splice(0)
  }
  await unpack(EMPTY, true)
  zip.end()
  yield* output
}

/** Starts a part of an archive. Returns a function that adds its next chunk. */
function addDeflated(zip: Zip, filename: string) {
  const deflate = createDeflateRaw()
  const write = promisify((chunk: Uint8Array, done: (error?: Error | null) => void) => deflate.write(chunk, done))
  const file: ZipInputFile = { filename, compression: DEFLATED, crc: 0, size: 0 }
  zip.add(file)
  deflate.on('data', (bytes: Uint8Array<ArrayBuffer>) => file.ondata?.(null, bytes, false))
  return async (chunk: Uint8Array, isLast: boolean): Promise<void> => {
    file.crc = crc32(chunk, file.crc)
    file.size += chunk.length
    if (chunk.length > 0) await write(chunk)
    if (!isLast) return
    deflate.end()
    await finished(deflate)
    file.ondata?.(null, EMPTY, true)
  }
}
