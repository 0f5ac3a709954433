import { RECYCLE_BIN_DAYS, UPLOADS_PREFIX } from '#contracts/limits.ts'
import { notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { isFileKey } from '#server/platform/files/file-key.ts'
import type { FileStore, OpenFile } from '#server/platform/files/file-store.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { servedAs } from './served-as.ts'
import {
  deleteFile,
  type FileRow,
  findFile,
  listKeysBefore,
  listPrivateKeys,
  saveFile,
  textsOfRevisions,
  textsWithAddresses,
} from './store.ts'

export type FileService = ReturnType<typeof createFileService>

export type NewFile = { key: string; bytes: Uint8Array; mimetype: string; originalName: string }
/** A stored file about to be sent: what it is, and its bytes once they are asked for. */
export type ServedFile = {
  headers: Record<string, string>
  etag: string
  /** Throws `notFound` where the bytes are gone. */
  open(): Promise<OpenFile>
}

/** The beginning of the keys of files that have no address: who may read them, their module decides. */
export const PRIVATE_PREFIX = 'private/'

/** The address of a stored file, as documents and rows hold it. */
export const addressOf = (key: string): string => UPLOADS_PREFIX + key

const DAY_MS = 24 * 3_600_000
const ADDRESS = /\/uploads\/([A-Za-z0-9][\w./-]*)/g

/** The keys of the addresses that stand in a text; one at a sentence's end without its full stop, too. */
function* keysIn(text: string): Generator<string> {
  for (const [, key = ''] of text.matchAll(ADDRESS)) {
    yield key
    yield key.replace(/\.+$/, '')
  }
}

/** What is uploaded: bytes in the file store, and a row that says what they are. */
export function createFileService(needs: { database: Database; files: FileStore; clock: Clock }) {
  const { database, files, clock } = needs

  const served = ({ key, size, createdAt }: FileRow, headers: Record<string, string>): ServedFile => ({
    headers,
    etag: etagOf(`${key} ${size} ${createdAt}`),
    async open() {
      const file = await files.open(key)
      if (!file) throw notFound()
      return file
    },
  })

  return {
    /**
     * Keeps a file whose type was told from its bytes, and gives its address. Called outside a transaction, since a
     * bucket may take its time; the row comes first, so that nothing lies in the store that no row knows of. `also` is
     * done in the row's own transaction.
     */
    async keep(
      { key, bytes, mimetype, originalName }: NewFile,
      also?: (write: Write) => Promise<void>,
    ): Promise<string> {
      const row = { key, mimetype, originalName, size: bytes.byteLength, createdAt: timestamp(clock) }
      await database.write(async (write) => {
        await saveFile(write.tx, row)
        await also?.(write)
      })
      await files.put(key, bytes)
      return addressOf(key)
    },

    /** Forgets a file, inside the caller's transaction: nobody is sent it any more. Gives whether it was known. */
    forget: ({ tx }: Write, key: string): Promise<boolean> => deleteFile(tx, key),

    /** Takes away the bytes of a file that was forgotten, after that was committed. */
    erase: (key: string): Promise<void> => files.remove(key),

    /**
     * Removes the files that are older than a day and that nothing names: no document, product, QR code or setting,
     * no submission, and no revision of the time for which the recycle bin keeps things. Gives how many.
     */
    async cleanUp(): Promise<number> {
      const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds).toISOString()
      const unnamed = new Set(await listKeysBefore(database.read, ago(DAY_MS)))
      for (const key of await listPrivateKeys(database.read)) unnamed.delete(key)
      const texts = [textsWithAddresses(database.read), textsOfRevisions(database.read, ago(RECYCLE_BIN_DAYS * DAY_MS))]
      for (const source of texts) {
        if (unnamed.size === 0) return 0
        for await (const text of source) for (const key of keysIn(text)) unnamed.delete(key)
      }
      for (const key of unnamed) {
        await database.write(({ tx }) => deleteFile(tx, key))
        await files.remove(key)
      }
      return unnamed.size
    },

    /** The file at an address below `/uploads/`, to the letter. Throws `notFound` for every other text. */
    async find(address: string): Promise<ServedFile> {
      const key = address.startsWith(UPLOADS_PREFIX) ? address.slice(UPLOADS_PREFIX.length) : ''
      const row = isFileKey(key) && !key.startsWith(PRIVATE_PREFIX) ? await findFile(database.read, key) : undefined
      if (!row) throw notFound()
      return served(row, servedAs(row))
    },

    /** A file that has no address, for saving; its module has seen who asks. Throws `notFound`. */
    async findPrivate(key: string): Promise<ServedFile> {
      const row = key.startsWith(PRIVATE_PREFIX) ? await findFile(database.read, key) : undefined
      if (!row) throw notFound()
      return served(row, servedAs(row, 'attachment'))
    },
  }
}

/** A stored file never changes under its key; its row's facts name it as well as its bytes would. */
const etagOf = (facts: string) => `"${sha256(facts).slice(0, 22)}"`
