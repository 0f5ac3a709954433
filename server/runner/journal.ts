/**
 * What a runner has claimed and heard, on disk until the platform has it, so that a killed runner loses nothing. It is
 * encrypted by the token: it may quote questions that are sealed.
 */
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type RunnerResult, RunnerResultsSchema } from '#contracts/evaluation-runs/runner.ts'
import { lockFile } from '#server/platform/database/file-lock.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import { UsageError } from './options.ts'

const PURPOSE = 'runner-journal'

const EntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('claimed'), claim: z.string() }),
  z.object({ kind: z.literal('answered'), claim: z.string(), result: RunnerResultsSchema.shape.results.element }),
  z.object({ kind: z.literal('done'), claim: z.string() }),
])
type Entry = { kind: 'claimed' | 'done'; claim: string } | { kind: 'answered'; claim: string; result: RunnerResult }

export type Journal = Awaited<ReturnType<typeof openJournal>>

/** Opens the journal of a token. Throws `UsageError` if another process has it. */
export async function openJournal(folder: string, token: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Another token of the same run is another runner.
  const name = sha256Hex(token).slice(0, 16)
  const path = join(folder, `${name}.journal`)
  const lock = lockFile(join(folder, `${name}.lock`))
  if (!lock) throw new UsageError('另一个执行器正在用这个令牌与文件夹；请以 --journal 另指定一个文件夹')
  const encryption = createEncryption(token)
  const encode = (entry: Entry): string => `${encryption.encrypt(JSON.stringify(entry), PURPOSE)}\n`
  const decode = (line: string) => {
    try {
      return EntrySchema.parse(JSON.parse(encryption.decrypt(line, PURPOSE)))
    } catch {
      // The last line of a killed runner may be incomplete.
      return undefined
    }
  }

  const results = new Map<string, RunnerResult>()
  const claims = new Set<string>()
  for (const line of (await readFile(path, 'utf8').catch(() => '')).split('\n')) {
    const entry = line === '' ? undefined : decode(line)
    if (entry?.kind === 'claimed') claims.add(entry.claim)
    if (entry?.kind === 'answered') results.set(entry.claim, entry.result)
    if (entry?.kind === 'answered' || entry?.kind === 'done') claims.delete(entry.claim)
    if (entry?.kind === 'done') results.delete(entry.claim)
  }
  // Without what is done, so that it doesn't grow from start to start.
  const kept: Entry[] = [
    ...[...claims].map((claim) => ({ kind: 'claimed' as const, claim })),
    ...[...results].map(([claim, result]) => ({ kind: 'answered' as const, claim, result })),
  ]
  await writeFile(`${path}.new`, kept.map(encode).join(''), { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  const file = await open(path, 'a', 0o600)
  let last = Promise.resolve()

  /** Writes entries after those before. They are on disk when it ends. */
  function write(entries: readonly Entry[]): Promise<void> {
    const written = last.then(async () => {
      await file.appendFile(entries.map(encode).join(''))
      await file.datasync()
    })
    last = written.catch(() => {})
    return written
  }

  return {
    /** What an earlier process heard but didn't hand in, and what it had claimed without an answer. */
    found: { results: [...results.values()], claims: [...claims] },

    recordClaims: (list: readonly string[]): Promise<void> => write(list.map((claim) => ({ kind: 'claimed', claim }))),
    recordResult: (result: RunnerResult): Promise<void> => write([{ kind: 'answered', claim: result.claim, result }]),
    /** Records claims that need nothing more. */
    forget: (list: readonly string[]): Promise<void> => write(list.map((claim) => ({ kind: 'done', claim }))),

    async close(): Promise<void> {
      await last
      await file.close()
      lock.release()
    },
  }
}
