import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

it.each(['123456', 'password', 'PassWord1', 'qwerty123', 'a123456', 'woaini', '5201314', 'woaini1314', '１２３４５６'])(
  'recognizes %s as common',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
)

it.each(['a-password-for-tests', 'correct horse', '', '\n', 'constructor of things'])(
  'does not recognize %j as common',
  async (password) => expect(await isCommonPassword(password)).toBe(false),
)

it('lists at least 10,000 passwords that satisfy the minimum length', async () => {
  const text = await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  const lines = text.trimEnd().split('\n')
  expect(new Set(lines).size).toBeGreaterThanOrEqual(10_000)
  expect(lines.filter((line) => line.length < 6 || line !== line.toLowerCase())).toEqual([])
})
