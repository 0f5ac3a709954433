/** Numbers in texts as people write them: `1,200`, `１２．５％`, `3.5万`, `一百二十`, `两亿`. */

type NumberInText = {
  text: string
  offset: number
  /** What the text may mean: 12% is 12 and 0.12. */
  values: number[]
}

const DIGITS = '零〇一二三四五六七八九'
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 1e4, 亿: 1e8 }

// A unit such as 千克 and 百分点 begins like a factor.
const ARABIC = '\\d{1,3}(?:,\\d{3})+(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+'
const CHINESE = '[零〇一二三四五六七八九两十百千万亿]+(?:点[零〇一二三四五六七八九]+)?'
const NUMBER = new RegExp(
  `(?<sign>(?<![\\d.])[-−负])?(?:(?<arabic>${ARABIC})(?<power>e[+-]?\\d{1,3}(?!\\d))?\\s?(?<scale>[十百千]?[万亿]+|千(?![克米瓦])|百(?!分))?|(?<chinese>${CHINESE}))(?<percent>\\s?%)?`,
  'gi',
)

/** Returns the numbers of a text in their order, full width read as half width. */
export function findNumbers(input: string): NumberInText[] {
  // Character by character, so that offsets stay those of the input.
  const text = input.replaceAll(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const { sign, arabic, power = '', scale, chinese = '', percent } = match.groups ?? {}
    const size =
      arabic === undefined ? readChinese(chinese) : Number(arabic.replaceAll(',', '') + power) * readScale(scale)
    if (!Number.isFinite(size)) return []
    const value = sign ? -size : size
    return [
      {
        text: input.slice(match.index, match.index + match[0].length).trim(),
        offset: match.index,
        values: percent ? [value, value / 100] : [value],
      },
    ]
  })
}

const readScale = (scale = ''): number =>
  [...scale].reduce((product, character) => product * (UNITS[character] ?? 1), 1)

/** Reads a Chinese numeral, in units (一百二十) or digit by digit (二〇二四). `NaN` for a unit alone, such as 万. */
function readChinese(numeral: string): number {
  const [whole = '', fraction = ''] = numeral.replaceAll('两', '二').split('点')
  if (/^[百千万亿]/.test(whole)) return Number.NaN
  return readWhole(whole) + (fraction === '' ? 0 : Number(`0.${toDigits(fraction)}`))
}

function readWhole(numeral: string): number {
  for (const [character, factor] of [
    ['亿', 1e8],
    ['万', 1e4],
  ] as const) {
    const place = numeral.lastIndexOf(character)
    if (place !== -1) return readWhole(numeral.slice(0, place)) * factor + readWhole(numeral.slice(place + 1))
  }
  if (!/[十百千]/.test(numeral)) return Number(toDigits(numeral))
  let [sum, digit] = [0, 0]
  for (const character of numeral) {
    const unit = UNITS[character]
    if (unit === undefined) digit = readDigit(character)
    else {
      // 十二: a unit without a digit before it counts once.
      sum += (digit || 1) * unit
      digit = 0
    }
  }
  return sum + digit
}

const readDigit = (character: string) => Math.max(0, DIGITS.indexOf(character) - 1)
const toDigits = (numeral: string) => [...numeral].map(readDigit).join('')
