import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createPaletteCss, PALETTE_FILE } from './write-palette.ts'

it('matches the committed style sheet; run `node web/write-palette.ts` to update it', () => {
  expect(readFileSync(PALETTE_FILE, 'utf8')).toBe(createPaletteCss())
})
