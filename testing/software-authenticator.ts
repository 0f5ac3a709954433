/** A device that creates and uses passkeys as WebAuthn Level 3 describes, with ES256 and without an attestation. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyAdd, PasskeyCreation, PasskeyRequest, PasskeySignIn } from '#contracts/identity/passkeys.ts'

/** Flags of authenticator data (§6.1). */
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Behaviour = {
  /** The site that the browser shows, which the device signs. */
  origin?: string
  /** Whether the device has checked who holds it. */
  isVerified?: boolean
  /** How often it says that it has signed, if it counts. */
  counter?: number
}

/** Creates a device with one passkey, whose key is made with the first call of `create`. */
export function createAuthenticator(siteOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let userHandle = ''

  return {
    /** Answers `navigator.credentials.create`, with the name that its owner gives the passkey. */
    create({ ceremony, options }: PasskeyCreation, name: string, behaviour: Behaviour = {}): PasskeyAdd {
      userHandle = options.user.id
      const authenticatorData = Buffer.concat([
        createAuthenticatorData(options.rp.id, HAS_CREDENTIAL, behaviour),
        // No model of authenticator is named.
        Buffer.alloc(16),
        toUint16(credentialId.length),
        credentialId,
        encodePublicKey(publicKey),
      ])
      const attestation = encodeMap([
        ['fmt', encodeText('none')],
        ['attStmt', encodeMap([])],
        ['authData', encodeBytes(authenticatorData)],
      ])
      return {
        ceremony,
        name,
        credentialId: credentialId.toString('base64url'),
        clientData: createClientData('webauthn.create', options.challenge, behaviour.origin ?? siteOrigin),
        attestation: attestation.toString('base64url'),
      }
    },

    /** Answers `navigator.credentials.get`. */
    get({ ceremony, options }: PasskeyRequest, behaviour: Behaviour = {}): PasskeySignIn {
      const authenticatorData = createAuthenticatorData(options.rpId, 0, behaviour)
      const clientData = createClientData('webauthn.get', options.challenge, behaviour.origin ?? siteOrigin)
      const clientDataHash = createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest()
      const signature = sign('sha256', Buffer.concat([authenticatorData, clientDataHash]), privateKey)
      return {
        ceremony,
        credentialId: credentialId.toString('base64url'),
        clientData,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      }
    },
  }
}

const createClientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

function createAuthenticatorData(rpId: string, flags: number, { isVerified = true, counter = 0 }: Behaviour): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0))
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), head])
}

/** Encodes an ES256 key in COSE's format (RFC 9053 §7.1.1): key type 2, algorithm -7, curve 1, and both coordinates. */
function encodePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    encodeBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    encodeBytes(Buffer.from(y, 'base64url')),
  ])
}

/** The major types of CBOR (RFC 8949 §3.1). */
const BYTES = 2
const TEXT = 3
const MAP = 5

function encodeHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.concat([Buffer.from([(major << 5) | 25]), toUint16(length)])
}

function toUint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

const encodeBytes = (bytes: Buffer) => Buffer.concat([encodeHead(BYTES, bytes.length), bytes])
const encodeText = (text: string) => Buffer.concat([encodeHead(TEXT, text.length), Buffer.from(text)])
const encodeMap = (entries: readonly (readonly [string, Buffer])[]) =>
  Buffer.concat([encodeHead(MAP, entries.length), ...entries.flatMap(([key, value]) => [encodeText(key), value])])
