/** Writes the counts of Vitest's tests, and the reasons of all failures: of tests, and of hooks and files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node'
import { type Count, describeFailure } from './test-reports.ts'
import { describeSeed } from './test-seed.ts'

export const COUNT_FILE = join(import.meta.dirname, '../test-results/vitest.json')

type ReportedError = Pick<SerializedError, 'message' | 'stack'>

/** Returns the messages with the lines of the project's code. */
const toMessages = (errors: readonly ReportedError[]) =>
  errors.map(({ message, stack }) => (stack ?? message).replaceAll(/\n *at .*(?:node_modules|node:internal).*/g, ''))

function describeFailures(module: TestModule): string[] {
  const describeAt = (name: string, errors: readonly ReportedError[]) =>
    errors.length > 0 ? [describeFailure(`${module.relativeModuleId}: ${name}`, toMessages(errors))] : []
  const describeHooks = (suite: TestModule | TestSuite, name: string) => describeAt(name, suite.errors())
  return [
    ...describeHooks(module, 'could not be run'),
    ...[...module.children.allSuites()].flatMap((suite) => describeHooks(suite, `${suite.fullName}: a hook failed`)),
    ...[...module.children.allTests('failed')].flatMap((test) => describeAt(test.fullName, test.result().errors ?? [])),
  ]
}

function countTests(modules: readonly TestModule[], errors: readonly ReportedError[]): Count {
  const count = (state: 'passed' | 'failed' | 'skipped') =>
    modules.reduce((total, module) => total + [...module.children.allTests(state)].length, 0)
  const unhandled = toMessages(errors).map((message) => describeFailure('unhandled error', [message]))
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: [...modules.flatMap(describeFailures), ...unhandled],
  }
}

/** Writes the counts to `COUNT_FILE` at the end of a run, and prints the seed of its order. */
export const countReporter: Reporter = {
  async onTestRunEnd(modules, errors) {
    await mkdir(dirname(COUNT_FILE), { recursive: true })
    await writeFile(COUNT_FILE, JSON.stringify(countTests(modules, errors)))
    process.stdout.write(describeSeed())
  },
}
