/** The input of a handler: the validated input that the contract declares, and the caller. */
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call, UploadedFile } from '#contracts/call.ts'
import type { ReportProgress } from '#contracts/progress.ts'
import type { Client } from '../../actor.ts'
import { AppError, invalidFields } from '../../app-error.ts'
import { sha256 } from '../../sha256.ts'
import { readUpload, type SavedUpload, saveUpload, type Upload, type UploadLimit } from '../bodies/read-upload.ts'
import { findBearerToken, type SignedInUser } from '../guard/guard.ts'
import { recordUpload } from './keyed-request.ts'
import { createKnownKeysAssertion, NOTHING_SCHEMA } from './unknown-keys.ts'

type BaseInput = {
  /** The client, and the host that it requested. */
  client: Client & { host: string }
  /** Returns a signal that is aborted when the caller leaves before the reply was sent. */
  watchLeaving(): AbortSignal
}

type SignedInInput = {
  /** The caller. Services check what they may do, and record them as the `actor` of a change. */
  user: SignedInUser & { ip: string }
}

type Fields<File extends UploadedFile> = File['fields'] extends z.ZodObject ? z.output<File['fields']> : unknown

type UploadInput<File extends UploadedFile> = {
  /** Reads the form and its file into memory. Throws if the file exceeds the limit. */
  readFile(limit: UploadLimit): Promise<Upload<Fields<File>>>
  /** Reads the form and writes its file into a temporary folder, which the caller must remove. */
  saveFile(limit: UploadLimit): Promise<SavedUpload<Fields<File>>>
}

export type Input<C extends Call> = BaseInput &
  (C extends { params: infer Schema extends z.ZodType } ? { params: z.output<Schema> } : unknown) &
  (C extends { query: infer Schema extends z.ZodType } ? { query: z.output<Schema> } : unknown) &
  (C extends { body: infer Schema extends z.ZodType } ? { body: z.output<Schema> } : unknown) &
  (C extends { file: infer File extends UploadedFile } ? UploadInput<File> : unknown) &
  (C extends { etag: 'checked' } ? { ifMatch: string | undefined } : unknown) &
  (C extends { hasOwnToken: true } ? { ownToken: string } : unknown) &
  (C extends { hasProgress: true } ? { reportProgress: ReportProgress } : unknown) &
  (C extends { access: 'public' } ? { user: SignedInUser | null } : SignedInInput)

/** Returns the input of a handler. Parts that the contract doesn't declare are undefined. */
export function getInput(call: Call, request: FastifyRequest, reply: FastifyReply, reportProgress?: ReportProgress) {
  const { user } = request
  return {
    params: call.params && request.params,
    query: call.query && request.query,
    body: call.body && request.body,
    ifMatch: request.headers['if-match'],
    ownToken: call.hasOwnToken && (findBearerToken(request.headers.authorization) ?? ''),
    reportProgress,
    readFile: (limit: UploadLimit) => readDeclaredFile(call, request, limit),
    saveFile: (limit: UploadLimit) => saveDeclaredFile(call, request, limit),
    user: user && { ...user, ip: request.ip },
    client: { ip: request.ip, userAgent: request.headers['user-agent'], host: request.hostname },
    watchLeaving: () => watchLeaving(reply),
  }
}

function watchLeaving({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    // Nobody receives this error, and it isn't logged as a fault.
    if (!raw.writableFinished) controller.abort(new AppError('timeout'))
  }
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return controller.signal
}

async function readDeclaredFile({ file, hasIdempotencyKey }: Call, request: FastifyRequest, limit: UploadLimit) {
  if (!file) throw createUndeclaredFileError(request)
  const upload = await readUpload(request, file.field, limit)
  if (hasIdempotencyKey) recordUpload(request, { digest: sha256(upload.bytes), fields: upload.fields })
  return { ...upload, fields: parseDeclaredFields(file, upload.fields) }
}

async function saveDeclaredFile({ file, hasIdempotencyKey }: Call, request: FastifyRequest, limit: UploadLimit) {
  if (!file) throw createUndeclaredFileError(request)
  const upload = await saveUpload(request, file.field, limit)
  if (hasIdempotencyKey) recordUpload(request, upload)
  try {
    return { ...upload, fields: parseDeclaredFields(file, upload.fields) }
  } catch (error) {
    await rm(dirname(upload.path), { recursive: true })
    throw error
  }
}

const createUndeclaredFileError = (request: FastifyRequest) => new Error(`${request.routeOptions.url} declares no file`)

function parseDeclaredFields(file: UploadedFile, fields: Record<string, string>) {
  const schema = file.fields ?? NOTHING_SCHEMA
  createKnownKeysAssertion(schema)(fields)
  return parseFields(schema, omitBlankFields(fields))
}

/** Parses the text fields sent with an uploaded file. Throws `invalid` with all field errors. */
function parseFields<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalidFields(errors)
}

/** Removes blank fields: a form sends an empty field as '', and its default should apply. */
const omitBlankFields = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))
