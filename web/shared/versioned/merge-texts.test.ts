import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Versions } from './merge-additions.ts'
import { compareTextVersions, joinTextSegments } from './merge-texts.ts'
import { compareThreeWay, mergeSelected, mergeVersions } from './three-way.ts'

const merge = (versions: Versions<string>) => {
  const { merged, hasConflict } = mergeVersions({
    base: { text: versions.base },
    mine: { text: versions.mine },
    theirs: { text: versions.theirs },
  })
  return { text: merged.text, hasConflict }
}

describe('merging texts', () => {
  it.each<[string, Versions<string>, string]>([
    [
      'paragraphs that each side changed',
      {
        base: '<p>概述</p><p>功能</p><p>价格</p>',
        mine: '<p>概述，我的</p><p>功能</p><p>价格</p>',
        theirs: '<p>概述</p><p>功能</p><p>价格，对方的</p>',
      },
      '<p>概述，我的</p><p>功能</p><p>价格，对方的</p>',
    ],
    [
      'neighbouring paragraphs',
      { base: '<p>甲</p><p>乙</p>', mine: '<p>甲一</p><p>乙</p>', theirs: '<p>甲</p><p>乙一</p>' },
      '<p>甲一</p><p>乙一</p>',
    ],
    [
      'a paragraph that they added after one that I changed',
      { base: '<p>甲</p>', mine: '<p>甲一</p>', theirs: '<p>甲</p><p>对方新写的</p>' },
      '<p>甲一</p><p>对方新写的</p>',
    ],
    [
      'paragraphs that both added at the same place',
      { base: '<p>甲</p>', mine: '<p>甲</p><p>我的</p>', theirs: '<p>甲</p><p>对方的</p>' },
      '<p>甲</p><p>对方的</p><p>我的</p>',
    ],
    [
      'the same paragraph, added by both',
      { base: '<p>甲</p>', mine: '<p>甲</p><p>新</p><p>我的</p>', theirs: '<p>甲</p><p>新</p>' },
      '<p>甲</p><p>新</p><p>我的</p>',
    ],
    [
      'items of one list',
      {
        base: '<p>特点</p><ol><li>甲</li><li>乙<ul><li>乙之一</li></ul></li></ol>',
        mine: '<p>特点</p><ol><li>甲，我的</li><li>乙<ul><li>乙之一</li></ul></li></ol>',
        theirs: '<p>特点</p><ol><li>甲</li><li>乙<ul><li>乙之一</li></ul></li><li>丙</li></ol>',
      },
      '<p>特点</p><ol><li>甲，我的</li><li>乙<ul><li>乙之一</li></ul></li><li>丙</li></ol>',
    ],
    [
      'lines of plain text',
      { base: '第一行\n第二行', mine: '第一行\n第二行，我的', theirs: '对方的第一行\n第二行' },
      '对方的第一行\n第二行，我的',
    ],
    [
      'a paragraph that I removed and they kept',
      { base: '<p>甲</p><p>乙</p><p>丙</p>', mine: '<p>甲</p><p>丙</p>', theirs: '<p>甲</p><p>乙</p><p>丙，新</p>' },
      '<p>甲</p><p>丙，新</p>',
    ],
  ])('merges without asking: %s', (_, versions, text) => {
    expect(merge(versions)).toEqual({ text, hasConflict: false })
  })

  it.each<[string, Versions<string>]>([
    ['a paragraph that both changed', { base: '<p>甲</p>', mine: '<p>甲一</p>', theirs: '<p>甲二</p>' }],
    ['a paragraph that one removed', { base: '<p>甲</p><p>乙</p>', mine: '<p>甲</p>', theirs: '<p>甲</p><p>乙二</p>' }],
    ['a line', { base: '甲', mine: '甲一', theirs: '甲二' }],
    ['plain text that one turned into rich text', { base: '甲\n乙', mine: '<p>甲</p><p>乙</p>', theirs: '甲\n乙\n丙' }],
  ])('asks about %s', (_, versions) => {
    expect(merge(versions).hasConflict).toBe(true)
  })

  it('lists each passage that differs, with both sides in full', () => {
    const long = '长'.repeat(2_000)
    const { differences } = compareThreeWay({
      base: { text: `<p>${long}</p><p>乙</p><p>丙</p>` },
      mine: { text: `<p>${long}我的</p><p>乙</p><p>丙</p>` },
      theirs: { text: `<p>${long}对方的</p><p>乙</p><p>新</p><p>丙</p>` },
    })
    expect(differences.map(({ path, changedBy, before, after }) => ({ path, changedBy, before, after }))).toEqual([
      { path: 'text', changedBy: 'both', before: `<p>${long}对方的</p>`, after: `<p>${long}我的</p>` },
      { path: 'text', changedBy: 'theirs', before: '<p>新</p>', after: undefined },
    ])
  })

  it('takes the side that the user selects for each passage', () => {
    const comparison = compareThreeWay({
      base: { text: '甲\n乙' },
      mine: { text: '甲一\n乙一' },
      theirs: { text: '甲二\n乙二' },
    })
    const [, second] = comparison.differences
    expect(mergeSelected(comparison, new Set([second?.key ?? '']))).toEqual({ text: '甲二\n乙一' })
  })

  it('merges a text inside a list item that both moved apart', () => {
    const item = (text: string) => ({ id: 'a', text })
    const versions = {
      base: { items: [item('甲\n乙')] },
      mine: { items: [item('甲一\n乙')] },
      theirs: { items: [{ id: 'b', text: '新' }, item('甲\n乙一')] },
    }
    expect(mergeVersions(versions)).toEqual({
      merged: { items: [{ id: 'b', text: '新' }, item('甲一\n乙一')] },
      hasConflict: false,
    })
  })
})

