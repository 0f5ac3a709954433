import { execFileSync } from 'node:child_process'
import { findFirefox, WITHOUT_FIREFOX } from './firefox.ts'

/** Builds the site once for all workers, where its sources have changed, and says which browser is missing. */
export default function buildSite(): void {
  execFileSync(process.execPath, ['web/build.ts', '--if-needed'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (!findFirefox()) process.stdout.write(`${WITHOUT_FIREFOX}\n`)
}
