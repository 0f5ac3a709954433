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

/** How far the tests have advanced the clock, for journeys across a deadline. */
let offsetMs = 0
const SystemDate = Date
const advancedNow = () => SystemDate.now() + offsetMs
process.on('message', (advanceMs) => {
  offsetMs += Number(advanceMs)
  process.send?.('advanced')
})
// The channel must not keep a process alive that has shut down.
process.channel?.unref()
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [advancedNow()] : args, newTarget),
  get: (target, name, receiver) => (name === 'now' ? advancedNow : Reflect.get(target, name, receiver)),
})

Reflect.set(crypto, 'scrypt', cheapScrypt)
Reflect.set(perfHooks, 'monitorEventLoopDelay', measureNoDelay)
syncBuiltinESMExports()
