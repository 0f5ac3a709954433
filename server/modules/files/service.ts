import { DAY_MS } from '#contracts/durations.ts'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { isScreenshotUrl, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { isFileKey } from '#server/platform/files/file-key.ts'
import type { FileStore, OpenFile } from '#server/platform/files/file-store.ts'
import type { SentFile } from '#server/platform/http/calls/handle.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { responseHeaders } from './response-headers.ts'
import {
  deleteFile,
  type FileRow,
  findFile,
  isNamed,
  saveFile,
  streamKeysBefore,
  streamPrivateKeys,
  streamRevisionTexts,
  streamTextsWithFiles,
} from './store.ts'

export type FileService = ReturnType<typeof createFileService>

export type NewFile = { key: string; bytes: Uint8Array; mimetype: string; originalName: string }
/** A stored file to be sent; its bytes are read on demand. */
export type ServedFile = {
  headers: Record<string, string>
  etag: string
  /** Throws `notFound` if the bytes are gone. */
  open(): Promise<OpenFile>
}

/** The beginning of the keys of files that have no address: who may read them, their module decides. */
export const PRIVATE_PREFIX = 'private/'
/** The beginning of the keys of attachments: visitors get them by the call that asks whether a document lists them. */
export const ATTACHMENTS_PREFIX = 'attachments/'

/** Returns the address of a stored file, as documents and rows hold it. */
export const toUrl = (key: string): string => UPLOADS_PREFIX + key

const ADDRESS = /\/uploads\/([A-Za-z0-9][\w./-]*)/g

/**
 * Returns the keys of the file addresses in texts; one at the end of a sentence also without its full stop. A screenshot's
 * smaller file, which no text names, comes with its larger one.
 */
async function* extractKeys(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (const [, key = ''] of text.matchAll(ADDRESS)) {
      yield key
      if (isScreenshotUrl(toUrl(key))) yield toSmallScreenshot(key)
      yield key.replace(/\.+$/, '')
    }
}

/** Creates the service for uploaded files: bytes in the file store, metadata in a row. */
export function createFileService(dependencies: { database: Database; files: FileStore; clock: Clock }) {
  const { database, files, clock } = dependencies
  /** Keys that a revision names. Revisions are never deleted, so one reading of all of them is enough for a key. */
  const namedByHistory = new Set<string>()

  const toServedFile = ({ key, size, createdAt }: FileRow, headers: Record<string, string>): ServedFile => ({
    headers,
    etag: computeEtag(`${key} ${size} ${createdAt}`),
    async open() {
      const file = await files.open(key)
      if (!file) throw notFound()
      return file
    },
  })

  return {
    /**
     * Saves a file whose type was detected from its bytes, and returns its address. Call it outside a transaction,
     * since a bucket may be slow. The row comes first, so that the store has no file without a row. `inTransaction`
     * runs in the row's transaction.
     */
    async save(
      { key, bytes, mimetype, originalName }: NewFile,
      inTransaction?: (write: Write) => Promise<void>,
    ): Promise<string> {
      const row = { key, mimetype, originalName, size: bytes.byteLength, createdAt: timestamp(clock) }
      await database.write(async (write) => {
        await saveFile(write.tx, row)
        await inTransaction?.(write)
      })
      await files.put(key, bytes)
      return toUrl(key)
    },

    /**
     * Deletes a file's row inside the caller's transaction: it is no longer served. Returns the name that it was uploaded
     * with; `undefined` if there was none.
     */
    delete: ({ tx }: Write, key: string): Promise<string | undefined> => deleteFile(tx, key),

    /** Returns whether anything that is kept names a file: a document, a row, or a revision that may be restored. */
    isNamed: ({ tx }: Write, key: string): Promise<boolean> => isNamed(tx, toUrl(key)),

    /** Deletes the bytes of a deleted file, after the commit. */
    deleteBytes: (key: string): Promise<void> => files.remove(key),

    /**
     * Deletes files that are older than a day and not referenced by any document, product, QR code, setting, submission,
     * evaluation project or revision. Returns their number.
     */
    async cleanUp(): Promise<number> {
      const dayAgo = new Date(clock.now().getTime() - DAY_MS).toISOString()
      const unreferenced = new Set<string>()
      for await (const key of streamKeysBefore(database.read, dayAgo)) unreferenced.add(key)
      for await (const key of streamPrivateKeys(database.read)) unreferenced.delete(key)
      for (const key of namedByHistory) unreferenced.delete(key)
      for await (const key of extractKeys(streamTextsWithFiles(database.read))) unreferenced.delete(key)
      if (unreferenced.size === 0) return 0
      for await (const key of extractKeys(streamRevisionTexts(database.read)))
        if (unreferenced.delete(key)) namedByHistory.add(key)
      for (const key of unreferenced) {
        await database.write(({ tx }) => deleteFile(tx, key))
        await files.remove(key)
      }
      return unreferenced.size
    },

    /** Returns the file at an address below `/uploads/`, to the letter. Throws `notFound` for every other text. */
    async find(address: string): Promise<ServedFile> {
      const key = address.startsWith(UPLOADS_PREFIX) ? address.slice(UPLOADS_PREFIX.length) : ''
      const row = isFileKey(key) && !key.startsWith(PRIVATE_PREFIX) ? await findFile(database.read, key) : undefined
      if (!row) throw notFound()
      return toServedFile(row, responseHeaders(row))
    },

    /** Returns the file at an address that anyone may open. Throws `notFound` for every other text. */
    async findPublic(address: string): Promise<ServedFile> {
      if (address.startsWith(toUrl(ATTACHMENTS_PREFIX))) throw notFound()
      return this.find(address)
    },

    /** Returns a file that has no address, for saving; its module has seen who asks. Throws `notFound`. */
    async findPrivate(key: string): Promise<ServedFile> {
      const row = key.startsWith(PRIVATE_PREFIX) ? await findFile(database.read, key) : undefined
      if (!row) throw notFound()
      return toServedFile(row, responseHeaders(row, 'attachment'))
    },
  }
}

/** Returns a private file as a reply that nobody keeps but who asked for it. Throws `notFound` if the bytes are gone. */
export async function sendPrivate({ headers, open }: ServedFile): Promise<SentFile> {
  const { stream, size } = await open()
  return { headers: { ...headers, 'cache-control': 'private, no-store', 'content-length': size }, body: stream }
}

/** Returns a stored file never changes under its key; its row's facts name it as well as its bytes would. */
const computeEtag = (identity: string) => `"${sha256(identity).slice(0, 22)}"`
