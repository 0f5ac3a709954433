/** Strings that often cause errors: a public list, additional ones and generated ones. */
import publicList from 'big-list-of-naughty-strings' with { type: 'json' }
import fc from 'fast-check'

const LANGUAGE_NAMES = [
  'undefined',
  'null',
  'NaN',
  '-Infinity',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'then',
  '-0',
  '0x7fffffff',
  '1e309',
  '9007199254740993',
  '1_000',
  '１２３',
  '٣',
  '2026-02-30T25:61:61Z',
]

const FOR_OTHER_PROGRAMS = [
  "'; drop table submissions; --",
  "' or '1'='1",
  '1; select pg_sleep(10)',
  'a%',
  '_',
  '\\',
  '%_\\%',
  '"a" OR b*',
  'NEAR(a b)',
  '$1',
  '?1',
  ':name',
  '$$',
  '{{companyName}}',
  `\${7*7}`,
  '<%= 7*7 %>',
  '%s%s%n%p',
  '=1+1',
  '+cmd|/c calc!A0',
  '@SUM(1)',
  '-2+3',
  '\t=1+1',
  '../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'C:\\CON',
  'file:///etc/passwd',
  '/dev/null; touch x | cat `id` $(id)',
  'a\r\nBcc: all@example.com',
  'a\r\n\r\n<p>body</p>',
  'a\n.\nQUIT',
  '(a+)+$',
  '%00',
  '%E0%A4%A',
  'http://[::1]:99999/',
  'https://user:pass@host/',
]

const CHARACTERS = [
  ' ',
  '\t\n\u000b\u000c\r',
  '\u00a0\u3000\u2003',
  '\ufeff标题',
  '\u200b\u200c\u200d\u2060',
  '\u0001\u001b[31m\u0007\u007f',
  '\u0085\u2028\u2029',
  '\ufffe\uffff',
  '\u{10ffff}\u{e0001}\ue000',
  '\u202e倒着写\u202c',
  '\u2066\u2069\u200f',
  'مرحبا بالعالم שלום עולם',
  'ด้้้้้็็็็็้้้้้็็็็็',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞a̧͓l̸̢g̶̨o',
  'ÅÅÅ ﬁ ﬀ Ⅷ ㎏ ½',
  'İıſßẞΣςǅ',
  'ȺȾ𐐜𐐔',
  '𠮷野家、㐂、龘、𪚥、𰻞',
  '锟斤拷烫烫烫屯屯屯',
  '繁體與简体，全角ＡＢＣ，ｶﾅ',
  'nǐ hǎo lǚ xíng ㄋㄧˇ',
  '“弯”‘引’「角」《书》——……',
  '👩‍👩‍👧‍👦🧑🏽‍🚀🏳️‍🌈🇨🇳🇺🇸🇷🇺',
  '👨🏿‍🦰1️⃣#️⃣',
  '\u{1f3fb}',
  '()*&^%$#@!~`|\\{}[]:";\'<>?,./',
  '"\'`',
  '，'.repeat(200),
]

/** Lone surrogates and U+0000, which databases can't store. */
const UNSTORABLE = ['\ud83d', '\udc00后', '前\u0000后', '\u0000', '好\ud800坏', '\udfff\ud800']

const SURROGATES = { first: 0xd800, count: 0x800 }

/** Any code point but surrogates. `fc.string` of such units first maps each of a million, which takes seconds. */
const codePoint = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((point) => (point < SURROGATES.first ? point : point + SURROGATES.count))

/** Generates texts of any code points, the same ones every time. */
const generateStrings = (count: number): string[] =>
  fc
    .sample(fc.array(codePoint, { minLength: 1, maxLength: 40 }), { numRuns: count, seed: 20_261_121 })
    .map((points) => String.fromCodePoint(...points))

export const NAUGHTY_STRINGS: readonly string[] = [
  ...new Set([
    ...publicList,
    ...LANGUAGE_NAMES,
    ...FOR_OTHER_PROGRAMS,
    ...CHARACTERS,
    ...UNSTORABLE,
    ...generateStrings(60),
  ]),
]
