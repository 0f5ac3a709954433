/** Cuts a question typed as a sentence into the words that say what is wanted. */
import { foldText } from '#server/platform/search-text/fold-text.ts'

/** A word of a question, with the other words for the same thing. */
export type QuestionWord = { text: string; terms: readonly string[] }

const MAX_WORDS = 8
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Words that don't say what is wanted. */
const FILLERS = new Set(
  '我们 你们 公司 企业 需要 想要 希望 要求 支持 可以 能够 以及 或者 并且 哪些 哪个 什么 怎么 如何 推荐 一款 一个 一种 预算 以内 左右 不超 超过 左右 用于 做的 进行 实现 提供 具有 相关 适合 软件 方案 请问 有没有 存在 没有'.split(
    ' ',
  ),
)
/** Words that most products contain: they only count beside others. */
const COMMON = new Set('智能 智能体 平台 系统 工具 助手 产品 服务 ai agent 大模型 模型 应用'.split(' '))
/** Names of a kind of product, with the words that its products use. */
const RELATED: ReadonlyMap<string, readonly string[]> = new Map([
  ['问数', ['问数', 'ChatBI', '数据分析', '商业智能', 'Data Agent']],
  ['chatbi', ['ChatBI', '问数', '数据分析', '商业智能']],
])
const SEPARATORS = /[\s\p{P}\p{S}]+/u

/**
 * Returns the words of a question, the known terms among them in one piece: names of products, attributes and choices.
 * Common words are returned only if there are no others.
 */
export function splitQuestion(question: string, knownTerms: readonly string[]): QuestionWord[] {
  const { terms, rest } = extractTerms(foldText(question), knownTerms)
  const words = rest.flatMap(segment).filter((word) => !FILLERS.has(word) && !/^\d+[万元千百个]*$/u.test(word))
  const distinct = [...new Set([...terms, ...words])]
  const specific = distinct.filter((word) => !COMMON.has(word))
  return (specific.length > 0 ? specific : distinct)
    .slice(0, MAX_WORDS)
    .map((word) => ({ text: findTypedText(question, word), terms: RELATED.get(word) ?? [word] }))
}

/** Returns a normalized word as it was typed in a question: DeepSeek. */
function findTypedText(question: string, word: string): string {
  const characters = [...question]
  const normalized = characters.map(foldText)
  for (const start of characters.keys()) {
    let length = 0
    let text = ''
    while (start + length < characters.length && text.length < word.length) {
      text += normalized[start + length] || ' '
      length += 1
    }
    if (text === word) return characters.slice(start, start + length).join('')
  }
  return word
}

/** Cuts the known terms out of a text, longest first. */
function extractTerms(text: string, knownTerms: readonly string[]): { terms: string[]; rest: string[] } {
  const candidates = knownTerms
    .map(foldText)
    .filter((term) => term.length >= (/^\p{ASCII}*$/u.test(term) ? 3 : 2) && !COMMON.has(term) && text.includes(term))
    .toSorted((a, b) => b.length - a.length)
  const terms: string[] = []
  let rest = [text]
  for (const term of candidates) {
    const parts = rest.flatMap((part) => part.split(term))
    if (parts.length > rest.length) terms.push(term)
    rest = parts
  }
  return { terms, rest }
}

/** Returns the words of a text. Single characters that follow one another are one word: the dictionary lacks it. */
function segment(text: string): string[] {
  return text.split(SEPARATORS).flatMap((part) => {
    const words: string[] = []
    let unknown = ''
    for (const { segment: word } of segmenter.segment(part)) {
      if (/^\p{Script=Han}$/u.test(word) && !/[的了和与及或在是有要能请吗呢我你他就都也做款对接用]/u.test(word))
        unknown += word
      else {
        words.push(unknown, word)
        unknown = ''
      }
    }
    return [...words, unknown].filter((word) => [...word].length > 1)
  })
}
