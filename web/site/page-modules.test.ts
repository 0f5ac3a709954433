import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PAGE_MODULES } from './page-modules.ts'

it.each(Object.entries(PAGE_MODULES))('names a file that exists for the page %s', (_name, module) => {
  expect(existsSync(join(import.meta.dirname, 'pages', module))).toBe(true)
})
