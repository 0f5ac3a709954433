/** Creates routes from the contracts of calls and their handlers. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import {
  type Call,
  type EmptyReply,
  type EnvelopeReply,
  type FileReply,
  findReplySchema,
  type Members,
  type PagedReply,
  type RawReply,
} from '#contracts/call.ts'
import { BODY } from '#contracts/limits.ts'
import type { Pagination } from '#contracts/pagination.ts'
import type { ReportProgress } from '#contracts/progress.ts'
import { hideContacts } from '../../hide-contacts.ts'
import { runForKey } from '../../request-context.ts'
import { createProgressReply } from '../replies/progress-reply.ts'
import { clearBodyDeadline } from '../server/body-deadline.ts'
import type { RegisterRoutes, RouteTools } from '../server/routes.ts'
import { getInput, type Input } from './input.ts'
import { isUploadRecorded, readIdempotencyKey, toKeyedRequest } from './keyed-request.ts'
import { collectRecords, listRecordNames } from './record-parameters.ts'
import { createKnownKeysAssertion, NOTHING_SCHEMA } from './unknown-keys.ts'

/** The result of a versioned call. */
export type Versioned<Value> = { value: Value; revision: number }

/** A page of a list. */
type Page<Item> = { items: Item[]; pagination: Pagination }

/** A file with its headers. */
export type SentFile = { headers: Record<string, string | number>; body: Buffer | Readable | string }

const MESSAGE = Symbol('message')
type WithMessage<Value> = { [MESSAGE]: string; value: Value }

/** Adds a message to a handler's result, which replaces the call's own. */
export const withMessage = <Value>(message: string, value: Value): WithMessage<Value> => ({ [MESSAGE]: message, value })

const ACCEPTED = Symbol('accepted')
type Accepted<Value> = { [ACCEPTED]: true; value: Value }

/** Marks a handler's result as taking effect later, which is replied with 202. The call declares `canBeAccepted`. */
export const accepted = <Value>(value: Value): Accepted<Value> => ({ [ACCEPTED]: true, value })

/** What a handler returns; ignored if the reply has no data. */
type Result<C extends Call> = C['reply'] extends z.ZodType ? DataResult<C, C['reply']> : SpecialResult<C['reply']>

/** The result for a reply whose data is one value. */
type DataResult<C extends Call, Schema extends z.ZodType> = Schema extends z.ZodNull
  ? unknown
  : C extends { etag: string }
    ? Versioned<z.output<Schema>>
    : z.output<Schema>

/** The result for a reply of another kind. */
type SpecialResult<R> =
  | (R extends PagedReply<infer Item, infer Extra> ? Page<z.output<Item>> & Members<Extra> : never)
  | (R extends RawReply<infer Schema> ? z.output<Schema> : never)
  | (R extends FileReply ? SentFile : never)
  | (R extends EnvelopeReply<infer Shape> ? Members<Shape> : never)
  | (R extends EmptyReply ? unknown : never)

type Reply<C extends Call> =
  | Result<C>
  | WithMessage<Result<C>>
  | (C extends { canBeAccepted: true } ? Accepted<Result<C>> : never)

type Handler<C extends Call, Value> = (input: Input<C>) => Value | Promise<Value>

type HandlerOptions<C extends Call> = {
  /** Topics of the change feed. Replies to anonymous callers are cached until one of the topics changes. */
  invalidatedBy?: readonly string[] | ((input: Input<C>) => readonly string[])
  /** Returns when a cached reply expires, in ISO format; called before the handler. */
  expiresAt?: (input: Input<C>) => Promise<string | null>
}

/**
 * Turns what a handler returned into the result of its call. A call with an idempotency key needs this if its reply isn't
 * what its act returned, since only that is remembered.
 */
type Presentation<C extends Call, Value> = { present: (value: Value, input: Input<C>) => Reply<C> }

/**
 * Creates the route of a call. The handler receives the input that the contract declares, and its result is sent as the
 * contract's reply.
 */
