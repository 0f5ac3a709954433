import { buildIfNeeded } from '../build-if-needed.ts'
import { FIREFOX_MISSING_NOTICE, findFirefox } from './firefox.ts'

/** Builds the site once for all workers, if its sources have changed, and reports missing browsers. */
export default function buildSite(): void {
  buildIfNeeded()
  if (!findFirefox()) process.stdout.write(`${FIREFOX_MISSING_NOTICE}\n`)
}
