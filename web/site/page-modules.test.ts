import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PAGE_MODULES } from './page-modules.ts'

it.each(Object.entries(PAGE_MODULES))('names the existing module of the page %s', (_name, module) => {
  expect(existsSync(join(import.meta.dirname, 'pages', module))).toBe(true)
})
