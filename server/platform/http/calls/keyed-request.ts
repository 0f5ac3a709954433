import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contracts/call.ts'
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_MESSAGES } from '#contracts/idempotency-key.ts'
import { invalidField } from '../../app-error.ts'
import type { KeyedRequest } from '../../idempotency/service.ts'
import { sha256 } from '../../sha256.ts'

/** The hashes of uploaded files and their fields, which are known once the handler has read them. */
const uploads = new WeakMap<FastifyRequest, string>()

/** Records the SHA-256 of a request's file, so that it is part of the request's fingerprint. */
export function recordUpload(request: FastifyRequest, file: { digest: string; fields: unknown }): void {
  uploads.set(request, sha256(JSON.stringify(file.fields) + file.digest))
}

/** Returns whether a request's file has been read. */
export const isUploadRecorded = (request: FastifyRequest): boolean => uploads.has(request)

/**
 * Returns the idempotency key of a request, in lower case; `undefined` if it has none. A UUID can't be guessed, and is
 * accepted with or without the quotation marks of a structured header. Throws `invalid` for any other key.
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const header = headers[IDEMPOTENCY_KEY_HEADER]
  if (header === undefined) return undefined
  const key = z.uuid().safeParse(String(header).replace(/^"(.*)"$/, '$1'))
  if (!key.success) throw invalidField('Idempotency-Key', IDEMPOTENCY_MESSAGES.invalid)
  return key.data.toLowerCase()
}

/** Returns what identifies a request with a key: two with the same one have the same caller, call and input. */
export function toKeyedRequest(key: string, { method, path, file }: Call, request: FastifyRequest): KeyedRequest {
  const userId = request.user?.id ?? null
  const { params, query, body } = request
  const content = file ? uploads.get(request) : body
  return { key, userId, fingerprint: sha256(JSON.stringify([userId, method, path, params, query, content])) }
}
