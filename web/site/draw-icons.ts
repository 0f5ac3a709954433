/**
 * Draws the icons and the Open Graph image into public/: `node web/site/draw-icons.ts`. The results are committed, so
 * that builds need no fonts; drawing the Open Graph image needs Noto's CJK fonts.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { PALETTE } from '#contracts/palette.ts'
import { SITE_NAME, SITE_TAGLINE } from './brand.ts'
import { SEAL_GLYPH } from './components/seal-glyph.ts'
import { NAVIGATION } from './layout/navigation.ts'

const PUBLIC_DIRECTORY = join(import.meta.dirname, 'public')
/** The colours of the light scheme: an image can't adapt to the viewer's scheme. */
const COLORS = {
  paper: PALETTE.paper.light,
  ink: PALETTE.ink.light,
  muted: PALETTE.muted.light,
  line: PALETTE.line.light,
  cinnabar: PALETTE.cinnabar.light,
} as const
const VIEW_BOX_SIZE = 40

const createSvg = (content: string, size = `viewBox="0 0 ${VIEW_BOX_SIZE} ${VIEW_BOX_SIZE}"`) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}><title>${SITE_NAME}</title>${content}</svg>`

/** Draws the glyph around the centre, `scale` times as large as in the seal. */
const drawGlyph = (scale: number) => {
  const shift = (VIEW_BOX_SIZE / 2) * (1 - scale)
  return `<path transform="translate(${shift} ${shift}) scale(${scale})" fill="${COLORS.paper}" d="${SEAL_GLYPH}"/>`
}
const drawBackground = (inset: number, radius: number) => {
  const side = VIEW_BOX_SIZE - 2 * inset
  return `<rect x="${inset}" y="${inset}" width="${side}" height="${side}" rx="${radius}" fill="${COLORS.cinnabar}"/>`
}
const FRAME = `<rect x="4" y="4" width="32" height="32" rx="4.5" fill="none" stroke="${COLORS.paper}" stroke-width="1.2"/>`

/** The same drawing as the component `Seal`. */
const SEAL = `${drawBackground(1, 7)}${FRAME}${drawGlyph(1)}`
/** Without the frame, which would be too small to be sharp in a browser tab. */
const FAVICON = createSvg(`${drawBackground(0, 8)}${drawGlyph(1.36)}`)
/** With square corners, since phones round them. */
const APPLE_TOUCH_ICON = createSvg(`${drawBackground(0, 0)}${FRAME}${drawGlyph(1)}`)
/** With the glyph inside the safe zone, the middle four fifths, which every mask shows. */
const MASKABLE_ICON = createSvg(`${drawBackground(0, 0)}${drawGlyph(0.92)}`)

const renderPng = (source: string, width: number, height = width) =>
  sharp(Buffer.from(source), { density: 600 })
    .resize(width, height)
    .png({ compressionLevel: 9, palette: true, colours: 128, dither: 0 })
    .toBuffer()

/** Returns an ICO file of PNGs: a directory with 16 bytes per image, then the images. */
function createIco(images: readonly { size: number; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { size, bytes }] of images.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...images.map(({ bytes }) => bytes)])
}

function renderOgImage(): string {
  const sections = NAVIGATION.map(({ title }) => title).join('　')
  const font = 'font-family="Noto Sans CJK SC"'
  return createSvg(
    `<rect width="1200" height="630" fill="${COLORS.paper}"/>
    <rect x="40" y="40" width="1120" height="550" fill="none" stroke="${COLORS.line}" stroke-width="2"/>
    <g transform="translate(112 168) scale(5.6)">${SEAL}</g>
    <text x="396" y="292" font-family="Noto Serif CJK SC" font-weight="700" font-size="136" letter-spacing="10" fill="${COLORS.ink}">${SITE_NAME}</text>
    <text x="402" y="372" ${font} font-size="48" fill="${COLORS.ink}">${SITE_TAGLINE}</text>
    <line x1="112" y1="476" x2="1088" y2="476" stroke="${COLORS.line}" stroke-width="2"/>
    <text x="112" y="538" ${font} font-size="30" fill="${COLORS.muted}">${sections}</text>`,
    'width="1200" height="630" viewBox="0 0 1200 630"',
  )
}

/** The image of reports that anyone can fill in: a grey frame instead of the seal. */
function renderSelfAssessedImage(): string {
  const font = 'font-family="Noto Sans CJK SC" text-anchor="middle"'
  return createSvg(
    `<rect width="1200" height="630" fill="${COLORS.paper}"/>
    <rect x="40" y="40" width="1120" height="550" fill="none" stroke="${COLORS.muted}" stroke-width="4" stroke-dasharray="24 12"/>
    <text x="600" y="300" ${font} font-weight="700" font-size="84" fill="${COLORS.ink}">自填评估报告</text>
    <text x="600" y="400" ${font} font-size="52" fill="${COLORS.muted}">${EVALUATION_MESSAGES.selfAssessed}</text>`,
    'width="1200" height="630" viewBox="0 0 1200 630"',
  )
}

const renderOgPng = (source: string) =>
  sharp(Buffer.from(source)).png({ compressionLevel: 9, palette: true }).toBuffer()

const files: Record<string, Buffer | string> = {
  'favicon.svg': FAVICON,
  'favicon.ico': createIco(
    await Promise.all([16, 32, 48].map(async (size) => ({ size, bytes: await renderPng(FAVICON, size) }))),
  ),
  'apple-touch-icon.png': await renderPng(APPLE_TOUCH_ICON, 180),
  'icon-192.png': await renderPng(createSvg(SEAL), 192),
  'icon-512.png': await renderPng(createSvg(SEAL), 512),
  'icon-maskable-512.png': await renderPng(MASKABLE_ICON, 512),
  'og-image.png': await renderOgPng(renderOgImage()),
  'og-self-assessed.png': await renderOgPng(renderSelfAssessedImage()),
}
for (const [name, content] of Object.entries(files)) await writeFile(join(PUBLIC_DIRECTORY, name), content)
