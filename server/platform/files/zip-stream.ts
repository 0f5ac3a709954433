import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import { cleanFileName } from './file-name.ts'

/** A file of an archive; it is opened when its turn comes. */
export type ZipEntry = { name: string; open(): Promise<{ stream: Readable }> }

/** Streams files as a ZIP archive, one after another and as they are: documents and pictures are compressed already. */
export const streamZip = (entries: readonly ZipEntry[]): Readable => Readable.from(writeZip(entries))

async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const { name, open } of nameApart(entries)) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    for await (const chunk of (await open()).stream) {
      file.push(chunk)
      yield* chunks.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}

/** Numbers files of one name, `list.txt`, `list (2).txt`: unpacked, none replaces another. */
function nameApart(entries: readonly ZipEntry[]): ZipEntry[] {
  const counts = new Map<string, number>()
  return entries.map(({ name: typedName, open }) => {
    // An editor types it: with a path in it, a careless program would unpack to anywhere.
    const name = cleanFileName(typedName)
    const count = (counts.get(name.toLowerCase()) ?? 0) + 1
    counts.set(name.toLowerCase(), count)
    const dot = name.lastIndexOf('.')
    const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    return { name: count === 1 ? name : `${base} (${count})${extension}`, open }
  })
}
