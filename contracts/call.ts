/**
 * A call declares one API endpoint as data: method, path, access, input and reply. Its route, the typed client, the API
 * description and the access tests are derived from it. The client imports only the type of a call, so that its bundle
 * contains no schemas.
 */
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { PaginationSchema } from './pagination.ts'
import type { MemberScope, Permission } from './permissions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who can make a call: anyone, any signed-in user, or users whose role has the permission. */
export type Access = 'public' | 'signed-in' | Permission

/** A file in a multipart body, with the form fields that precede it. */
export type UploadedFile = { field: string; description: string; fields?: z.ZodObject }

/** A page of a list, in an envelope with `extra` as additional members. */
export type PagedReply<Item extends z.ZodType, Extra extends z.ZodRawShape> = {
  kind: 'paged'
  item: Item
  extra: Extra
}
/** A reply without the envelope. */
export type RawReply<Schema extends z.ZodType> = { kind: 'raw'; schema: Schema }
export type FileReply = { kind: 'file'; types: readonly string[] }
/** An envelope with other members than `data`. */
export type EnvelopeReply<Members extends z.ZodRawShape> = { kind: 'envelope'; members: Members }
/** 204, without a body. */
export type EmptyReply = { kind: 'empty' }

/** The reply of a successful call. A schema alone describes the `data` of an envelope. */
export type Reply =
  | z.ZodType
  | PagedReply<z.ZodType, z.ZodRawShape>
  | RawReply<z.ZodType>
  | FileReply
  | EnvelopeReply<z.ZodRawShape>
  | EmptyReply

type CallDetails = {
  access: Access
  /**
   * The scope that a key for programs needs for a call of members, which are otherwise closed to keys; `never` closes a
   * call that requires a permission.
   */
  keys?: MemberScope | 'never'
  /** A Chinese line for the API description. */
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /**
   * What happens to keys of the body that its schema doesn't declare. By default, they are refused. `kept`: they are stored,
   * as in documents. `checked`: the service refuses them, since it knows others than those of the schema.
   */
  unknownKeys?: 'kept' | 'checked'
  /** An example body for the API description. */
  example?: unknown
  file?: UploadedFile
  reply: Reply
  /** The status of a successful reply if it isn't 200; 202 means that the input still has to be reviewed. */
  status?: 202
  /** Whether a successful reply has the status 202 if its handler returns it with `accepted`: the input takes effect later. */
  canBeAccepted?: true
  /** The message of a successful reply; handlers can override it with `withMessage`. */
  message?: string
  /** The message that the client shows if the call fails without a message from the server. */
  failureMessage?: string
  /** Whether the call is authorised by a token of its own in the `Authorization` header, which its service checks. */
  hasOwnToken?: true
  /** Whether users who must change their password first can make this call. */
  isAllowedBeforePasswordChange?: true
  /** Error codes of expected failures, in addition to those that follow from access and schemas. */
  failures?: readonly ErrorCode[]
  /**
   * `returned`: the reply has a version as its `ETag`. `checked`: in addition, the call fails with 412 if its
   * `If-Match` header contains another version.
   */
  etag?: 'returned' | 'checked'
  /**
   * Whether the call accepts an `Idempotency-Key` header: a request that is repeated with the same key, because its reply
   * was lost, does nothing again and gets the first reply. Its handler returns the result of `writeOnce`.
   */
  hasIdempotencyKey?: true
  /** The rate limit per client IP address, if it differs from the server's default. */
  callsPerMinute?: number
  /** Calls of the same group share one count, and have the same limit. */
  limitGroup?: string
  /** Whether other sites' pages may read the reply, which must be the same for everyone. */
  isCrossOrigin?: true
  /** Whether the uploaded file may be large, which extends the request's timeout to minutes. */
  hasLargeFile?: true
  /** Whether the call reports its progress to clients that accept a stream of it; see `contracts/progress.ts`. */
  hasProgress?: true
  /** The maximum size of the body in bytes, if it differs from the server's default. */
  bodyLimit?: number
}

export type Call = CallDetails & { method: Method; path: string; group?: CallGroup }

/** Related calls, which the API description shows as a group. */
export type CallGroup = { name: string; description: string }

/** Rejects unknown properties, which type inference would otherwise accept. */
type Exactly<Details> = Details & Record<Exclude<keyof Details, keyof CallDetails>, never>

const defineCall =
  <const M extends Method>(method: M) =>
  <const Path extends string, const Details extends CallDetails>(path: Path, details: Exactly<Details>) => ({
    ...details,
    method,
    path,
  })

/**
 * Named by their methods, so that the declarations of an area read as a table: `remove: DELETE('/api/users/:id', …)`.
 */
