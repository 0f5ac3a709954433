import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNames, indexNames } from './find-names.ts'
import { createHiding } from './hide-words.ts'
import { suggestWords } from './suggest-words.ts'

const hideWords = (text: string, words: readonly string[]): string => createHiding(words)(text)

const WORDS = ['DeepSeek', '通义千问', 'GLM', '甲', 'gpt-4o-mini']

describe('hiding words', () => {
  it.each([
    ['another case', '我是deepSEEK助手', '我是▇▇助手'],
    ['full width', '我是ＤｅｅｐＳｅｅｋ。', '我是▇▇。'],
    ['spaces and Markdown within', '我是**Deep** Seek，通 义 千 问', '我是**▇▇，▇▇'],
    ['invisible characters within', '我是Deep\u200bSe\u00adek', '我是▇▇'],
    ['traditional characters', '我是通義千問', '我是▇▇'],
    ['names of files and hosts', '见qwen说明_DeepSeek-V3.pdf', '见qwen说明_▇▇-V3.pdf'],
    ['a version that follows', 'DeepSeekV3与GLM4', '▇▇V3与▇▇4'],
    ['names of models, however separated', 'GPT 4o mini、gpt_4o_mini', '▇▇、▇▇'],
    ['names that adjoin', '甲DeepSeek通义千问', '▇▇'],
    ['other characters of the same text', '价格为３元，甲方…', '价格为３元，▇▇方…'],
    ['accents composed or not', 'Ｄeepseek', '▇▇'],
  ])('finds them despite %s', (_case, text, expected) => {
    expect(hideWords(text, WORDS)).toBe(expected)
  })

  it('leaves other words alone', () => {
    expect(hideWords('englmish', ['GLM'])).toBe('englmish')
    expect(hideWords('skim it, we skim it', ['Kimi'])).toBe('skim it, we skim it')
    expect(hideWords('没有要隐去的', [''])).toBe('没有要隐去的')
  })

  it('leaves none of them, for generated texts', () => {
    const piece = fc.constantFrom(
      'DeepSeek',
      'ＤＥＥＰＳＥＥＫ',
      'Deep-Seek',
      '通义千问',
      '通義 千問',
      '你好',
      ' ',
      'x',
      '\u200b',
      '𠮷',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const hidden = hideWords(pieces.join(''), ['DeepSeek', '通义千问'])
        const plain = hidden
          .normalize('NFKC')
          .toLowerCase()
          .replaceAll(/[\s\u200b-]/g, '')
        expect(plain).not.toMatch(/通[义義]千[问問]/)
        // With a space in it, it may be the end of another word.
        expect(hidden.normalize('NFKC').toLowerCase()).not.toContain('deepseek')
        expect(hideWords(hidden, ['DeepSeek', '通义千问'])).toBe(hidden)
      }),
    )
  })

  it('handles the longest reply and the most words', () => {
    const words = Array.from({ length: 500 }, (_item, index) => `名称${index}`)
    expect(hideWords(`${'长'.repeat(64 * 1024)}名称499`, words)).toMatch(/长▇▇$/)
  })

  it('hides what a slow search of every word at every place hides', () => {
    const characters = fc.constantFrom('a', 'b', 'c', '大', ' ', '-')
    const texts = (maxLength: number) => fc.array(characters, { maxLength }).map((list) => list.join(''))
    fc.assert(
      fc.property(texts(24), fc.array(texts(6), { maxLength: 6 }), (text, words) => {
        expect(hideWords(text, words)).toBe(hideSlowly(text, words))
      }),
      { numRuns: 2_000 },
    )
  })

  it('hides names around names, and a text in which they are nested without end as a whole', () => {
    expect(hideWords('Deep DeepSeek Seek', ['DeepSeek'])).toBe('▇▇')
    expect(hideWords(`见${'a '.repeat(9)}${'b '.repeat(9)}。`, ['ab'])).toBe('见▇▇ 。')
    expect(hideWords(`见${'a '.repeat(99)}${'b '.repeat(99)}。`, ['ab'])).toBe('▇▇')
  })

  it('reads every character once, however words overlap', () => {
    const text = '大'.repeat(64 * 1024)
    const index = indexNames(Array.from({ length: 200 }, (_item, length) => '大'.repeat(length + 1)))
    const count = { reads: 0, asked: 0 }
    const units = {
      length: text.length,
      charCodeAt(unit: number) {
        count.reads += 1
        return text.charCodeAt(unit)
      },
    }
    const matches = findNames(units, index, () => {
      count.asked += 1
      return true
    })
    expect(count).toEqual({ reads: text.length, asked: text.length })
    expect(matches.at(-1)).toEqual({ start: text.length - 200, end: text.length })
  })
})

/** Looks for every word at every place of a text of plain characters, as long as there is one. */
function hideSlowly(text: string, words: readonly string[]): string {
  const ranges = words.flatMap((word) => findSlowly(text, word)).sort(([a], [b]) => a - b)
  let [result, until] = ['', 0]
  for (const [start, end] of ranges) {
    if (start >= until) result += `${text.slice(until, start)}▇▇`
    until = Math.max(until, end)
  }
  result = (result + text.slice(until)).replaceAll(/(?:▇▇){2,}/g, '▇▇')
  return result === text ? text : hideSlowly(result, words)
}

function findSlowly(text: string, withSeparators: string): [start: number, end: number][] {
  const word = withSeparators.replaceAll(/[\s-]/g, '')
  if (word === '') return []
  const units = [...text.matchAll(/[^\s▇-]/g)].map(({ 0: character, index }) => ({ character, index }))
  const isApart = (unit: number) => unit === 0 || (units[unit]?.index ?? 0) > (units[unit - 1]?.index ?? 0) + 1
  const isLetter = (unit: number) => /[a-z]/.test(units[unit]?.character ?? '')
  return units.flatMap(({ index }, start): [number, number][] => {
    const end = start + word.length
    const found = units.slice(start, end)
    if (found.map(({ character }) => character).join('') !== word) return []
    const spansWords = found.some((_unit, offset) => offset > 0 && isApart(start + offset))
    const begins = !isLetter(start) || !isLetter(start - 1) || isApart(start)
    const ends = !isLetter(end - 1) || !isLetter(end) || isApart(end)
    if ((spansWords || /^[a-z]{1,3}$/.test(word)) && !(begins && ends)) return []
    return [[index, (found.at(-1)?.index ?? 0) + 1]]
  })
}

it('suggests candidates, vendors, models and hosts, and names that everybody knows', () => {
  const words = suggestWords({
    candidates: ['智能客服', '智能客服'],
    vendors: ['示例科技'],
    models: ['acme-chat-7b'],
    hosts: ['api.acme-cloud.com:8443', '10.0.0.1'],
  })
  expect(words.slice(0, 5)).toEqual(['智能客服', '示例科技', 'acme-chat-7b', 'acme', 'acme-cloud'])
  expect(words).toEqual(expect.arrayContaining(['DeepSeek', '通义千问', 'Qwen']))
})
