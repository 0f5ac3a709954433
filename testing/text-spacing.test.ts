/**
 * Chinese interface texts have no spaces beside Latin words and numbers, since the style sheets set the gap between them
 * (`text-autospace`). Only what a reader copies literally is set off by spaces: URLs, file extensions, names in code.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const WORD = String.raw`(?:[A-Z][A-Za-z0-9]*|\d+(?:\.\d+)?%?)`
/** A letter, or a sign that makes a word part of a literal, such as `https://` and `MAIL_HOSTS`. */
const LITERAL = '[A-Za-z0-9_.:/@×-]'
const SPACED_WORD = new RegExp(
  String.raw`\p{Script=Han} ${WORD}(?!${LITERAL}|%)|(?<!${LITERAL})${WORD} (?=\p{Script=Han})`,
  'u',
)
const COMMENT = /^\s*(?:\/\/|\/?\*)/

/** Texts that are given, and a format whose parts are separated by spaces. */
const EXCEPTIONS = ['JSON 格式错误，请检查语法', '1280×800 工作流画布']

/** Interface texts, without tests and migrations. */
const FILES = globSync('{contracts,web,demo,server/modules,server/platform}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.|\/migrations\//.test(file),
)

it('sets no spaces between Chinese and Latin words of interface texts', () => {
  expect(FILES.length).toBeGreaterThan(1_000)
  const spacedLines = FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => SPACED_WORD.test(line) && !COMMENT.test(line))
      .filter((line) => EXCEPTIONS.every((exception) => !line.includes(exception)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(spacedLines).toEqual([])
})

it('joins facts so that no line begins with a dot, as joinWithDots does', () => {
  const dottedLines = FILES.filter((file) => file.startsWith('web/')).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(' · ') && !COMMENT.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(dottedLines).toEqual([])
})
