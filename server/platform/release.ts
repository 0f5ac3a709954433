/** The running release: the package's version and commit. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')

export const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

let commit: Promise<string | null> | undefined

/** Returns the abbreviated commit hash; `null` outside a repository or without git. The result is cached. */
export function getCommitHash(): Promise<string | null> {
  commit ??= readCommit()
  return commit
}

async function readCommit(): Promise<string | null> {
  // Otherwise git would search the parent folders, and return the commit of an unrelated repository.
  if (!existsSync(join(ROOT, '.git'))) return null
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: ROOT })
    return stdout.trim()
  } catch {
    return null
  }
}
