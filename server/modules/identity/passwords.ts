/** Hashes passwords with scrypt from `node:crypto`, off the main thread, with limited concurrency. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'

/** The cost of a hash: 128 · 2^logN · r bytes of memory, p times. */
export type PasswordCost = { logN: number; r: number; p: number }

/** The minimum for scrypt in OWASP's Password Storage Cheat Sheet: 128 MB. */
export const OWASP_COST: PasswordCost = { logN: 17, r: 8, p: 1 }

/**
 * The cost of legacy hashes of the form `salt:key`, created by better-auth, whose salt is the hexadecimal text itself.
 */
const LEGACY_COST: PasswordCost = { logN: 14, r: 16, p: 1 }

const SALT_BYTES = 16
const KEY_BYTES = 32
/** Two hashes take 256 MB and leave half of libuv's four worker threads to files and compression. */
const MAX_RUNNING = 2
/** The maximum number of queued hashes; further ones are rejected immediately. */
const MAX_QUEUED = 50

type Hash = { cost: PasswordCost; salt: Buffer; key: Buffer }

export type Passwords = ReturnType<typeof createPasswords>

/** Creates password hashing with a cost for new hashes; hashes of any cost can be verified. */
export function createPasswords(cost: PasswordCost = OWASP_COST) {
  const runLimited = createConcurrencyLimiter({ maxRunning: MAX_RUNNING, maxQueued: MAX_QUEUED })
  const derive = (password: string, { cost: { logN, r, p }, salt, key }: Hash): Promise<Buffer> =>
    runLimited(
      () =>
        new Promise((resolve, reject) => {
          const options = { N: 2 ** logN, r, p, maxmem: 2 * 128 * 2 ** logN * r * p }
          // Normalized, since keyboards compose the same characters differently; of 128 characters, it takes no time.
          scrypt(password.normalize('NFKC'), salt, key.length, options, (error, derived) =>
            error ? reject(error) : resolve(derived),
          )
        }),
    )

  return {
    /** Returns a hash that includes its salt and cost. Throws `unavailable` if too many are queued. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES)
      return formatHash({ cost, salt, key: await derive(password, { cost, salt, key: Buffer.alloc(KEY_BYTES) }) })
    },

    /**
     * Returns whether a password matches a hash. Without a valid hash, it does the same work and returns `false`, so
     * that timing reveals nothing. Throws `unavailable` if too many hashes are queued.
     */
    async verify(hash: string | undefined, password: string): Promise<boolean> {
      const stored = hash === undefined ? undefined : parseHash(hash)
      const compared = stored ?? { cost, salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) }
      const isEqual = timingSafeEqual(await derive(password, compared), compared.key)
      return isEqual && stored !== undefined
    },

    /** Returns whether a hash has another cost than new ones. */
    isOutdated(hash: string): boolean {
      const stored = parseHash(hash)
      return stored?.cost.logN !== cost.logN || stored.cost.r !== cost.r || stored.cost.p !== cost.p
    },
  }
}

/** Formats a hash as a PHC string, `$scrypt$ln=17,r=8,p=1$salt$key`. */
const formatHash = ({ cost: { logN, r, p }, salt, key }: Hash): string =>
  `$scrypt$ln=${logN},r=${r},p=${p}$${toBase64(salt)}$${toBase64(key)}`

/** Encodes bytes in base64 without padding. */
const toBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const PHC_HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{22,})$/
const LEGACY_HASH = /^([0-9a-f]{32}):([0-9a-f]{128})$/

function parseHash(hash: string): Hash | undefined {
  const [, logN, r, p, salt = '', key = ''] = PHC_HASH.exec(hash) ?? []
  if (key !== '') {
    const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
    return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
  }
  const [, legacySalt = '', legacyKey = ''] = LEGACY_HASH.exec(hash) ?? []
  if (legacyKey === '') return undefined
  return { cost: LEGACY_COST, salt: Buffer.from(legacySalt), key: Buffer.from(legacyKey, 'hex') }
}

/**
 * Creates a function that runs a limited number of tasks, queues further ones, and throws `unavailable` beyond that.
 */
function createConcurrencyLimiter({ maxRunning, maxQueued }: { maxRunning: number; maxQueued: number }) {
  const queue: (() => void)[] = []
  let running = 0

  return async function runLimited<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running < maxRunning) running += 1
    else {
      if (queue.length >= maxQueued) throw new AppError('unavailable')
      // A finished task hands over its slot, so `running` stays the same.
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
