import { Readable } from 'node:stream'
import { cleanFileName } from './file-name.ts'

/** A file of an archive; it is opened only when it is written. */
export type ZipInput = { name: string; open(): Promise<{ stream: Readable }> }

/** Streams files as a ZIP archive without compression: documents and pictures are compressed already. */
export const streamZip = (entries: readonly ZipInput[]): Readable => Readable.from(writeZip(entries))

async function* writeZip(entries: readonly ZipInput[]): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const { name, open } of withUniqueNames(entries)) {
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

/** Numbers files of equal name, `list.txt`, `list (2).txt`, so that none overwrites another when unpacked. */
function withUniqueNames(entries: readonly ZipInput[]): ZipInput[] {
  const counts = new Map<string, number>()
  return entries.map(({ name: typedName, open }) => {
    // Names are typed by editors: a path in a name could lead outside the target folder when unpacked.
    const name = cleanFileName(typedName)
    const count = (counts.get(name.toLowerCase()) ?? 0) + 1
    counts.set(name.toLowerCase(), count)
    const dot = name.lastIndexOf('.')
    const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    return { name: count === 1 ? name : `${base} (${count})${extension}`, open }
  })
}
