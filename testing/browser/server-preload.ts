/** Preloaded by the tests' servers: what takes most of the time in production, or depends on the machine's other load. */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import perfHooks, { type EventLoopMonitorOptions } from 'node:perf_hooks'

type Callback = (error: Error | null, key: Buffer) => void

const { scrypt } = crypto

/**
 * Hashes at a low cost: tests create many users, and hash the password of each several times, which takes 128 MB and half
 * a second each time. `passwords.test.ts` tests the real cost.
 */
function cheapScrypt(password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, call: Callback) {
  scrypt(password, salt, length, { ...options, N: 16, r: 1, p: 1 }, call)
}

const { monitorEventLoopDelay } = perfHooks

/** Measures no delay, since a server on a busy machine would shed load. `load-shedding.test.ts` tests that it does. */
const measureNoDelay = (options: EventLoopMonitorOptions) =>
  Object.defineProperty(monitorEventLoopDelay(options), 'mean', { value: 0 })

Reflect.set(crypto, 'scrypt', cheapScrypt)
Reflect.set(perfHooks, 'monitorEventLoopDelay', measureNoDelay)
syncBuiltinESMExports()
