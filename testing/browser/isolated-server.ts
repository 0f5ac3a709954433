/** A server for the tests of one file that change what all others see: the site's name, registration, mail, the clock. */
import { expect, SERVER_FIXTURE, test as shared } from './fixtures.ts'

export { expect }

/**
 * Creates the `test` function of a file, whose tests run one after the other on a server of the file. Only the server is
 * another one: worker and browser are those of all tests, since starting them takes longer. The server's host name is
 * another one for passkeys, which browsers refuse at IP addresses.
 */
export function createIsolatedTest(hostName?: string) {
  const test = shared.extend({
    ownedServer: [
      async ({ servers }, use, { file }) => use(await servers.getOwn(file, hostName)),
      { scope: 'test', ...SERVER_FIXTURE },
    ],
  })
  test.describe.configure({ mode: 'default' })
  return test
}
