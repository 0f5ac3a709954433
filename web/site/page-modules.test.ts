import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PAGE_MODULES } from './page-modules.ts'

it.each(Object.entries(PAGE_MODULES))('names an existing file for the page %s', (_pageName, modulePath) => {
  expect(existsSync(join(import.meta.dirname, 'pages', modulePath))).toBe(true)
})
