/** The counts and failures of the two test runners. */

import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export const Count = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.string()),
})
export type Count = z.infer<typeof Count>

const PlaywrightSuite = z.object({
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
        }),
      ),
    }),
  ),
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(PlaywrightSuite),
})

/** The number of lines of each failure that are repeated at the end, so that a truncated log still contains them. */
const MAX_FAILURE_LINES = 12

/** Describes a failure by its location and the first lines of its messages. */
export const describeFailure = (location: string, messages: string[]): string =>
  [location, ...stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, MAX_FAILURE_LINES)].join('\n    ')

/** Describes the failed tests and those that passed only when retried. */
function describePlaywrightFailures({ suites = [], specs }: Partial<z.infer<typeof PlaywrightSuite>>): string[] {
  const failures = (specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) =>
        describeFailure(
          `${file}:${line}: ${title}${status === 'flaky' ? ' (passed when retried)' : ''}`,
          results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
        ),
      ),
  )
  return [...failures, ...suites.flatMap(describePlaywrightFailures)]
}

/** Counts the tests of Playwright's report. Tests that passed when retried count as passed, but are described. */
export function readPlaywrightReport(report: string): Count {
  const { stats, suites } = PlaywrightReport.parse(JSON.parse(report))
  const { expected, unexpected: failed, flaky, skipped } = stats
  return { passed: expected + flaky, failed, skipped, failures: suites.flatMap(describePlaywrightFailures) }
}
