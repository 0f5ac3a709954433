import { randomBytes } from 'node:crypto'

const BYTES = 32

/** Returns a random token of 256 bits: of a link, a session or a sign-in. Only its `sha256` is stored. */
export const createToken = (): string => randomBytes(BYTES).toString('base64url')
