/** Draws the sample QR codes: placeholders that no scanner recognizes. Run manually; needs a CJK font. */
import { join } from 'node:path'
import sharp from 'sharp'
import { PALETTE } from '#contracts/palette.ts'

const SIZE = 480
const INK = PALETTE.ink.light
const PAPER = PALETTE.paper.light
const PICTURES = [
  { file: 'qr-wechat-1.png', title: 'CIO社区微信群' },
  { file: 'qr-wechat-2.png', title: '活动通知' },
] as const

const corner = (x: number, y: number) => `
  <rect x="${x}" y="${y}" width="88" height="88" rx="10" fill="none" stroke="${INK}" stroke-width="10"/>
  <rect x="${x + 26}" y="${y + 26}" width="36" height="36" rx="4" fill="${INK}"/>`

/** A faint grid in place of the modules of a real code. */
const lattice = Array.from({ length: 13 * 13 }, (_, index) => {
  const [x, y] = [60 + (index % 13) * 30, 60 + Math.floor(index / 13) * 30]
  return `<rect x="${x - 2}" y="${y - 2}" width="4" height="4" fill="#d9d4c8"/>`
}).join('')

const picture = (title: string) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">
  <rect width="${SIZE}" height="${SIZE}" fill="${PAPER}"/>
  ${lattice}
  <g fill="${PAPER}"><rect x="30" y="30" width="116" height="116"/><rect x="334" y="30" width="116" height="116"/><rect x="30" y="334" width="116" height="116"/></g>
  ${corner(44, 44)}${corner(348, 44)}${corner(44, 348)}
  <rect x="70" y="168" width="340" height="144" rx="12" fill="${PALETTE.surface.light}" stroke="${PALETTE.line.light}" stroke-width="2"/>
  <g font-family="Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif" text-anchor="middle">
    <text x="240" y="230" font-size="46" font-weight="600" letter-spacing="4" fill="${INK}">示例二维码</text>
    <text x="240" y="278" font-size="24" fill="${PALETTE.muted.light}">${title} · 不可扫描</text>
  </g>
</svg>`

for (const { file, title } of PICTURES)
  await sharp(Buffer.from(picture(title)))
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(import.meta.dirname, file))
