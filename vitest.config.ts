import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contracts,server,web,testing,demo}/**/*.test.{ts,tsx}'],
    globalSetup: 'testing/databases/drop-databases.ts',
    // Vitest leaves one core to itself, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // The files of a process share its modules: most of a file's time was loading the same ones again. What a test
    // replaces for a while is put back after it.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 20_000,
    // As in the browser: a second try on a busy machine, which the report marks.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 60_000,
  },
})
