import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { AppError, invalid, invalidField } from '#server/platform/app-error.ts'
import { watchFileName } from './file-name.ts'

/** An uploaded file and the form's text fields. `name` is the client's file name: untrusted, never used as a path. */
export type Upload<Fields = Record<string, string>> = { bytes: Buffer; name: string; fields: Fields }

/** The maximum size of a file, and the messages if it is too large or missing. */
export type UploadLimit = { maxBytes: number; tooLargeMessage: string; missingMessage?: string }

const FORM_LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 16 * 1024, parts: 24, headerPairs: 50 } as const

/**
 * Reads a multipart body with one file, in the part named `field`, into memory. Throws `unsupportedMediaType` if the
 * body isn't multipart, `payloadTooLarge`, and `invalid` if the file is missing, empty or not the only one.
 */
export function readUpload(request: FastifyRequest, field: string, limit: UploadLimit): Promise<Upload> {
  return receiveUpload(request, field, limit, async (part) => {
    const bytes = await part.toBuffer()
    return { bytes, size: bytes.length }
  })
}

/** An uploaded file in its own temporary folder, which the caller must remove. `digest` is its SHA-256. */
export type SavedUpload<Fields = Record<string, string>> = {
  path: string
  digest: string
  name: string
  fields: Fields
}

/**
 * Reads the same form, but streams its file to a temporary folder, for files of any size. Throws
 * `unsupportedMediaType`, `payloadTooLarge`, `invalid`.
 */
export async function saveUpload(request: FastifyRequest, field: string, limit: UploadLimit): Promise<SavedUpload> {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-upload-'))
  try {
    const path = join(folder, 'file')
    return await receiveUpload(request, field, limit, async ({ file }) => {
      const hash = createHash('sha256')
      let size = 0
      const hashAndMeasure = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      }
      await pipeline(file, hashAndMeasure, createWriteStream(path, { mode: 0o600 }))
      if (file.truncated) throw new AppError('payloadTooLarge', limit.tooLargeMessage)
      return { path, digest: hash.digest('base64url'), size }
    })
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
}

async function receiveUpload<File>(
  request: FastifyRequest,
  field: string,
  { maxBytes, tooLargeMessage, missingMessage = ADMIN_MESSAGES.fileMissing }: UploadLimit,
  receive: (part: MultipartFile) => Promise<File & { size: number }>,
): Promise<File & { name: string; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new AppError('unsupportedMediaType')
  const fields: Record<string, string> = {}
  const fileName = watchFileName(request.raw)
  let file: (File & { name: string; size: number }) | undefined
  try {
    for await (const part of request.parts({ limits: { ...FORM_LIMITS, files: 1, fileSize: maxBytes } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname === field) {
        const received = await receive(part)
        file = { ...received, name: fileName.find() ?? part.filename }
      }
      // Every part must be read to its end, since an unread one blocks the following parts.
      else await part.toBuffer()
    }
  } catch (error) {
    throw toAppError(error, tooLargeMessage)
  } finally {
    fileName.stop()
  }
  // A form sends a part without a name if no file is chosen.
  if (!file || (file.size === 0 && !file.name)) throw invalidField(field, missingMessage)
  if (file.size === 0) throw invalidField(field, ADMIN_MESSAGES.fileEmpty)
  return { ...file, fields }
}

/** Converts the errors of the multipart parser. */
function toAppError(error: unknown, tooLargeMessage: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('payloadTooLarge', tooLargeMessage)
  if (code === 'FST_FILES_LIMIT') return invalid(ADMIN_MESSAGES.fileTooMany)
  // Any other error means that the body is truncated or malformed.
  return error instanceof AppError ? error : invalid(ADMIN_MESSAGES.uploadFailed)
}
