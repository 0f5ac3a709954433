/** Writes the colours of contracts/palette.ts as the stylesheet of both fronts: `node web/write-palette.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lightDark, PALETTE, TONES } from '#contracts/palette.ts'

export const PALETTE_FILE = join(import.meta.dirname, 'shared/palette.css')

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns the stylesheet: the custom properties, Tailwind's colours of the same names, a class for each tone. */
export function paletteCss(): string {
  const names = Object.entries(PALETTE).map(([name, shade]) => ({ name: kebab(name), shade }))
  return [
    '/* Made by web/write-palette.ts of contracts/palette.ts: change the colours there. */',
    '@theme {',
    ...names.map(({ name }) => `  --color-${name}: var(--${name});`),
    '}',
    '',
    ':root {',
    ...names.map(({ name, shade }) => `  --${name}: ${lightDark(shade)};`),
    '}',
    '',
    ...Object.entries(TONES).flatMap(([name, { text, line, ground }]) => [
      `@utility tone-${name} {`,
      `  --tone: ${lightDark(text)};`,
      `  --tone-line: ${lightDark(line)};`,
      `  --tone-ground: ${lightDark(ground)};`,
      '}',
    ]),
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(PALETTE_FILE, paletteCss())
