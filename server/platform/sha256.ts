import { hash } from 'node:crypto'

/** Returns the SHA-256 of a text or bytes in base64url, for stored secrets and version tags. */
export const sha256 = (data: string | NodeJS.ArrayBufferView): string => hash('sha256', data, 'base64url')

/** Returns the source expression that allows an inline script or style in a content security policy. */
export const cspHash = (inline: string): string => `'sha256-${hash('sha256', inline, 'base64')}'`

/** Returns the SHA-256 in hex, the format of command-line tools. */
export const sha256Hex = (data: string | NodeJS.ArrayBufferView): string => hash('sha256', data, 'hex')
