import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { SUMS } from './format.ts'

export type ArchiveWriter = {
  add(name: string, bytes: string | Uint8Array): Promise<void>
  /** Throws if the stream isn't as long as was said. */
  addStream(name: string, size: number, stream: AsyncIterable<Uint8Array>): Promise<void>
  /** Adds the sums, and gives the archive its name once all of it is on the disk. */
  finish(): Promise<void>
  /** Removes what was written. */
  abort(): Promise<void>
}

/** Begins an archive beside its name, under a hidden one; it is compressed if the name ends in `.gz`. */
export function createArchiveWriter(path: string, now: Date): ArchiveWriter {
  const unfinished = join(dirname(path), `.${basename(path)}.unfinished`)
  const { readable, controller } = createTarPacker()
  const sums: string[] = []
  const file = createWriteStream(unfinished, { mode: 0o600, flush: true })
  const source = Readable.from(readable, { objectMode: false })
  const written = path.endsWith('.gz') ? pipeline(source, createGzip(), file) : pipeline(source, file)
  // Told by what waits for it; until then it is no unhandled rejection.
  written.catch(() => {})

  /** A disk that is full ends the writing: whoever adds mustn't wait for it for ever. */
  const orFailed = <Result>(adding: Promise<Result>): Promise<Result> =>
    Promise.race([adding, written.then(() => adding)])

  async function addStream(name: string, size: number, stream: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256')
    const writer = controller.add({ name, size, mtime: now, mode: 0o600 }).getWriter()
    for await (const chunk of stream) {
      hash.update(chunk)
      await orFailed(writer.write(chunk))
    }
    await orFailed(writer.close())
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }

  async function add(name: string, content: string | Uint8Array) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await addStream(name, bytes.byteLength, [bytes])
  }

  return {
    add,
    addStream,
    async finish() {
      await add(SUMS, sums.join(''))
      controller.finalize()
      await written
      await rename(unfinished, path)
      await syncFolder(dirname(path))
    },
    async abort() {
      controller.error(new Error('the archive was given up'))
      await written.catch(() => {})
      await rm(unfinished, { force: true })
    },
  }
}

/** Flushes a folder's new names to the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