export const GET = defineCall('GET')
export const POST = defineCall('POST')
export const PUT = defineCall('PUT')
export const PATCH = defineCall('PATCH')
export const DELETE = defineCall('DELETE')

/** Joins the sentences of a description, which are written one per line. Chinese needs no spaces between them. */
export const sentences = (...parts: readonly string[]): string => parts.join('')

/** Assigns calls to a group of the API description. Returns the calls. */
export function groupCalls<Calls extends Record<string, Call>>(name: string, description: string, calls: Calls): Calls {
  const group: CallGroup = { name, description }
  for (const call of Object.values(calls)) call.group = group
  return calls
}

/** Declares a page of a list as the reply; the handler returns `{ items, pagination, …extra }`. */
export function paged<Item extends z.ZodType>(item: Item): PagedReply<Item, Record<never, never>>
export function paged<Item extends z.ZodType, Extra extends z.ZodRawShape>(
  item: Item,
  extra: Extra,
): PagedReply<Item, Extra>
export function paged(item: z.ZodType, extra: z.ZodRawShape = {}): PagedReply<z.ZodType, z.ZodRawShape> {
  return { kind: 'paged', item, extra }
}

/** Declares a reply without the envelope. */
export const raw = <Schema extends z.ZodType>(schema: Schema): RawReply<Schema> => ({ kind: 'raw', schema })
/** Declares a file as the reply, with its possible media types. */
export const file = (...types: string[]): FileReply => ({ kind: 'file', types })
/** Declares an envelope with these members instead of `data`. */
export const envelope = <Members extends z.ZodRawShape>(members: Members): EnvelopeReply<Members> => ({
  kind: 'envelope',
  members,
})
/** An envelope without data: `success` and `message`. */
export const messageOnly = envelope({})
export const noContent: EmptyReply = { kind: 'empty' }

/** Every app of a process has the same replies. */
const replySchemas = new WeakMap<Reply, z.ZodType>()

/** Returns the schema of a JSON reply with its envelope; `undefined` if the reply isn't JSON. */
export function findReplySchema(reply: Reply): z.ZodType | undefined {
  const schema = replySchemas.get(reply) ?? createReplySchema(reply)
  if (schema) replySchemas.set(reply, schema)
  return schema
}

function createReplySchema(reply: Reply): z.ZodType | undefined {
  if (reply instanceof z.ZodType) return createEnvelopeSchema({ data: reply })
  if (reply.kind === 'envelope') return createEnvelopeSchema(reply.members)
  if (reply.kind === 'paged')
    return createEnvelopeSchema({ data: z.array(reply.item), pagination: PaginationSchema, ...reply.extra })
  return reply.kind === 'raw' ? reply.schema : undefined
}

const createEnvelopeSchema = (members: z.ZodRawShape) =>
  z.object({ success: z.literal(true), ...members, message: z.string().optional() })

/**
 * The input of a call. `query` can also be a query string, such as that of a page. A body that the client hasn't
 * validated is passed as `unvalidatedBody`; the server validates it.
 */
export type CallInput<C extends Call> = (C extends { params: infer Schema extends z.ZodType }
  ? { params: z.input<Schema> }
  : unknown) &
  (C extends { query: infer Schema extends z.ZodType }
    ? Record<never, never> extends z.input<Schema>
      ? { query?: z.input<Schema> | string }
      : { query: z.input<Schema> | string }
    : unknown) &
  (C extends { body: infer Schema extends z.ZodType }
    ? undefined extends z.input<Schema>
      ? { body?: z.input<Schema> }
      : { body: z.input<Schema> } | { unvalidatedBody: Readonly<Record<string, unknown>> }
    : unknown) &
  (C extends { etag: 'checked' } ? { version?: number | undefined } : unknown)

/** The additional members of an envelope. */
export type Members<Shape extends z.ZodRawShape> = keyof Shape extends never ? unknown : z.output<z.ZodObject<Shape>>

type Message<C> = C extends { message: string } ? { message: string } : { message?: string }

/** The reply of a successful call, as sent over the wire. */
export type CallReply<C extends Call> = ParsedReply<C, C['reply']> &
  (C extends { etag: string } ? { version: number } : unknown)

type ParsedReply<C, R> = R extends z.ZodType
  ? { data: z.output<R> } & Message<C>
  : R extends PagedReply<infer Item, infer Extra>
    ? { data: z.output<Item>[]; pagination: z.output<typeof PaginationSchema> } & Members<Extra> & Message<C>
    : R extends RawReply<infer Schema>
      ? z.output<Schema>
      : R extends EnvelopeReply<infer Shape>
        ? Members<Shape> & Message<C>
        : undefined
