import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { countReporter } from './testing/count-reporter.ts'
import { TEST_SEED } from './testing/test-seed.ts'

/** Tests wait for half of their time, for the database, for constant durations or for a timeout that they test. */
const WORKERS_BEYOND_CORES = 2

// The servers and commands that tests start compile the same modules many times, which takes a third of their start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node')

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contracts,server,testing,demo}/**/*.test.ts'],
          // Node loads these files as it loads the server. Transforming them took as long as the tests of a small folder.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', '{web,testing}/**/*.test.tsx'],
          server: { deps: { external: [/\/(contracts|server|demo)\/.*\.ts$/] } },
        },
      },
    ],
    reporters: ['default', countReporter],
    globalSetup: 'testing/databases/drop-databases.ts',
    // By default, Vitest leaves one core unused, which is half of a small machine.
    maxWorkers: availableParallelism() + WORKERS_BEYOND_CORES,
    // The test files of a process share its modules, since loading them again took most of a file's time. Mocks and
    // stubbed globals are restored after each test.
    isolate: false,
    // Tests of a file run in a random order, since each makes its own rows. Vitest prints the seed at the start,
    // `countReporter` at the end.
    sequence: { shuffle: { files: false, tests: true }, seed: TEST_SEED },
    // Titles of cases (`$case`) aren't shortened to 40 characters, which would make some of them equal.
    chaiConfig: { truncateThreshold: 200 },
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 60_000,
    // As in playwright.config.ts: a test may time out on a busy machine. The report marks retried tests.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 60_000,
  },
})
