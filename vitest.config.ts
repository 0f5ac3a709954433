import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contracts,server,web,testing,demo}/**/*.test.{ts,tsx}'],
    // Vitest leaves one core to itself, which is half of a small machine.
    maxWorkers: availableParallelism(),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
