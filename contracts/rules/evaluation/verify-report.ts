/** Checks a report with nothing but the platform's public keys; the same code runs in a browser and in Node. */
import type { ReportKey } from '../../evaluation-projects/report.ts'
import { isObject } from '../is-object.ts'
import { canonicalJson } from './canonical-json.ts'

/** `changed`: the data aren't what was hashed. `not-ours`: none of the keys has signed it. */
export type Verification = 'unchanged' | 'changed' | 'not-ours'

/**
 * Returns whether a report, as it was downloaded, is what the platform has signed. Takes any value (a parsed file) and
 * the platform's public keys. Both the hash and the signature are of the data's canonical form, so spaces and the order
 * of keys don't count.
 */
export async function verifyReport(report: unknown, keys: readonly ReportKey[]): Promise<Verification> {
  const { data, hash, signature, keyId } = isObject(report) ? report : {}
  const key = keys.find(({ kid }) => kid === keyId)
  if (!key || !isObject(data) || typeof signature !== 'string') return 'not-ours'
  const canonical = toCanonical(data)
  if (canonical === undefined) return 'changed'
  const bytes = new TextEncoder().encode(canonical)
  const digest = toHex(await crypto.subtle.digest('SHA-256', bytes))
  if (digest !== hash) return 'changed'
  return (await isSignedBy(key, signature, bytes)) ? 'unchanged' : 'not-ours'
}

async function isSignedBy({ kty, crv, x }: ReportKey, signature: string, bytes: Uint8Array<ArrayBuffer>) {
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  const signatureBytes = fromBase64Url(signature)
  return signatureBytes !== undefined && crypto.subtle.verify('Ed25519', publicKey, signatureBytes, bytes)
}

/** Returns `undefined` for what has no canonical form, such as half of a surrogate pair: we sign nothing of the kind. */
function toCanonical(data: object): string | undefined {
  try {
    return canonicalJson(data)
  } catch {
    return undefined
  }
}

const toHex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns `undefined` for what is no base64url. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  // A length of one more than a multiple of four is none (RFC 4648 §5).
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
