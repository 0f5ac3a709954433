import { hash } from 'node:crypto'

/** Returns the SHA-256 of a text or bytes in base64url, for stored secrets and version tags. */
export const sha256 = (data: string | NodeJS.ArrayBufferView): string => hash('sha256', data, 'base64url')

/** Returns what a content policy says of an inline script or style, so that it may run. */
export const policyHash = (inline: string): string => `'sha256-${hash('sha256', inline, 'base64')}'`

/** Returns the same in hex, as other tools print it. */
export const sha256Hex = (data: string | NodeJS.ArrayBufferView): string => hash('sha256', data, 'hex')
