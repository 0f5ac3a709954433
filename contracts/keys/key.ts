/** Keys with which programs make the same calls as people. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { KEYS, TEXT } from '../limits.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { KEY_MESSAGES as MESSAGES } from './messages.ts'
import { isMemberScope, KEY_SCOPES } from './scopes.ts'
import { KEY_STATUSES } from './statuses.ts'

const ScopeSchema = z.enum(KEY_SCOPES, MESSAGES.unknownScope)

/** An address or a network in CIDR notation. */
const KeyAddressSchema = storedText()
  .trim()
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], MESSAGES.address))

export const KeyCreateSchema = z.object({
  name: requiredText(MESSAGES.name, TEXT.word),
  scopes: z
    .array(ScopeSchema)
    .min(1, MESSAGES.scopes)
    .refine((scopes) => new Set(scopes.map(isMemberScope)).size < 2, MESSAGES.mixedScopes)
    .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope))),
  expiresAt: z.iso.datetime().describe('到期时间，至多一年。'),
  addresses: z
    .array(KeyAddressSchema)
    .max(KEYS.addresses)
    .default([])
    .describe('只能从这些IP地址或网段使用；空为不限。'),
})
export type KeyCreate = z.output<typeof KeyCreateSchema>

/** `key` is shown once. */
export const NewKeySchema = z.object({ id: z.string(), key: z.string() })
export type NewKey = z.output<typeof NewKeySchema>

/** `platform`: what super admins permit a program; `own`: an account's own projects, shortlists and inquiries. */
const KEY_KINDS = ['platform', 'own'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

export const KeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(KEY_KINDS),
    /** The first characters of the key, by which people recognise it. */
    prefix: z.string(),
    scopes: z.array(ScopeSchema),
    addresses: z.array(z.string()),
    status: z.enum(KEY_STATUSES),
    owner: UserReferenceSchema,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().nullable(),
    /** Known to the minute. */
    lastUsedAt: z.iso.datetime().nullable(),
    lastUsedAddress: z.string().nullable(),
  })
  .meta({ id: 'Key' })
export type Key = z.output<typeof KeySchema>

/** How often a key made a call on a day in Shanghai. */
export const KeyUseSchema = z
  .object({
    day: z.iso.date(),
    /** The method and the path of the call. */
    call: z.string(),
    count: z.int(),
  })
  .meta({ id: 'KeyUse' })
export type KeyUse = z.output<typeof KeyUseSchema>
