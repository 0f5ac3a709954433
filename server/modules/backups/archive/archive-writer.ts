import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { CHECKSUMS_NAME } from './format.ts'

export type ArchiveWriter = {
  add(name: string, bytes: string | Uint8Array): Promise<void>
  /** Throws if the stream's length isn't `size`. */
  addStream(name: string, size: number, stream: AsyncIterable<Uint8Array>): Promise<void>
  /** Adds the checksums, and renames the archive to its final name once all of it is flushed to disk. */
  finish(): Promise<void>
  /**
   * Deletes the unfinished archive. Returns the error of writing it to disk, if there was one: such an error also makes the
   * other functions fail, but with whatever the closed streams report.
   */
  abort(): Promise<Error | undefined>
}

/**
 * Starts an archive under a hidden temporary name in the folder of `path`. Compresses it if `path` ends in `.gz`. Throws
 * if the folder doesn't exist or can't be written to.
 */
export async function createArchiveWriter(path: string, now: Date): Promise<ArchiveWriter> {
  const unfinishedPath = join(dirname(path), `.${basename(path)}.unfinished`)
  const handle = await open(unfinishedPath, 'w', 0o600)
  const { readable, controller } = createTarPacker()
  const checksums: string[] = []
  const file = handle.createWriteStream({ flush: true })
  let diskError: Error | undefined
  file.on('error', (error) => {
    if ('syscall' in error) diskError ??= error
  })
  const source = Readable.from(readable, { objectMode: false })
  const writing = path.endsWith('.gz') ? pipeline(source, createGzip(), file) : pipeline(source, file)
  // Prevents an unhandled rejection until `finish` or `abort` awaits it.
  writing.catch(() => {})

  /**
   * Waits until data is added. Rejects if writing to disk fails, for example because the disk is full: then the stream
   * would never accept the data.
   */
  const rejectIfWritingFails = <Result>(adding: Promise<Result>): Promise<Result> =>
    Promise.race([adding, writing.then(() => adding)])

  async function addStream(name: string, size: number, stream: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256')
    const writer = controller.add({ name, size, mtime: now, mode: 0o600 }).getWriter()
    for await (const chunk of stream) {
      hash.update(chunk)
      await rejectIfWritingFails(writer.write(chunk))
    }
    await rejectIfWritingFails(writer.close())
    checksums.push(`${hash.digest('hex')}  ${name}\n`)
  }

  async function add(name: string, content: string | Uint8Array) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await addStream(name, bytes.byteLength, [bytes])
  }

  return {
    add,
    addStream,
    async finish() {
      await add(CHECKSUMS_NAME, checksums.join(''))
      controller.finalize()
      await writing
      await rename(unfinishedPath, path)
      await syncFolder(dirname(path))
    },
    async abort() {
      controller.error(new Error('the archive was aborted'))
      await writing.catch(() => {})
      if (!file.closed) await once(file, 'close')
      await rm(unfinishedPath, { force: true })
      return diskError
    },
  }
}

/** Flushes a folder's new entries to disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
