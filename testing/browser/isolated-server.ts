/** A separate worker for tests that change what all others see: the site's name, registration, the logo. */
import { expect, test as shared } from './fixtures.ts'

export { expect }

/**
 * The same fixtures. Playwright only shares a worker, and thereby its server, among tests with equal worker fixtures.
 */
export const test = shared.extend<object, { ownServer: true }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern.
  ownServer: [async ({}, use) => use(true), { scope: 'worker', auto: true }],
})
