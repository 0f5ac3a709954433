import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PALETTE_FILE, paletteCss } from './write-palette.ts'

it('matches the generated stylesheet: run `node web/write-palette.ts` if it is not', () => {
  expect(readFileSync(PALETTE_FILE, 'utf8')).toBe(paletteCss())
})
