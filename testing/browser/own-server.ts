/** A worker of their own for journeys that change what every other journey sees: the site's name, registration, the logo. */
import { expect, test as shared } from './fixtures.ts'

export { expect }

/** The same fixtures. Playwright shares a worker, and so its server, only among tests with the same worker fixtures. */
export const test = shared.extend<object, { apart: true }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this very pattern.
  apart: [async ({}, use) => use(true), { scope: 'worker', auto: true }],
})
