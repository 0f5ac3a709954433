import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { DEFLATED, directoryOf, localHeader, sizesBehind, type ZipFile } from './zip-records.ts'

/** A file that is to be in a zip: its path, and its text as it comes. */
export type ZipPart = { path: string; text: AsyncIterable<string> | Iterable<string> }

/** A zip, piece by piece, as its files come. Compression takes place beside the event loop. */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const files: ZipFile[] = []
  let at = 0
  for (const { path, text } of parts) {
    const named = { name: Buffer.from(path), method: DEFLATED, isStreamed: true, at } as const
    const file: ZipFile = { ...named, crc: 0, packed: 0, size: 0 }
    const header = localHeader(file)
    yield header
    for await (const piece of deflated(counted(text, file))) {
      file.packed += piece.length
      yield piece
    }
    const behind = sizesBehind(file)
    yield behind
    at += header.length + file.packed + behind.length
    files.push(file)
  }
  yield directoryOf(files, at)
}

/** The text as bytes, with what the zip has to say of them. */
async function* counted(text: ZipPart['text'], file: ZipFile): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    file.crc = crc32(bytes, file.crc)
    file.size += bytes.length
    yield bytes
  }
}

function deflated(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // What goes wrong in it is thrown to whoever reads it.
  return pipeline(Readable.from(bytes), createDeflateRaw(), () => {})
}
