import { hash } from 'node:crypto'

/** Returns the SHA-256 of a text or of bytes in base64url: what is kept of a secret, and what versions are told apart by. */
export const sha256 = (data: string | NodeJS.ArrayBufferView): string => hash('sha256', data, 'base64url')

/** Returns what a content policy says of an inline script or style, so that it may run. */
export const policyHash = (inline: string): string => `'sha256-${hash('sha256', inline, 'base64')}'`
