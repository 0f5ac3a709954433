/**
 * Loaded into a server before its modules (`--import`): offsets its clock by the milliseconds in a file, which may
 * change at runtime and whose path is in this module's URL. `performance.now()` and timers are unaffected, as if an
 * administrator or a time service set the machine's clock.
 */
import { readFileSync } from 'node:fs'

const FILE = new URL(import.meta.url).searchParams.get('offset') ?? ''
const READ_INTERVAL_MS = 20

const SystemDate = Date
let offset = 0
let readAt = Number.NEGATIVE_INFINITY

function now(): number {
  if (performance.now() - readAt > READ_INTERVAL_MS) {
    offset = Number(readFileSync(FILE, 'utf8'))
    readAt = performance.now()
  }
  return SystemDate.now() + offset
}

globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(now()).toString(),
  construct: (target, input, newTarget) => Reflect.construct(target, input.length === 0 ? [now()] : input, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
