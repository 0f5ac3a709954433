import { describe, expect, it } from 'vitest'
import { inlineConstants, loadConstants } from './constants-plugin.ts'

const CONSTANTS = new Map([
  ['TEXT.line', '200'],
  ['SITE_MESSAGES.network', '"网络连接失败"'],
])
const IMPORT = "import { LIST, TEXT } from '../limits.ts'\n"

describe('inlining constants', () => {
  it('replaces a member of an imported table by its value', () => {
    expect(inlineConstants(`${IMPORT}const maxLength = TEXT.line * 2`, CONSTANTS)).toBe(
      `${IMPORT}const maxLength = 200 * 2`,
    )
  })

  it('leaves a member whose value is not a primitive', () => {
    const code = `${IMPORT}const maxLength = TEXT.nested.line + LIST.short`
    expect(inlineConstants(code, CONSTANTS)).toBe(code)
  })

  it('leaves a table of the same name from another module', () => {
    const code = "import { TEXT } from './words.ts'\nconst maxLength = TEXT.line + page.TEXT.line"
    expect(inlineConstants(code, CONSTANTS)).toBe(code)
  })

  it('loads the texts and limits of the contracts', async () => {
    const constants = await loadConstants()
    expect(constants.get('SITE_MESSAGES.network')).toMatch(/^"网络连接失败/)
    expect(Number(constants.get('TEXT.line'))).toBeGreaterThan(0)
  })
})