/** What one side does with a paragraph: keeps, rewrites or removes it, or keeps it and adds others before it. */
type Step = { act: 'keep' | 'change' | 'remove' } | { act: 'add'; count: number }
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ act: 'keep' }) },
  fc.constant<Step>({ act: 'change' }),
  fc.constant<Step>({ act: 'remove' }),
  fc.record({ act: fc.constant('add' as const), count: fc.integer({ min: 1, max: 3 }) }),
)
const scriptsArbitrary = fc.array(fc.tuple(stepArbitrary, stepArbitrary), { maxLength: 9 })

const toParagraph = (name: string) => `<p>${name}</p>`
const getAdditions = (side: string, index: number, step: Step): string[] =>
  step.act === 'add' ? Array.from({ length: step.count }, (_, item) => `${side}新${index}之${item}`) : []
const getParagraph = (side: string, index: number, step: Step): string[] => {
  if (step.act === 'remove') return []
  return step.act === 'change' ? [`${side}改${index}`] : [`原${index}`]
}
/** What follows a removed paragraph, or is added after a rewritten one, can't be told from its replacement. */
const isUnambiguous = (steps: readonly Step[]) =>
  steps.every(({ act }, index) => {
    const previous = steps[index - 1]?.act
    if (act === 'change') return previous !== 'remove'
    return act !== 'add' || (previous !== 'remove' && previous !== 'change')
  })

const write = (side: string, steps: readonly Step[]): string =>
  steps
    .flatMap((step, index) => [...getAdditions(side, index, step), ...getParagraph(side, index, step)])
    .map(toParagraph)
    .join('')

/** The obvious merge: follows what each side did to each paragraph. A paragraph that both changed is mine. */
function mergeScripts(mine: readonly Step[], theirs: readonly Step[]): { text: string; hasConflict: boolean } {
  const paragraphs: string[] = []
  let hasConflict = false
  for (const [index, my] of mine.entries()) {
    const their = theirs[index] ?? my
    paragraphs.push(...getAdditions('对方', index, their), ...getAdditions('我', index, my))
    const isMine = my.act === 'change' || my.act === 'remove'
    const isTheirs = their.act === 'change' || their.act === 'remove'
    if (isMine && isTheirs && !(my.act === 'remove' && their.act === 'remove')) hasConflict = true
    paragraphs.push(...(isMine ? getParagraph('我', index, my) : getParagraph('对方', index, their)))
  }
  return { text: paragraphs.map(toParagraph).join(''), hasConflict }
}

const textArbitrary = fc
  .array(fc.constantFrom('甲', '乙', '丙', '丁', '戊'), { maxLength: 8 })
  .map((names) => names.map(toParagraph).join(''))
const versionsArbitrary = fc.record({ base: textArbitrary, mine: textArbitrary, theirs: textArbitrary })
const listParagraphs = (html: string): string[] => html.match(/<p>.*?<\/p>/g) ?? []

describe('merging generated texts', () => {
  it('does what following the steps of both sides does', () => {
    fc.assert(
      fc.property(scriptsArbitrary, (scripts) => {
        const mine = scripts.map(([step]) => step)
        const theirs = scripts.map(([, step]) => step)
        fc.pre(isUnambiguous(mine) && isUnambiguous(theirs))
        const base = scripts.map((_, index) => toParagraph(`原${index}`)).join('')
        expect(merge({ base, mine: write('我', mine), theirs: write('对方', theirs) })).toEqual(
          mergeScripts(mine, theirs),
        )
      }),
    )
  })

  it('never drops what a side added or changed without showing it', () => {
    fc.assert(
      fc.property(versionsArbitrary, (versions) => {
        const { segments } = compareTextVersions(versions)
        const { differences } = compareThreeWay({
          base: [versions.base],
          mine: [versions.mine],
          theirs: [versions.theirs],
        })
        const merged = listParagraphs(merge(versions).text)
        const visible = differences.flatMap(({ before, after }) =>
          [before, after].flatMap((side) => listParagraphs(String(side ?? ''))),
        )
        const original = listParagraphs(versions.base)
        for (const paragraph of [versions.mine, versions.theirs].flatMap(listParagraphs))
          if (!original.includes(paragraph)) expect([...merged, ...visible]).toContain(paragraph)
        expect(segments.flatMap(({ mine }) => mine).join('')).toBe(versions.mine)
        expect(segments.flatMap(({ theirs }) => theirs).join('')).toBe(versions.theirs)
      }),
    )
  })

  it('returns the text of the side that is selected throughout, and the only changed side by itself', () => {
    fc.assert(
      fc.property(versionsArbitrary, ({ base, mine, theirs }) => {
        const comparison = compareTextVersions({ base, mine, theirs })
        expect(joinTextSegments(comparison, () => true)).toBe(mine)
        expect(joinTextSegments(comparison, () => false)).toBe(theirs)
        expect(merge({ base, mine, theirs: base })).toEqual({ text: mine, hasConflict: false })
        expect(merge({ base, mine: base, theirs })).toEqual({ text: theirs, hasConflict: false })
      }),
    )
  })
})
