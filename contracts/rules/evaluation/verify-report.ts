/** Verifies a report with the platform's public keys; the same code runs in browsers and in Node. */
import type { ReportKey } from '../../evaluation-projects/report.ts'
import { isObject } from '../is-object.ts'
import { tryToCanonicalJson } from './canonical-json.ts'
import { toHex } from './to-hex.ts'

/** `changed`: the data don't match the hash. `not-signed`: none of the keys has signed it. */
export type Verification = 'unchanged' | 'changed' | 'not-signed'

/**
 * Returns whether a downloaded report is what the platform has signed. Takes any value (a file parsed by `parseStrictJson`)
 * and the platform's public keys. Both hash and signature cover the data's canonical form, so whitespace and key order
 * don't matter. What stands beside the data isn't signed, so anything unknown there counts as a change.
 */
export async function verifyReport(report: unknown, keys: readonly ReportKey[]): Promise<Verification> {
  const { data, hash, signature, keyId, ...unsigned } = isObject(report) ? report : {}
  const key = keys.find(({ kid }) => kid === keyId)
  if (!key || !isObject(data) || typeof signature !== 'string') return 'not-signed'
  const canonical = tryToCanonicalJson(data)
  if (canonical === undefined) return 'changed'
  const bytes = new TextEncoder().encode(canonical)
  const digest = toHex(await crypto.subtle.digest('SHA-256', bytes))
  if (digest !== hash) return 'changed'
  if (!(await isSignedBy(key, signature, bytes))) return 'not-signed'
  return Object.keys(unsigned).length > 0 ? 'changed' : 'unchanged'
}

async function isSignedBy({ kty, crv, x }: ReportKey, signature: string, bytes: Uint8Array<ArrayBuffer>) {
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  const signatureBytes = fromBase64Url(signature)
  return signatureBytes !== undefined && crypto.subtle.verify('Ed25519', publicKey, signatureBytes, bytes)
}

/** Returns `undefined` for invalid base64url. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  // A length of one more than a multiple of four is invalid (RFC 4648 §5).
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
