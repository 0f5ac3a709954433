import { execFileSync } from 'node:child_process'
import { findFirefox, WITHOUT_FIREFOX } from './firefox.ts'

/** Builds the site once for all workers, if its sources have changed, and reports missing browsers. */
export default function buildSite(): void {
  execFileSync(process.execPath, ['web/build.ts', '--if-needed'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (!findFirefox()) process.stdout.write(`${WITHOUT_FIREFOX}\n`)
}
