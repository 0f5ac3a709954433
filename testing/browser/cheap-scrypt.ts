/**
 * Preloaded by the tests' servers: lowers the cost of scrypt, since tests create many users and hash the password of each
 * several times, which takes 128 MB and half a second each time. `passwords.test.ts` tests the real cost.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Callback = (error: Error | null, key: Buffer) => void

const { scrypt } = crypto

function cheapScrypt(password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, call: Callback) {
  scrypt(password, salt, length, { ...options, N: 16, r: 1, p: 1 }, call)
}

Reflect.set(crypto, 'scrypt', cheapScrypt)
syncBuiltinESMExports()
