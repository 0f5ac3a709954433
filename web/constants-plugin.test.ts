import { describe, expect, it } from 'vitest'
import { loadConstants, writeConstants } from './constants-plugin.ts'

const CONSTANTS = new Map([
  ['TEXT.line', '200'],
  ['SITE_MESSAGES.network', '"网络连接失败"'],
])
const IMPORT = "import { LIST, TEXT } from '../limits.ts'\n"

describe('the writing of constants', () => {
  it('writes the value where an imported table is read', () => {
    expect(writeConstants(`${IMPORT}const most = TEXT.line * 2`, CONSTANTS)).toBe(`${IMPORT}const most = 200 * 2`)
  })

  it('leaves a member that has no plain value', () => {
    const code = `${IMPORT}const most = TEXT.nested.line + LIST.short`
    expect(writeConstants(code, CONSTANTS)).toBe(code)
  })

  it('leaves a table of the same name that is not the one', () => {
    const code = "import { TEXT } from './words.ts'\nconst most = TEXT.line + page.TEXT.line"
    expect(writeConstants(code, CONSTANTS)).toBe(code)
  })

  it('knows the texts and limits of the contracts', async () => {
    const constants = await loadConstants()
    expect(constants.get('SITE_MESSAGES.network')).toMatch(/^"网络连接失败/)
    expect(Number(constants.get('TEXT.line'))).toBeGreaterThan(0)
  })
})
