import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Unzip, UnzipPassThrough, Zip, type ZipInputFile } from 'fflate'
import { yieldToEventLoop } from '../event-loop.ts'

/** Returns the replacement of a chunk of a part; `isLast` marks the last chunk, which may be empty. */
export type RewritePart = (piece: Uint8Array, isLast: boolean) => Uint8Array

const EMPTY = new Uint8Array()
const DEFLATED = 8
const unchanged: RewritePart = (piece) => piece

/**
 * Streams a ZIP archive with some of its parts rewritten, and all parts compressed. Takes an uncompressed archive;
 * `find` returns the rewriter for a part's path.
 */
export async function* rewriteZip(
  archive: AsyncIterable<Uint8Array>,
  find: (path: string) => RewritePart | undefined,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  /** The compression of the chunks unpacked so far, which is asynchronous. */
  const steps: (() => Promise<void>)[] = []
  const unzip = new Unzip((part) => {
    const rewrite = find(part.name) ?? unchanged
    const add = addDeflated(zip, part.name)
    part.ondata = (error, piece, isLast) => {
      if (error) throw error
      steps.push(() => add(rewrite(piece, isLast), isLast))
    }
    part.start()
  })
  unzip.register(UnzipPassThrough)
  const unpack = async (bytes: Uint8Array, isLast: boolean) => {
    unzip.push(bytes, isLast)
    for (const step of steps.splice(0)) {
      await yieldToEventLoop()
      await step()
    }
  }
  for await (const bytes of archive) {
    await unpack(bytes, false)
    yield* written.splice(0)
  }
  await unpack(EMPTY, true)
  zip.end()
  yield* written
}

/** Starts a part of an archive. Returns a function that adds its next chunk. */
function addDeflated(zip: Zip, filename: string) {
  const deflate = createDeflateRaw()
  const write = promisify((piece: Uint8Array, done: (error?: Error | null) => void) => deflate.write(piece, done))
  const file: ZipInputFile = { filename, compression: DEFLATED, crc: 0, size: 0 }
  zip.add(file)
  deflate.on('data', (bytes: Uint8Array<ArrayBuffer>) => file.ondata?.(null, bytes, false))
  return async (piece: Uint8Array, isLast: boolean): Promise<void> => {
    file.crc = crc32(piece, file.crc)
    file.size += piece.length
    if (piece.length > 0) await write(piece)
    if (!isLast) return
    deflate.end()
    await finished(deflate)
    file.ondata?.(null, EMPTY, true)
  }
}
