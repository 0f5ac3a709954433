/** Reads the JSON reports of the two test runners. */

import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export type Count = { passed: number; failed: number; skipped: number; failures: string[] }

const VitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

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

const describeFailure = (location: string, messages: string[]): string =>
  [location, ...stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, MAX_FAILURE_LINES)].join('\n    ')

function describeVitestFailures({ testResults }: z.infer<typeof VitestReport>, root: string): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: could not be run`] : []
    return failed.map(({ fullName, failureMessages }) => describeFailure(`${file}: ${fullName}`, failureMessages))
  })
}

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

/** Counts the tests of Vitest's report. File names are relative to `root`. */
export function readVitestReport(report: string, root: string): Count {
  const results = VitestReport.parse(JSON.parse(report))
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = results
  return { passed, failed, skipped, failures: describeVitestFailures(results, root) }
}

/** Counts the tests of Playwright's report. Tests that passed when retried count as passed, but are described. */
export function readPlaywrightReport(report: string): Count {
  const { stats, suites } = PlaywrightReport.parse(JSON.parse(report))
  const { expected, unexpected: failed, flaky, skipped } = stats
  return { passed: expected + flaky, failed, skipped, failures: suites.flatMap(describePlaywrightFailures) }
}
