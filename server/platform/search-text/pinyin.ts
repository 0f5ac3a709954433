/** Finds Chinese by the letters of its pinyin. */
import { readCharacter } from './dictionaries.ts'

/**
 * The further readings of characters that everyday words read in more than one way: 重 is `zhong`, and `chong` in 重庆.
 * Readings of rare words are left out, since they would match what nobody means: 系 is `ji` in 系鞋带 only.
 */
const OTHER_READINGS = Map.groupBy(
  `
长zhang 调diao 行hang 重chong 薄bo 弹dan 还huan 乐yue 着zhuo 着zhao 率shuai 没mo 塞se 削xue 恶wu 差chai 给ji 都du
传zhuan 校jiao 了le 省xing 降xiang 参shen 参can 藏zang 模mu 角jue 劲jing 簿bu 称chen 和huo 朝zhao 咳ke
便pian 露lou 壳qiao 畜xu 宿xiu 扎za 卡qia 仔zi 屏bing 曾zeng 觉jiao 会kuai 剥bo 柏bo 吓he 牟mou 奇ji 圈juan 血xie 埋man
绿lu 刹sha 拓ta 解xie 落la 石dan 尉yu 似shi 佛fu 匙shi 提di 伺ci 秘bi 曝bao 单shan 泊po 栅zha 巷hang 抹ma 番pan 桔jie
厦xia 莞guan 铣xi 轧zha 碌liu 色shai 读dou 钥yue 核hu 择zhai 镐hao 蚌beng 迫pai 什shi 查zha 仇qiu 翟zhai 盖ge
折she
`
    .trim()
    .split(/\s/),
  (entry) => entry.charAt(0),
)

/** Readings by character, as far as they have been used; there are no more than characters. */
const readings = new Map<string, readonly string[]>()

/** Returns the readings of a simplified character without tones, ü as v; none for other characters. */
function listReadings(character: string): readonly string[] {
  const cached = readings.get(character)
  if (cached) return cached
  const others = (OTHER_READINGS.get(character) ?? []).map((entry) => entry.slice(1))
  const list = HAN.test(character) ? [readCharacter(character), ...others] : []
  readings.set(character, list)
  return list
}

const HAN = /^\p{Script=Han}$/u

const isLetterOrDigit = (text: string, position: number): boolean => {
  const code = text.charCodeAt(position)
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/** The letters with which the readings of a UTF-16 code unit start, as bits, by code unit: it is read for each one. */
const startLetters = new Int32Array(65_536)
const IS_KNOWN = 1 << 31

/** Returns the bit of a letter of `startLetters`; digits share one, since few names begin with them. */
const toBit = (letter: string): number => 1 << Math.max(letter.charCodeAt(0) - 96, 0)

/** Returns the bits of the letters with which the readings of a code unit may start. */
function readStartLetters(codeUnit: number): number {
  const character = String.fromCharCode(codeUnit)
  const units = isLetterOrDigit(character, 0) ? [character] : listReadings(character)
  const letters = units.reduce((bits, unit) => bits | toBit(unit), IS_KNOWN)
  startLetters[codeUnit] = letters
  return letters
}

/** Returns the letters of a folded search that may be pinyin, ü as v; '' if it can't be pinyin, or is a single letter. */
export function toPinyinInput(query: string): string {
  const letters = query.replaceAll('ü', 'v')
  if (!/^[a-z0-9' ]+$/.test(letters)) return ''
  const joined = letters.replaceAll(/[' ]/g, '')
  return joined.length < 2 ? '' : joined
}

/**
 * Returns the range of a folded text that letters spell: adjacent characters and words, each in full or by its first
 * letter (`zhinengkefu`, `znkf`, `zhinkf`); the last one may be incomplete. `undefined` if there is none.
 */
export function findSpelling(text: string, letters: string): { start: number; end: number } | undefined {
  const first = toBit(letters)
  for (let start = 0; start < text.length; start += 1) {
    const codeUnit = text.charCodeAt(start)
    if (((startLetters[codeUnit] || readStartLetters(codeUnit)) & first) === 0) continue
    const end = isInsideWord(text, start) ? undefined : findSpellingEnd(text, start, letters)
    if (end !== undefined) return { start, end }
  }
  return undefined
}

const isInsideWord = (text: string, position: number): boolean =>
  isLetterOrDigit(text, position) && isLetterOrDigit(text, position - 1)

/** Returns the end of the units from a position on that letters spell: characters, and words of letters and digits. */
function findSpellingEnd(text: string, start: number, letters: string): number | undefined {
  /** How many letters the units so far may have spelled. */
  let counts = [0]
  for (let position = start; position < text.length && counts.length > 0; ) {
    const end = findUnitEnd(text, position)
    const unit = text.slice(position, end)
    const next: number[] = []
    for (const reading of isLetterOrDigit(unit, 0) ? [unit] : listReadings(unit))
      for (const count of counts) if (addSpelledCounts(next, letters, count, reading)) return end
    counts = next
    position = end
  }
  return undefined
}

/** Adds how many letters are spelled after another reading, in full or by its first letter. Returns whether all are. */
function addSpelledCounts(counts: number[], letters: string, count: number, reading: string): boolean {
  if (reading.charCodeAt(0) !== letters.charCodeAt(count)) return false
  const rest = letters.length - count
  if (rest <= reading.length && reading.startsWith(letters.slice(count))) return true
  if (!counts.includes(count + 1)) counts.push(count + 1)
  if (letters.startsWith(reading, count) && !counts.includes(count + reading.length))
    counts.push(count + reading.length)
  return false
}

/** Returns the end of the character, or of the word of letters and digits, at a position of a folded text. */
function findUnitEnd(text: string, start: number): number {
  if (!isLetterOrDigit(text, start)) return start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)
  let end = start + 1
  while (isLetterOrDigit(text, end)) end += 1
  return end
}

/**
 * Creates the function that returns whether a folded text contains a folded search, literally or by pinyin. An empty
 * search matches everything; pinyin needs at least two letters, since `a` alone would match half of all texts.
 */
export function createMatcher(search: string): (text: string) => boolean {
  const letters = toPinyinInput(search)
  return (text) => text.includes(search) || (letters !== '' && findSpelling(text, letters) !== undefined)
}

/** Returns whether a folded text contains a folded search, as `createMatcher` does. */
export const matchesSearch = (text: string, search: string): boolean => createMatcher(search)(text)
