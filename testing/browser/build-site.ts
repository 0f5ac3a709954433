import { buildIfNeeded } from '../build-if-needed.ts'
import { findFirefox, WITHOUT_FIREFOX } from './firefox.ts'

/** Builds the site once for all workers, if its sources have changed, and reports missing browsers. */
export default function buildSite(): void {
  buildIfNeeded()
  if (!findFirefox()) process.stdout.write(`${WITHOUT_FIREFOX}\n`)
}
