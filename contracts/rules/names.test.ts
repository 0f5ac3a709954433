import { describe, expect, it } from 'vitest'
import { foldName, normalizeName } from './names.ts'

const ZERO_WIDTH_SPACE = '\u200b'
const KANGXI_MAN = '\u2f08'

describe('normalizeName', () => {
  it.each([
    ['converts full-width letters and digits', 'ＡｇｅｎｔＳｃｏｐｅ２', 'AgentScope2'],
    ['keeps full-width punctuation', '智鉴（企业版）：一', '智鉴（企业版）：一'],
    ['replaces radicals by characters', `机器${KANGXI_MAN}`, '机器人'],
    ['replaces ideographs for compatibility', '\uf90a', '金'],
    ['composes letters', 'Cafe\u0301', 'Café'],
    ['removes invisible characters', `面${ZERO_WIDTH_SPACE}议`, '面议'],
    ['keeps letter case and signs', 'GPT² Pro™', 'GPT² Pro™'],
  ])('%s', (_, name, normalized) => {
    expect(normalizeName(name)).toBe(normalized)
    expect(normalizeName(normalized)).toBe(normalized)
  })
})

describe('foldName', () => {
  it.each([
    ['width', 'ＡｇｅｎｔＳｃｏｐｅ（企业版）', 'agentscope(企业版)'],
    ['letter case', 'AGENTSCOPE', 'agentscope'],
    ['spaces', '  Agent \u3000 Scope ', 'agent scope'],
    ['invisible characters', `Agent${ZERO_WIDTH_SPACE}Scope`, 'agentscope'],
    ['radicals', `机器${KANGXI_MAN}`, '机器人'],
    ['composition', 'Cafe\u0301', 'café'],
  ])('ignores %s', (_, name, folded) => {
    expect(foldName(name)).toBe(folded)
    expect(foldName(folded)).toBe(folded)
  })

  it('distinguishes names with and without a space', () => {
    expect(foldName('Agent Scope')).not.toBe(foldName('AgentScope'))
  })
})
