import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const BUILD = join(import.meta.dirname, '../web/build.ts')

/** Builds both front ends, unless the build is newer than every source. Throws if the build fails. */
export function buildIfNeeded(): void {
  execFileSync(process.execPath, [BUILD, '--if-needed'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
