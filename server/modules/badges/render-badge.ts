/** Draws badges as SVG without scripts, fonts or links: a page may embed one from elsewhere. */
import type { BadgeData } from '#contracts/badges/badge.ts'
import { BADGE_STATUS_LABELS, type BadgeTheme } from '#contracts/badges/statuses.ts'
import { PALETTE } from '#contracts/palette.ts'
import { escapeXml } from '#server/platform/xml.ts'

const FONT_SIZE = 13
const HEIGHT = 32
const PADDING = 10
/** The width of the seal before the texts. */
const SEAL = 20

/** Returns about how wide a text is: Latin letters and digits take six tenths of a Chinese character. */
const measure = (text: string): number =>
  Math.ceil([...text].reduce((sum, character) => sum + (/[\u0020-\u007e]/.test(character) ? 0.6 : 1), 0) * FONT_SIZE)

/** Returns the verdict and its end; or what became of the evaluation, without a verdict. */
function describe({ status, recommendation, score, validUntil, isExample }: BadgeData): {
  verdict: string
  detail: string
} {
  const example = isExample ? '（示例）' : ''
  if (status !== 'valid' || recommendation === null)
    return { verdict: BADGE_STATUS_LABELS[status] + example, detail: '' }
  return { verdict: `${recommendation} ${score}分${example}`, detail: `有效至${validUntil}` }
}

/** Returns the picture of a badge. */
export function renderBadge(badge: BadgeData, { theme, siteName }: { theme: BadgeTheme; siteName: string }): string {
  const { verdict, detail } = describe(badge)
  const issuer = `${siteName}评估`
  const [issuerX, verdictX] = [PADDING + SEAL + 8, PADDING + SEAL + 8 + measure(issuer) + 10]
  const detailX = verdictX + measure(verdict) + 10
  const width = (detail === '' ? detailX - 10 : detailX + measure(detail)) + PADDING
  const title = escapeXml(`${badge.product.name}：${issuer}，${verdict}${detail === '' ? '' : `，${detail}`}`)
  const color = (name: keyof typeof PALETTE) => PALETTE[name][theme]
  const writeText = (x: number, text: string, fill: string, weight = 400) =>
    `<text x="${x}" y="21" fill="${fill}" font-weight="${weight}">${escapeXml(text)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${HEIGHT - 1}" rx="6" fill="${color('surface')}" stroke="${color('line')}"/>`,
    `<rect x="${PADDING}" y="6" width="${SEAL}" height="${SEAL}" rx="3" fill="${color('cinnabar')}"/>`,
    `<g font-family="system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif" font-size="${FONT_SIZE}">`,
    `<text x="${PADDING + SEAL / 2}" y="21" fill="${color('surface')}" font-weight="700" text-anchor="middle">鉴</text>`,
    writeText(issuerX, issuer, color('muted')),
    writeText(verdictX, verdict, color(badge.status === 'valid' ? 'cinnabar' : 'muted'), 700),
    detail === '' ? '' : writeText(detailX, detail, color('muted')),
    '</g></svg>',
  ].join('')
}
