/** Passkeys: key pairs of a person's devices, with which they sign in without a user name and a password. */
import { z } from 'zod'
import { tooLongMessage } from '../chinese-issues.ts'
import { PASSKEYS, TEXT } from '../limits.ts'
import { requiredName } from '../stored-text.ts'
import { deviceToken } from './account.ts'
import { PASSKEY_MESSAGES } from './passkey-messages.ts'

/** Bytes as base64url, such as an id or a signature; browsers send up to some kilobytes. */
const encodedBytes = () =>
  z
    .string()
    .max(PASSKEYS.maxEncodedLength, tooLongMessage(PASSKEYS.maxEncodedLength))
    .regex(/^[\w-]+$/, PASSKEY_MESSAGES.malformed)

const ceremony = z
  .string(PASSKEY_MESSAGES.expired)
  .min(1, PASSKEY_MESSAGES.expired)
  .max(TEXT.line, tooLongMessage(TEXT.line))
  .describe('来自上一步的响应，只能用一次。')

const passkeyName = requiredName(PASSKEY_MESSAGES.name, TEXT.word)

/** A passkey for its owner. Its key and the id by which its device knows it aren't shown. */
export const PasskeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The device keeps a copy in its owner's account at the maker, from which other devices get it. */
    isSynced: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof PasskeySchema>

/** The passkeys of an account. `isAvailable` is false if browsers refuse passkeys at the site's address. */
export const PasskeyListSchema = z.object({ isAvailable: z.boolean(), passkeys: z.array(PasskeySchema) })
export type PasskeyList = z.infer<typeof PasskeyListSchema>

const CredentialReferenceSchema = z.object({ id: z.string(), type: z.literal('public-key') })

/** What `navigator.credentials.create` gets, with bytes as base64url (WebAuthn Level 3 §5.1.8). */
export const PasskeyCreationSchema = z.object({
  ceremony: z.string(),
  options: z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(CredentialReferenceSchema),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreationSchema>

/** What `navigator.credentials.get` gets. It names no credentials, so that the device offers those that it has. */
export const PasskeyRequestSchema = z.object({
  ceremony: z.string(),
  options: z.object({
    rpId: z.string(),
    challenge: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequestSchema>

/** A new passkey, as the browser returns it. */
export const PasskeyAddSchema = z
  .object({
    ceremony,
    name: passkeyName,
    credentialId: encodedBytes(),
    clientData: encodedBytes(),
    attestation: encodedBytes(),
  })
  .meta({ id: 'PasskeyAddition' })
export type PasskeyAdd = z.infer<typeof PasskeyAddSchema>

export const PasskeyRenameSchema = z.object({ name: passkeyName })
export type PasskeyRename = z.infer<typeof PasskeyRenameSchema>

/** The signature of a device, as the browser returns it. */
export const PasskeySignInSchema = z
  .object({
    ceremony,
    credentialId: encodedBytes(),
    clientData: encodedBytes(),
    authenticatorData: encodedBytes(),
    signature: encodedBytes(),
    userHandle: encodedBytes(),
    deviceToken,
  })
  .meta({ id: 'PasskeySignIn' })
export type PasskeySignIn = z.infer<typeof PasskeySignInSchema>