export function defineRoute<C extends Call>(
  call: C,
  handler: Handler<C, Reply<C>>,
  options?: HandlerOptions<C>,
): RegisterRoutes
export function defineRoute<C extends Call, Value>(
  call: C,
  handler: Handler<C, Value>,
  options: HandlerOptions<C> & Presentation<C, Value>,
): RegisterRoutes
export function defineRoute<C extends Call>(
  call: C,
  handler: Handler<C, unknown>,
  { invalidatedBy, expiresAt, present }: HandlerOptions<C> & Partial<Presentation<C, unknown>> = {},
): RegisterRoutes {
  const schema = findReplySchema(call.reply)
  // The fields sent with a file are known once it is read.
  const assertKnownKeys =
    call.file || call.unknownKeys ? undefined : createKnownKeysAssertion(call.body ?? NOTHING_SCHEMA)
  const recordNames = call.query ? listRecordNames(call.query) : []

  async function trackReply(tools: RouteTools, request: FastifyRequest, input: Input<C>): Promise<void> {
    const topics = typeof invalidatedBy === 'function' ? invalidatedBy(input) : invalidatedBy
    if (topics) tools.trackDependencies(request, ...topics)
    if (expiresAt) tools.setExpiry(request, await expiresAt(input))
  }

  async function respond(
    tools: RouteTools,
    request: FastifyRequest,
    reply: FastifyReply,
    reportProgress?: ReportProgress,
  ): Promise<unknown> {
    // The schemas below have parsed the request into `Input`, which the compiler can't see.
    const input = getInput(call, request, reply, reportProgress) as unknown as Input<C>
    await trackReply(tools, request, input)
    const act = () => runOnce(call, request, tools, async () => handler(input))
    const keyName = request.user?.key?.name
    const value = await (keyName === undefined ? act() : runForKey(keyName, act))
    const presented = present ? present(value, input) : value
    if (call.status) reply.code(call.status)
    if (isAccepted(presented)) reply.code(202)
    const result = isAccepted(presented) ? presented.value : presented
    const payload = send(call, reply, result)
    // What anyone can read, and what people read of their own, is sent as it is.
    return schema && isForStaff(call) ? hideContacts(schema, payload, request.user) : payload
  }

  return (app, tools) => {
    app.route({
      method: call.method,
      url: call.path,
      // Documents are read up to a higher limit, so that the error can name their largest part.
      bodyLimit: call.bodyLimit === BODY.document ? BODY.oversizedDocument : call.bodyLimit,
      config: {
        call,
        access: call.access,
        callsPerMinute: call.callsPerMinute,
        limitGroup: call.limitGroup,
        isCrossOrigin: call.isCrossOrigin,
      },
      schema: omitUndefined({
        params: call.params,
        querystring: call.query,
        body: call.body,
        response: schema && { [call.status ?? 200]: schema, ...(call.canBeAccepted && { 202: schema }) },
      }),
      // Runs after the access check, so that the deadline isn't extended for anonymous callers.
      async onRequest(request) {
        if (call.hasLargeFile) clearBodyDeadline(request.raw)
      },
      async preValidation(request) {
        if (recordNames.length > 0) request.query = collectRecords(Object(request.query), recordNames)
        assertKnownKeys?.(request.body)
      },
      async handler(request, reply) {
        const progress = call.hasProgress && createProgressReply(request, reply)
        if (!progress) return respond(tools, request, reply)
        try {
          return progress.send(await respond(tools, request, reply, progress.report))
        } catch (error) {
          return progress.fail(error)
        }
      },
    })
  }
}

/**
 * Runs the handler of a request, unless the request was sent before with the same idempotency key: then returns what the
 * handler returned. Throws `invalid` for a malformed key, `unprocessable` for one of another request.
 */
async function runOnce(
  call: Call,
  request: FastifyRequest,
  { idempotency }: RouteTools,
  handle: () => Promise<unknown>,
): Promise<unknown> {
  const key = call.hasIdempotencyKey && readIdempotencyKey(request)
  if (!key) return handle()
  const getRequest = () => toKeyedRequest(key, call, request)
  // A file must be read before it can be compared.
  const find = async () => (call.file && !isUploadRecorded(request) ? undefined : idempotency.findResult(getRequest()))
  const earlier = await find()
  if (earlier) return earlier.result
  try {
    return await idempotency.run(getRequest, handle)
  } catch (error) {
    // The first request may have ended meanwhile, or before this one's file was read, and made this one invalid.
    const concurrent = await find()
    if (!concurrent) throw error
    return concurrent.result
  }
}

const isForStaff = ({ access }: Call): boolean => access !== 'public' && access !== 'signed-in'

/** Removes undefined schemas, which the framework would otherwise report as missing. */
const omitUndefined = (schemas: FastifySchema): FastifySchema =>
  Object.fromEntries(Object.entries(schemas).filter(([, schema]) => schema !== undefined))

function send(call: Call, reply: FastifyReply, result: unknown) {
  const message = hasMessage(result) ? result[MESSAGE] : call.message
  const value = hasMessage(result) ? result.value : result
  if (call.reply instanceof z.ZodType) return toEnvelope({ data: getData(call, reply, value) }, message)
  if (call.reply.kind === 'paged') return toEnvelope(getPage(value), message)
  if (call.reply.kind === 'envelope') return toEnvelope(getMembers(call.reply, value), message)
  if (call.reply.kind === 'empty') return reply.code(204).send()
  if (call.reply.kind === 'file' && isFile(value)) return reply.headers(value.headers).send(value.body)
  return value
}

/** Returns the envelope of a successful reply. */
const toEnvelope = (members: object, message: string | undefined) => ({ success: true, ...members, message })

function getData(call: Call, reply: FastifyReply, result: unknown): unknown {
  if (call.reply instanceof z.ZodNull) return null
  if (call.etag === undefined) return result
  if (!isVersioned(result)) throw new Error(`${call.method} ${call.path} returned no version`)
  reply.header('etag', `"${result.revision}"`)
  return result.value
}

/** Returns the members of an envelope; an envelope without any ignores the result. */
const getMembers = ({ members }: EnvelopeReply<z.ZodRawShape>, result: unknown): object =>
  isObject(result) && Object.keys(members).length > 0 ? result : {}

function getPage(result: unknown) {
  if (!isPage(result)) throw new Error('a paged handler returned no items')
  const { items: data, ...rest } = result
  return { data, ...rest }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const hasMessage = (value: unknown): value is WithMessage<unknown> => isObject(value) && MESSAGE in value
const isAccepted = (value: unknown): value is Accepted<unknown> => isObject(value) && ACCEPTED in value
const isVersioned = (value: unknown): value is Versioned<unknown> => isObject(value) && 'revision' in value
const isPage = (value: unknown): value is Page<unknown> => isObject(value) && 'items' in value
const isFile = (value: unknown): value is SentFile => isObject(value) && 'headers' in value
