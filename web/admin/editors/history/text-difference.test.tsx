import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TextDifference } from './text-difference.tsx'

const PASSAGE = '平台提供知识库与工单。'.repeat(20)
const START = PASSAGE.slice(0, 60)
const END = PASSAGE.slice(-60)

const listTexts = (before: string, after: string) =>
  renderToStaticMarkup(<TextDifference before={before} after={after} />)
    .split(/<[^>]+>/)
    .filter((text) => text !== '')

it('shortens long unchanged passages to what is next to a change', () => {
  const repeatPassage = (word: string) => [PASSAGE, PASSAGE, PASSAGE].join(word)
  expect(listTexts(repeatPassage('甲'), repeatPassage('乙'))).toEqual([
    `……${END}`,
    '甲',
    '乙',
    `${START}……${END}`,
    '甲',
    '乙',
    `${START}……`,
  ])
})
