import type { FastifyRequest } from 'fastify'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { AppError, invalid } from '#server/platform/app-error.ts'

/** One uploaded file and the texts beside it. `name` is what the sender called it: data, never a path. */
export type Upload<Fields = Record<string, string>> = { bytes: Buffer; name: string; fields: Fields }

/** The maximum size of a file, and the messages for larger and missing ones. */
export type UploadLimit = { maxBytes: number; tooLarge: string; missing?: string }

const FIELDS = { fields: 20, fieldNameSize: 100, fieldSize: 16 * 1024, parts: 24, headerPairs: 50 } as const

/**
 * Reads a multipart body that holds one file, in the part called `field`. Throws `unsupportedType` for another kind of
 * body, `tooLarge`, `invalid` if the file is missing, empty or not alone.
 */
export async function readUpload(
  request: FastifyRequest,
  field: string,
  { maxBytes, tooLarge, missing = ADMIN_MESSAGES.fileMissing }: UploadLimit,
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('unsupportedType')
  const fields: Record<string, string> = {}
  let file: { bytes: Buffer; name: string } | undefined
  try {
    for await (const part of request.parts({ limits: { ...FIELDS, files: 1, fileSize: maxBytes } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else {
        // Every part is read to its end, since an unread one blocks those after it.
        const bytes = await part.toBuffer()
        if (part.fieldname === field) file = { bytes, name: part.filename }
      }
    }
  } catch (error) {
    throw toAppError(error, tooLarge)
  }
  if (!file || file.bytes.length === 0) throw invalid(missing, [{ path: field, message: missing }])
  return { ...file, fields }
}

/** Returns the multipart reader's own errors, by its codes. */
function toAppError(error: unknown, tooLarge: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('tooLarge', tooLarge)
  if (code === 'FST_FILES_LIMIT') return invalid(ADMIN_MESSAGES.fileTooMany)
  // What else can go wrong is a body that breaks off, or isn't what its header says.
  return error instanceof AppError ? error : invalid(ADMIN_MESSAGES.uploadFailed)
}
