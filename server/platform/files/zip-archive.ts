/** Validates zip-based documents within limits, since a small one may unpack to more than fits in memory (zip bomb). */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { AppError, invalid } from '../app-error.ts'
import { getEntryData, MAX_ENTRIES, readZipDirectory, type ZipEntry } from './zip-directory.ts'

const MB = 1024 * 1024
/**
 * The maximum bytes of one part and of all, counted while unpacking. Text compresses 1:10, a zip bomb 1:1,000; the ratio
 * doesn't matter up to `ratioExempt` bytes.
 */
const UNPACKED_LIMITS = { part: 50 * MB, total: 100 * MB, ratio: 200, ratioExempt: 1 * MB } as const

/** The data of charts and tables is embedded as documents, which are archives themselves. */
const EMBEDDED_FILE_PATH = /^(word|xl|ppt)\/embeddings\/[^/]+\.(xlsx|docx|pptx)$/i
const ARCHIVE_SIGNATURES = [
  'PK\u0003\u0004',
  '7z\u00bc\u00af\u0027\u001c',
  'Rar!',
  '\u001f\u008b',
  'BZh',
  '\u00fd7zXZ',
].map((signature) => Buffer.from(signature, 'latin1'))

const inflate = promisify(inflateRaw)

/** Lists the names in a zip's directory, without unpacking; empty if the directory is unreadable. */
export const listZipNames = (bytes: Uint8Array): string[] => readZipDirectory(bytes).map(({ name }) => name)

/**
 * Unpacks a document and discards the result, to validate it. Throws `invalid` for unsafe names (path traversal) and
 * for a broken, encrypted or nested archive, `payloadTooLarge` if it unpacks to too much.
 */
export async function assertSafeArchive(bytes: Uint8Array): Promise<void> {
  await assertSafe(bytes, { remainingBytes: UNPACKED_LIMITS.total, isEmbedded: false })
}

type Unpacking = { remainingBytes: number; isEmbedded: boolean }

async function assertSafe(bytes: Uint8Array, unpacking: Unpacking): Promise<number> {
  const entries = readZipDirectory(bytes)
  const names = entries.map(({ name }) => name)
  if (entries.length === 0 || new Set(names).size < names.length || !names.every(isSafeName))
    throw invalid(ADMIN_MESSAGES.archiveUnsafe)
  if (entries.length >= MAX_ENTRIES) throw tooLarge()
  const maxBytes = Math.min(
    unpacking.remainingBytes,
    Math.max(UNPACKED_LIMITS.ratioExempt, bytes.length * UNPACKED_LIMITS.ratio),
  )
  let remainingBytes = maxBytes
  for (const entry of entries) {
    const part = await unpack(bytes, entry, remainingBytes)
    remainingBytes -= part.length
    if (!ARCHIVE_SIGNATURES.some((signature) => part.subarray(0, signature.length).equals(signature))) continue
    if (unpacking.isEmbedded || !EMBEDDED_FILE_PATH.test(entry.name)) throw invalid(ADMIN_MESSAGES.archiveUnsafe)
    remainingBytes -= await assertSafe(part, { remainingBytes, isEmbedded: true })
  }
  return maxBytes - remainingBytes
}

/** Unpacks a part. Throws as soon as it exceeds the limits, whatever size the directory declares. */
async function unpack(bytes: Uint8Array, entry: ZipEntry, remainingBytes: number): Promise<Buffer> {
  const location = getEntryData(bytes, entry)
  if (!location) throw invalid(ADMIN_MESSAGES.archiveUnsafe)
  const { packed, isDeflated } = location
  const maxBytes = Math.min(remainingBytes, UNPACKED_LIMITS.part)
  if (maxBytes <= 0 || (!isDeflated && packed.length > maxBytes)) throw tooLarge()
  if (!isDeflated) return packed
  try {
    return await inflate(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : invalid(ADMIN_MESSAGES.archiveUnsafe)
  }
}

const tooLarge = () => new AppError('payloadTooLarge', ADMIN_MESSAGES.archiveTooLarge)

/** Returns whether a name stays below the target folder on any operating system. */
const isSafeName = (name: string): boolean =>
  name !== '' &&
  !/^[a-z]:|[\u0000-\u001f\\]/i.test(name) &&
  !name.startsWith('/') &&
  !name.split('/').some((part) => part === '..' || part === '.')
