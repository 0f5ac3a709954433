/** Phone numbers in a text, as distinct from dates, prices, versions and other numbers. */
import { toNfkc } from '#contracts/rules/normalize-text.ts'
import type { TextRange } from './text-range.ts'

const NUMERALS: Readonly<Record<string, string>> = {
  零: '0',
  〇: '0',
  一: '1',
  壹: '1',
  幺: '1',
  二: '2',
  贰: '2',
  貳: '2',
  三: '3',
  叁: '3',
  參: '3',
  四: '4',
  肆: '4',
  五: '5',
  伍: '5',
  六: '6',
  陆: '6',
  陸: '6',
  七: '7',
  柒: '7',
  八: '8',
  捌: '8',
  九: '9',
  玖: '9',
}
const NUMERAL = `[${Object.keys(NUMERALS).join('')}]`
const NUMERAL_CHARACTER = new RegExp(NUMERAL, 'g')

/** Seven or more digits with common separators. Numbers in other scripts are digits, too. */
const NUMBER = /\+?[(]?\p{Nd}(?:[)( .–—\-·•_*/|]{0,3}\p{Nd}){6,}/gu
/** The same of digits and Chinese numerals, at least three of which are numerals: 一三八 0013 8000. */
const SPELLED_NUMBER = new RegExp(`(?:${NUMERAL}|\\d)(?:[ .\\-·]?(?:${NUMERAL}|\\d)){6,}`, 'g')
const MIN_NUMERALS = 3
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g
const URL = /https?:\/\/[^\s,;。、)]+/g

/** Lists the phone numbers in a folded text (`foldCharacters`), and other long numbers that may identify people. */
export function listPhoneNumbers(text: string): TextRange[] {
  const skipped = [...text.matchAll(UUID)].map(toRange)
  const paths = [...text.matchAll(URL)].map(toPathRange)
  const isInside = (ranges: readonly TextRange[], { from, to }: TextRange) =>
    ranges.some((range) => range.from < to && from < range.to)
  const numbers = [...text.matchAll(NUMBER)].filter((match) => {
    const range = toRange(match)
    if (isInside(skipped, range)) return false
    const digits = toDigits(match[0])
    // The path of a link has ids and dates.
    return isDomesticNumber(digits) || !(isInside(paths, range) || isOtherNumber(match, digits))
  })
  const spelled = [...text.matchAll(SPELLED_NUMBER)].filter(
    ([match]) => (match.match(NUMERAL_CHARACTER)?.length ?? 0) >= MIN_NUMERALS,
  )
  return [...numbers, ...spelled].map(toRange)
}

const toRange = (match: RegExpExecArray): TextRange => ({ from: match.index, to: match.index + match[0].length })

/** Returns the range of a link up to its query, in which forms put what people have entered. */
function toPathRange(match: RegExpExecArray): TextRange {
  const query = match[0].search(/[?#]/)
  return { from: match.index, to: match.index + (query === -1 ? match[0].length : query) }
}

const toDigits = (text: string): string => toNfkc(text).replaceAll(/\D/g, '')

/** Chinese numbers, optionally with the country's code. */
const MOBILE = /^(?:0{0,2}86)?1[3-9]\d{9}$/
const WITH_AREA_CODE = /^(?:0{0,2}86)?0(?:10|2\d|[3-9]\d{2})\d{7,8}$/
const SERVICE = /^[48]00\d{7}$/

const isDomesticNumber = (digits: string): boolean =>
  MOBILE.test(digits) || WITH_AREA_CODE.test(digits) || SERVICE.test(digits)

const PHONE_WORD = /(?:电话|電話|手机|手機|热线|座机|传真|拨打|致电|tel|phone|mobile|mob|fax|call)[号码]{0,2} ?[:.]? ?$/
const MONEY_BEFORE = /(?:[¥$€£]|rmb|cny|usd|人民币) ?$/
const UNIT_AFTER =
  /^ ?(?:万|亿|千|元|美元|块|人|坐席|席|家|个|位|名|次|款|条|项|台|套|行|字|份|张|篇|页|用户|企业|tokens?|params|参数|gb|mb|kb|tb|ms|qps|%|\+)/
const STANDARD_BEFORE = /[a-z][a-z/]* ?-?$/
const STANDARD = /^\d{3,6}(?:\.\d{1,3})?-(?:19|20)\d{2}$/
/** A registration or certificate: `京ICP备12345678号`, `登字第12345678号`. */
const NUMBERED_BEFORE = /[第备字证] ?$/
const NUMBERED_AFTER = /^ ?(?:-\d+)?号/

/** Returns whether a number isn't a phone number, by its form and by what surrounds it. */
function isOtherNumber({ input, index, 0: number }: RegExpExecArray, digits: string): boolean {
  const before = input.slice(Math.max(0, index - 12), index)
  const after = input.slice(index + number.length, index + number.length + 8)
  if (number.startsWith('+') || PHONE_WORD.test(before)) return false
  return (
    number.split(/ ?[()]+/).every((part) => part === '' || isTime(part) || isVersion(part)) ||
    isRange(number, after) ||
    MONEY_BEFORE.test(before) ||
    (UNIT_AFTER.test(after) && !/[ ()]/.test(number)) ||
    (STANDARD.test(number) && STANDARD_BEFORE.test(before)) ||
    (NUMBERED_BEFORE.test(before) && NUMBERED_AFTER.test(after)) ||
    isIdentifier(number, before, after) ||
    isListOfNumbers(number, digits)
  )
}

const YEAR = /(?:19|20)\d{2}/.source
const MONTH = /(?:0?[1-9]|1[0-2])/.source
const DAY = /(?:0?[1-9]|[12]\d|3[01])/.source
const DATE = `${YEAR}[./\\-]${MONTH}(?:[./\\-]${DAY})?|${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])|${YEAR}`
/** A date, a range of dates, or a date with the hour of a time. */
const TIME = new RegExp(`^(?:${DATE})(?:(?: ?[\\-–—/] ?| )(?:${DATE}|\\d{1,2}))?$`)
const isTime = (number: string): boolean => TIME.test(number)

/** Returns whether a number has the form of a version or an IP address; American phone numbers have groups of 3, 3, 4. */
const isVersion = (number: string): boolean =>
  /^\d{1,5}(?:\.\d{1,6}){2,}$/.test(number) && !/^\d{3}\.\d{3}\.\d{4}$/.test(number) && !/^0\d/.test(number)

function isRange(number: string, after: string): boolean {
  const [, low, high] = /^(\d{1,7}) ?[-–—] ?(\d{1,7})$/.exec(number) ?? []
  return low !== undefined && !low.startsWith('0') && Number(low) < Number(high) && UNIT_AFTER.test(after)
}

/** Returns whether a number is part of an identifier, such as a model's or a certificate's. */
const isIdentifier = (number: string, before: string, after: string): boolean =>
  /^\d+$/.test(number) && (/[a-z][-_./]?$/.test(before) || /^[-_]?[a-z]/.test(after))

/** Returns whether a number is several small ones, such as the cells of a row: `10 20 30 40`. */
const isListOfNumbers = (number: string, digits: string): boolean => {
  const groups = number.split(/[ /|*]+/)
  return (
    groups.length >= 4 &&
    !digits.startsWith('0') &&
    groups.every((group) => group.length <= 3) &&
    groups.some((group) => group.length > 1)
  )
}
