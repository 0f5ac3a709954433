/** Validates attachments: their type is detected from the bytes, and the file extension must match it. */

import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { DOCX_TYPE, XLSX_TYPE } from '#contracts/mime-types.ts'
import { AppError } from '../app-error.ts'
import { cleanFileName, getExtension } from './file-name.ts'
import { reencodeImage } from './reencode-image.ts'
import { assertSafeArchive, listZipNames } from './zip-archive.ts'

type AttachmentFile = { bytes: Uint8Array; mimetype: string; extension: string; filename: string }

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  [DOCX_TYPE]: ['docx'],
  [XLSX_TYPE]: ['xlsx'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'video/mp4': ['mp4'],
}

/** The allowed attachment types, each by its first extension, and the message for all other extensions. */
type AllowedAttachments = { types: readonly string[]; rejectionMessage: string }

/** The attachments of an evaluation. */
const DOCUMENTS: AllowedAttachments = {
  types: ['pdf', 'doc', 'docx', 'txt', 'jpg', 'png'],
  rejectionMessage: ADMIN_MESSAGES.attachmentType,
}

/**
 * Validates an attachment by its bytes and original name. Returns the file to store, in which pictures are re-encoded.
 * Throws `unsupportedMediaType` if the type isn't allowed or the name doesn't match it, and what `assertSafeArchive`
 * throws.
 */
export async function checkAttachment(
  bytes: Uint8Array,
  name: string,
  { types, rejectionMessage }: AllowedAttachments = DOCUMENTS,
): Promise<AttachmentFile> {
  const filename = cleanFileName(name)
  const extension = getExtension(filename).slice(1).toLowerCase()
  const mimetype = await findAttachmentType(bytes, extension)
  const isAllowed = Object.values(EXTENSIONS).some(
    (extensions) => extensions.includes(extension) && types.includes(extensions[0] ?? ''),
  )
  if (!isAllowed) throw new AppError('unsupportedMediaType', rejectionMessage)
  if (!mimetype || !EXTENSIONS[mimetype]?.includes(extension))
    throw new AppError(
      'unsupportedMediaType',
      extension === 'txt' ? MESSAGES.textEncoding : MESSAGES.fileContentMismatch,
    )
  if (mimetype === DOCX_TYPE || mimetype === XLSX_TYPE) await assertSafeArchive(bytes)
  if (mimetype !== 'image/jpeg' && mimetype !== 'image/png') return { bytes, mimetype, extension, filename }
  const picture = await reencodeImage(bytes)
  return { bytes: picture.bytes, mimetype, extension: picture.extension, filename }
}

/** Nothing in its bytes distinguishes CSV from other texts, so its extension does. */
async function findAttachmentType(bytes: Uint8Array, extension: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(bytes))?.mime
  if (mime === 'application/x-cfb') return isWordBinary(bytes) ? 'application/msword' : undefined
  if (mime === DOCX_TYPE || mime === XLSX_TYPE || mime === 'application/zip') return findPackageType(bytes)
  // Some texts start like the signature of an old format, so the content decides.
  if (mime === undefined || mime === 'application/xml') {
    if (extension === 'csv') return isText(bytes, 'utf-8') || isText(bytes, 'gb18030') ? 'text/csv' : undefined
    return isText(bytes, 'utf-8') ? 'text/plain' : undefined
  }
  return mime in EXTENSIONS ? mime : undefined
}

/** Word writes a stream of this name into its OLE files, unlike Excel and installers. */
const isWordBinary = (bytes: Uint8Array) => Buffer.from(bytes).includes(Buffer.from('WordDocument', 'utf16le'))

/** The part that distinguishes each type of Office documents. */
const MAIN_PARTS: Readonly<Record<string, string>> = {
  [DOCX_TYPE]: 'word/document.xml',
  [XLSX_TYPE]: 'xl/workbook.xml',
}
/** Macros need other extensions (.docm, .xlsm); macro sheets are those of Excel 4. */
const MACRO_PATH = /vbaProject\.bin$|^xl\/(macrosheets|dialogsheets)\//i

/** Returns the type of an Office document without macros; `undefined` for any other zip. */
function findPackageType(bytes: Uint8Array): string | undefined {
  const names = listZipNames(bytes)
  if (!names.includes('[Content_Types].xml') || !names.includes('_rels/.rels')) return undefined
  if (names.some((name) => MACRO_PATH.test(name))) return undefined
  return Object.entries(MAIN_PARTS).find(([, part]) => names.includes(part))?.[0]
}

/** Returns whether bytes are a text in an encoding, without control characters other than those of text. */
function isText(bytes: Uint8Array, encoding: 'utf-8' | 'gb18030'): boolean {
  try {
    return !/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(new TextDecoder(encoding, { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}
