/**
 * Draws the logos of sample products from the marks of Simple Icons. Run manually after a new version of the package.
 * The drawings are in the public domain (CC0), the marks are trademarks of their owners (`demo/SOURCES.md`). Marks with
 * a licence of their own, such as Dify's, are left out; those products have a letter tile.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  type SimpleIcon,
  siAlibabacloud,
  siAtlassian,
  siBaidu,
  siChatwoot,
  siClaude,
  siCoze,
  siCrewai,
  siGithubcopilot,
  siGooglecloud,
  siHuawei,
  siIntercom,
  siLangflow,
  siLanggraph,
  siN8n,
  siNotion,
  siPaddlepaddle,
  siQwen,
  siRasa,
  siSap,
  siUipath,
  siZendesk,
} from 'simple-icons'
import { PALETTE } from '#contracts/palette.ts'

const SIZE = 256
const MARK_SIZE = 152
/** The size of the package's drawings. */
const DRAWING_SIZE = 24
/** Lighter colours are the ground of a dark mark. */
const LIGHTEST_MARK = 0.5

const MARKS: Readonly<Record<string, SimpleIcon>> = {
  'aliyun-bailian': siAlibabacloud,
  'atlassian-rovo': siAtlassian,
  'baidu-qianfan-agent': siBaidu,
  chatwoot: siChatwoot,
  'claude-enterprise': siClaude,
  'coze-cn': siCoze,
  'coze-studio': siCoze,
  crewai: siCrewai,
  'github-copilot': siGithubcopilot,
  'google-gemini-enterprise-agent-platform': siGooglecloud,
  'huawei-agentarts': siHuawei,
  'intercom-fin': siIntercom,
  langflow: siLangflow,
  langgraph: siLanggraph,
  n8n: siN8n,
  'notion-ai': siNotion,
  paddleocr: siPaddlepaddle,
  'qwen-agent': siQwen,
  rasa: siRasa,
  'sap-joule': siSap,
  'uipath-agents': siUipath,
  'zendesk-ai-agents': siZendesk,
}

/** The relative luminance of a colour (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function getLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function drawLogo({ hex, path }: SimpleIcon): string {
  const isLight = getLuminance(hex) > LIGHTEST_MARK
  const [ground, mark] = isLight ? [`#${hex}`, PALETTE.ink.light] : ['#ffffff', `#${hex}`]
  const margin = (SIZE - MARK_SIZE) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">
    <rect width="${SIZE}" height="${SIZE}" fill="${ground}"/>
    <path transform="translate(${margin} ${margin}) scale(${MARK_SIZE / DRAWING_SIZE})" fill="${mark}" d="${path}"/>
  </svg>`
}

const folder = join(import.meta.dirname, 'logos')
await mkdir(folder, { recursive: true })
for (const [product, icon] of Object.entries(MARKS))
  await sharp(Buffer.from(drawLogo(icon)))
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(folder, `${product}.png`))
