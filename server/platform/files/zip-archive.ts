/** Opens a document that is a zip within bounds: what is small as it comes may unpack to more than there is memory. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { AppError, invalid } from '../app-error.ts'
import { findPacked, MAX_ENTRIES, type ZipEntry, zipDirectory } from './zip-directory.ts'

const MB = 1024 * 1024
/** Bytes of one part and of all, counted while they unpack; text packs to a tenth, a bomb to a thousandth. */
const UNPACKED = { part: 50 * MB, total: 100 * MB, ratio: 200, anyRatio: 1 * MB } as const

/** Charts and tables of a document bring their own, as documents of their own. */
const EMBEDDED = /^(word|xl|ppt)\/embeddings\/[^/]+\.(xlsx|docx|pptx)$/i
const ARCHIVES = ['PK\u0003\u0004', '7z\u00bc\u00af\u0027\u001c', 'Rar!', '\u001f\u008b', 'BZh', '\u00fd7zXZ'].map(
  (signature) => Buffer.from(signature, 'latin1'),
)

const inflate = promisify(inflateRaw)

/** Lists the names in a zip's directory; none if it has no directory that can be read. Nothing is unpacked. */
export const listZipNames = (bytes: Uint8Array): string[] => zipDirectory(bytes).map(({ name }) => name)

/**
 * Unpacks a document to nowhere, to see that it can be. Throws `invalid` for names that lead elsewhere, for what is
 * broken, encrypted or an archive within the archive, `tooLarge` if it unpacks to too much.
 */
export async function assertSafeArchive(bytes: Uint8Array): Promise<void> {
  await assertSafe(bytes, { left: UNPACKED.total, isEmbedded: false })
}

type Unpacking = { left: number; isEmbedded: boolean }

async function assertSafe(bytes: Uint8Array, unpacking: Unpacking): Promise<number> {
  const entries = zipDirectory(bytes)
  const names = entries.map(({ name }) => name)
  if (entries.length === 0 || new Set(names).size < names.length || !names.every(isSafeName))
    throw invalid(ADMIN_MESSAGES.archiveUnsafe)
  if (entries.length >= MAX_ENTRIES) throw tooLarge()
  const most = Math.min(unpacking.left, Math.max(UNPACKED.anyRatio, bytes.length * UNPACKED.ratio))
  let left = most
  for (const entry of entries) {
    const part = await unpack(bytes, entry, left)
    left -= part.length
    if (!ARCHIVES.some((signature) => part.subarray(0, signature.length).equals(signature))) continue
    if (unpacking.isEmbedded || !EMBEDDED.test(entry.name)) throw invalid(ADMIN_MESSAGES.archiveUnsafe)
    left -= await assertSafe(part, { left, isEmbedded: true })
  }
  return most - left
}

/** Returns a part unpacked; throws as soon as it is more than it may be, whatever the directory says of its size. */
async function unpack(bytes: Uint8Array, entry: ZipEntry, left: number): Promise<Buffer> {
  const location = findPacked(bytes, entry)
  if (!location) throw invalid(ADMIN_MESSAGES.archiveUnsafe)
  const { packed, isDeflated } = location
  const most = Math.min(left, UNPACKED.part)
  if (most <= 0 || (!isDeflated && packed.length > most)) throw tooLarge()
  if (!isDeflated) return packed
  try {
    return await inflate(packed, { maxOutputLength: most })
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : invalid(ADMIN_MESSAGES.archiveUnsafe)
  }
}

const tooLarge = () => new AppError('payloadTooLarge', ADMIN_MESSAGES.archiveTooLarge)

/** Returns whether a name stays below the folder that it is unpacked to, on any system. */
const isSafeName = (name: string): boolean =>
  name !== '' &&
  !/^[a-z]:|[\u0000-\u001f\\]/i.test(name) &&
  !name.startsWith('/') &&
  !name.split('/').some((part) => part === '..' || part === '.')
