import { buildIfNeeded } from '../build-if-needed.ts'
import { FIREFOX_MISSING_NOTICE, findFirefox } from './firefox.ts'
import { prepareData } from './server.ts'

/**
 * Builds the site and prepares the servers' data once for all workers, if their sources have changed, and reports missing
 * browsers.
 */
export default async function buildSite(): Promise<void> {
  buildIfNeeded()
  await prepareData()
  if (!findFirefox()) process.stdout.write(`${FIREFOX_MISSING_NOTICE}\n`)
}
