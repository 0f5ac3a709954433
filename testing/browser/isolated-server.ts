/** A server for the tests of one file that change what all others see: the site's name, registration, mail, the clock. */
import { expect, test as shared } from './fixtures.ts'

export { expect }

/**
 * Creates the `test` function of a file with the same fixtures. Playwright only shares a worker, and thereby its server,
 * among tests with equal worker fixtures: that of each call differs.
 */
export const createIsolatedTest = () =>
  shared.extend<object, { ownServer: true }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern.
    ownServer: [async ({}, use) => use(true), { scope: 'worker', auto: true }],
  })
