/** Checks downloadable files: their type is detected from the bytes, and their names must agree. */
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { AppError } from '../app-error.ts'
import { cleanFileName, getExtension } from './file-name.ts'
import { reencodePicture } from './picture.ts'
import { assertSafeArchive, listZipNames } from './zip-archive.ts'

export type AttachmentFile = { bytes: Uint8Array; mimetype: string; extension: string; filename: string }

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  [DOCX]: ['docx'],
  'text/plain': ['txt'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'video/mp4': ['mp4'],
}

/** The allowed attachment types, each by its first extension, and the message for all others. */
export type AllowedAttachments = { types: readonly string[]; refusal: string }

/** Beside an evaluation (spec 3 §7). */
const DOCUMENTS: AllowedAttachments = {
  types: ['pdf', 'doc', 'docx', 'txt', 'jpg', 'png'],
  refusal: ADMIN_MESSAGES.attachmentType,
}

/**
 * Checks an attachment. Takes its bytes and the name it came under; returns what is to be kept: pictures are written
 * anew. Throws `unsupportedMediaType` for another type, or a name that says something else than the bytes, and what
 * `assertSafeArchive` throws.
 */
export async function checkAttachment(
  bytes: Uint8Array,
  name: string,
  { types, refusal }: AllowedAttachments = DOCUMENTS,
): Promise<AttachmentFile> {
  const filename = cleanFileName(name)
  const mimetype = await findAttachmentType(bytes)
  const extension = getExtension(filename).slice(1).toLowerCase()
  const endings = ENDINGS[mimetype ?? ''] ?? []
  if (!mimetype || !endings.includes(extension) || !types.includes(endings[0] ?? ''))
    throw new AppError('unsupportedMediaType', refusal)
  if (mimetype === DOCX) await assertSafeArchive(bytes)
  if (mimetype !== 'image/jpeg' && mimetype !== 'image/png') return { bytes, mimetype, extension, filename }
  const picture = await reencodePicture(bytes)
  return { bytes: picture.bytes, mimetype, extension: picture.extension, filename }
}

async function findAttachmentType(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(bytes))?.mime
  if (mime === 'application/x-cfb') return isWordBinary(bytes) ? 'application/msword' : undefined
  if (mime === DOCX || mime === 'application/zip') return isWordPackage(bytes) ? DOCX : undefined
  // Some texts begin like a format of old; no signature and nothing but text is what counts.
  if (mime === undefined || mime === 'application/xml') return isPlainText(bytes) ? 'text/plain' : undefined
  return mime in ENDINGS ? mime : undefined
}

/** An OLE file is Word's if its folder names the stream that Word writes; Excel and installers have others. */
const isWordBinary = (bytes: Uint8Array) => Buffer.from(bytes).includes(Buffer.from('WordDocument', 'utf16le'))

const PARTS = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml']

/** A zip is Word's if it holds Word's parts, and no macros: those have an ending of their own (.docm). */
function isWordPackage(bytes: Uint8Array): boolean {
  const names = listZipNames(bytes)
  const has = (name: string) => names.includes(name)
  return PARTS.every(has) && !names.some((name) => /vbaProject\.bin$/i.test(name))
}

/** UTF-8 without control characters, but for those of text. */
function isPlainText(bytes: Uint8Array): boolean {
  try {
    return !/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}
