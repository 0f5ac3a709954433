import { DAY_MS } from '#contracts/durations.ts'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { isScreenshotUrl, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { isFileKey } from '#server/platform/files/file-key.ts'
import type { FileStore, OpenFile } from '#server/platform/files/file-store.ts'
import type { SentFile } from '#server/platform/http/calls/define-route.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { getReplyHeaders } from './reply-headers.ts'
import {
  deleteFile,
  type FileReference,
  type FileRow,
  findFile,
  findReferences,
  isReferenced,
  saveFile,
  streamKeysBefore,
  streamPrivateKeys,
  streamProductRevisionTexts,
  streamReferencingTexts,
  streamReportIds,
  streamRevisionTexts,
} from './store.ts'

export type FileService = ReturnType<typeof createFileService>
export type { FileReference }

type NewFile = {
  key: string
  bytes: Uint8Array
  mimetype: string
  originalName: string
  /** What the media library shows of files that staff upload. */
  details?: { width?: number; height?: number; uploadedBy: string; isKept?: boolean }
}
/** A stored file to be sent; its bytes are read on demand. */
export type ServedFile = {
  headers: Record<string, string>
  etag: string
  /** Throws `notFound` if the bytes are missing. */
  open(): Promise<OpenFile>
}

/** Key prefix of files without a URL; their module decides who may read them. */
export const PRIVATE_PREFIX = 'private/'
/** Key prefix of attachments; visitors get them through the route that checks whether a document lists them. */
export const ATTACHMENTS_PREFIX = 'attachments/'

/** Returns the key of a report's appendix: private, since its module decides who may read the report. */
export const toAppendixKey = (reportId: string): string => `${PRIVATE_PREFIX}reports/appendix-${reportId}.jsonl.gz`

/** Returns the URL path of a stored file, as documents and rows store it. */
export const toFileUrl = (key: string): string => UPLOADS_PREFIX + key

type Dependencies = { database: Database; files: FileStore; clock: Clock }

/** Creates the service for uploaded files: bytes in the file store, metadata in a row. */
export function createFileService({ database, files, clock }: Dependencies) {
  /**
   * Keys that revisions refer to. These revisions are never deleted, unlike those of products, so each key has to be looked
   * up in them only once.
   */
  const keysInRevisions = new Set<string>()

  const toServedFile = ({ key, size, createdAt }: FileRow, headers: Record<string, string>): ServedFile => ({
    headers,
    etag: computeEtag(`${key} ${size} ${createdAt}`),
    async open() {
      const file = await files.open(key)
      if (!file) throw notFound()
      return file
    },
  })

  /** Removes a file that was refused, and throws the refusal. After other errors, its reference may be committed. */
  async function removeRefused(key: string, error: unknown): Promise<never> {
    if (error instanceof AppError) {
      await database.write(({ db }) => deleteFile(db, key))
      await files.remove(key)
    }
    throw error
  }

  /** Removes the keys of the files that a document, draft, row or revision refers to from a set. */
  async function removeReferenced(keys: Set<string>): Promise<void> {
    for (const key of keysInRevisions) keys.delete(key)
    await removeMentioned(keys, streamReferencingTexts(database.read))
    if (keys.size === 0) return
    for await (const key of extractKeys(streamRevisionTexts(database.read)))
      if (keys.delete(key)) keysInRevisions.add(key)
    if (keys.size > 0) await removeMentioned(keys, streamProductRevisionTexts(database.read))
  }

  return {
    /**
     * Saves a file whose type was detected from its bytes, and returns its URL path. Must be called outside a
     * transaction, because the store may be slow. The row is committed first, so that the housekeeping finds the bytes
     * if nothing refers to them in the end. `inTransaction` inserts what refers to the file, once its bytes are stored:
     * if the process ends in between, nobody is told of a file that is missing.
     */
    async save(
      { key, bytes, mimetype, originalName, details }: NewFile,
      inTransaction?: (transaction: Transaction) => Promise<void>,
    ): Promise<string> {
      const row = { key, mimetype, originalName, size: bytes.byteLength, createdAt: timestamp(clock), ...details }
      await database.write(({ db }) => saveFile(db, row))
      await files.put(key, bytes)
      if (inTransaction) await database.write(inTransaction).catch((error: unknown) => removeRefused(key, error))
      return toFileUrl(key)
    },

    /**
     * Deletes a file's row inside the caller's transaction, so that it is no longer served. Returns the file's original
     * name; `undefined` if the file doesn't exist.
     */
    delete: ({ db }: Transaction, key: string): Promise<string | undefined> => deleteFile(db, key),

    /** Stores the bytes of a file whose row exists already. */
    saveBytes: (key: string, bytes: Uint8Array): Promise<void> => files.put(key, bytes),

    /** Returns whether the bytes of a file are stored. */
    async hasBytes(key: string): Promise<boolean> {
      const file = await files.open(key)
      file?.stream.destroy()
      return file !== undefined
    },

    /** Returns whether a document, row or restorable revision refers to a file. */
    isReferenced: ({ db }: Transaction, key: string): Promise<boolean> => isReferenced(db, toFileUrl(key)),

    /** Lists what refers to a file. */
    listReferences: (key: string): Promise<FileReference[]> => findReferences(database.read, toFileUrl(key)),

    /** Returns those of the keys of public files to which nothing refers. Reads every text that may. */
    async findUnreferenced(keys: readonly string[]): Promise<ReadonlySet<string>> {
      const unreferenced = new Set(keys)
      await removeReferenced(unreferenced)
      return unreferenced
    },

    /** Deletes the bytes of a file whose row was deleted. Call it after the commit. */
    deleteBytes: (key: string): Promise<void> => files.remove(key),

    /**
     * Deletes files that are older than a day and that no document, product, QR code, setting, submission, evaluation
     * project, report or revision refers to, and what interrupted uploads have left. Returns the number of the former.
     */
    async deleteUnreferenced(): Promise<number> {
      const dayAgo = new Date(clock.now().getTime() - DAY_MS).toISOString()
      await files.removeUnfinished?.(new Date(dayAgo))
      const unreferenced = new Set<string>()
      for await (const key of streamKeysBefore(database.read, dayAgo)) unreferenced.add(key)
      for await (const key of streamUsedPrivateKeys(database.read)) unreferenced.delete(key)
      await removeReferenced(unreferenced)
      for (const key of unreferenced) {
        await database.write(({ db }) => deleteFile(db, key))
        await files.remove(key)
      }
      return unreferenced.size
    },

    /** Returns the file at a URL path below `/uploads/`, matched exactly. Throws `notFound`. */
    async get(url: string): Promise<ServedFile> {
      const key = url.startsWith(UPLOADS_PREFIX) ? url.slice(UPLOADS_PREFIX.length) : ''
      const row = isFileKey(key) && !key.startsWith(PRIVATE_PREFIX) ? await findFile(database.read, key) : undefined
      if (!row) throw notFound()
      return toServedFile(row, getReplyHeaders(row))
    },

    /** Returns the file at a URL path, unless it is an attachment of a document. Throws `notFound`. */
    async getPublic(url: string): Promise<ServedFile> {
      if (url.startsWith(toFileUrl(ATTACHMENTS_PREFIX))) throw notFound()
      return this.get(url)
    },

    /** Returns a file without a URL, for download. The calling module has checked access. Throws `notFound`. */
    async getPrivate(key: string): Promise<ServedFile> {
      const row = key.startsWith(PRIVATE_PREFIX) ? await findFile(database.read, key) : undefined
      if (!row) throw notFound()
      return toServedFile(row, getReplyHeaders(row, 'attachment'))
    },
  }
}

/** Streams the keys of the private files that something belongs to. */
async function* streamUsedPrivateKeys(db: Queryable): AsyncGenerator<string> {
  yield* streamPrivateKeys(db)
  for await (const id of streamReportIds(db)) yield toAppendixKey(id)
}

const FILE_URL = /\/uploads\/([A-Za-z0-9][\w./-]*)/g

/**
 * Extracts the keys of the file URLs in texts. Also yields each key without trailing full stops, which may end a
 * sentence, and for a screenshot the key of its smaller version, to which no text refers.
 */
async function* extractKeys(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (const [, key = ''] of text.matchAll(FILE_URL)) {
      yield key
      if (isScreenshotUrl(toFileUrl(key))) yield toSmallScreenshot(key)
      yield key.replace(/\.+$/, '')
    }
}

/** Removes the keys of the files that texts mention from a set. */
async function removeMentioned(keys: Set<string>, texts: AsyncIterable<string>): Promise<void> {
  for await (const key of extractKeys(texts)) keys.delete(key)
}

/** Returns a private file as a reply that must not be cached. Throws `notFound` if the bytes are missing. */
export async function sendPrivate({ headers, open }: ServedFile): Promise<SentFile> {
  const { stream, size } = await open()
  return { headers: { ...headers, 'cache-control': 'private, no-store', 'content-length': size }, body: stream }
}

// A stored file never changes under its key, so its metadata identifies it as well as its bytes would.
const computeEtag = (identity: string) => `"${sha256(identity).slice(0, 22)}"`
