import { Zip, ZipDeflate } from 'fflate'

/** A file that is to be in a zip: its path, and its text as it comes. */
export type ZipPart = { path: string; text: AsyncIterable<string> | Iterable<string> }

const NOTHING = new Uint8Array()

/** A zip, piece by piece, as its files come: it is never whole in memory. */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  for (const { path, text } of parts) {
    const file = new ZipDeflate(path)
    zip.add(file)
    for await (const piece of text) {
      file.push(Buffer.from(piece))
      yield* ready.splice(0)
    }
    file.push(NOTHING, true)
  }
  zip.end()
  yield* ready
}
