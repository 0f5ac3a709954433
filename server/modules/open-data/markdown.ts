/** Renders pages for machines: a product as Markdown, and the site as `llms.txt` (llmstxt.org). */
import type { Fact } from '#contracts/facts/fact.ts'
import { FACT_GRADE_LABELS, STALE_REASON_LABELS } from '#contracts/facts/vocabulary.ts'
import { PAGES } from '#contracts/paths.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ProductDetail } from '#contracts/products/product.ts'
import { formatFactValue } from '#contracts/rules/facts/value-text.ts'
import { describeRating, getShownRating } from '#contracts/rules/reviews/shown-rating.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getProductUrl } from './view.ts'

/** Escapes Markdown markup and joins lines, so that the result is a single line of plain text. */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~]/g, (character) => `\\${character}`)

/** Percent-encodes characters that would end a link target. */
const escapeLinkTarget = (url: string) => url.replaceAll(/[\s()<>]/g, (character) => encodeURIComponent(character))

const renderSection = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', `## ${title}`, '', ...lines] : []

const renderBullets = (items: readonly string[]): string[] =>
  items.filter(Boolean).map((item) => `- ${escapeMarkdown(item)}`)

/** Returns a product's page as Markdown: its description, then its facts by group with grade, source and date. */
export function renderProductMarkdown(product: ProductDetail, catalogue: Catalogue, publicUrl: string): string {
  const { name, slogan, description, uniqueValue, category, price, officialLink, factsUpdatedOn } = product
  const lines = [
    `# ${escapeMarkdown(name)}`,
    ...(slogan ? ['', `> ${escapeMarkdown(slogan)}`] : []),
    '',
    `- 页面：<${getProductUrl(catalogue, product, publicUrl)}>`,
    ...(officialLink ? [`- 官网：<${escapeLinkTarget(officialLink)}>`] : []),
    ...renderBullets([category && `类别：${category}`, price && `价格：${price}`, describeShownRating(product)]),
    `- 资料更新或确认：${factsUpdatedOn}`,
    ...(product.isSample ? ['- 虚构的示例产品'] : []),
    ...renderSection('介绍', [uniqueValue, description].filter(Boolean).map(escapeMarkdown)),
    ...renderSection('核心能力', renderBullets(product.keyCapabilities)),
    ...renderSection('部署方式', renderBullets(product.deploymentTypes)),
    ...renderSection('安全合规', renderBullets(product.securityCompliance)),
    ...renderSection('技术规格', renderBullets(product.technicalSpecs.map(({ title, value }) => `${title}：${value}`))),
    ...renderSection(
      PRODUCT_FIELDS.screenshots.label,
      product.screenshots.map(({ url, caption }) => `- [${escapeMarkdown(caption)}](${publicUrl}${url})`),
    ),
    ...renderSection('资料', renderFactTable(product.facts)),
  ]
  return `${lines.join('\n')}\n`
}

function describeShownRating(product: ProductDetail): string {
  const rating = getShownRating(product)
  return rating ? `评分：${rating.rating.toFixed(1)}（${describeRating(rating)}）` : ''
}

function renderFactTable(facts: readonly Fact[]): string[] {
  if (facts.length === 0) return []
  return [
    '没有列出的属性为未知，不等于“无”。',
    '',
    '| 分组 | 属性 | 值 | 等级 | 出处 | 读取日期 | 备注 |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...facts.map((fact) => {
      const { group, label, value, grade, sourceUrl, readAt, note, staleReason, isDisputed } = fact
      const remarks = [staleReason && STALE_REASON_LABELS[staleReason], isDisputed && '来源说法不一', note]
      const cells = [
        ...[group, label, formatFactValue(fact, value), FACT_GRADE_LABELS[grade]].map(escapeMarkdown),
        sourceUrl ? `<${escapeLinkTarget(sourceUrl)}>` : '',
        readAt ?? '',
        escapeMarkdown(remarks.filter(Boolean).join('；')),
      ]
      return `| ${cells.join(' | ')} |`
    }),
  ]
}

type Site = { siteName: string; siteDescription: string; publicUrl: string; counts: Record<Catalogue, number> }

/** Returns `/llms.txt`: a description of the site and links to its machine-readable content. */
export const renderLlmsText = ({
  siteName,
  siteDescription,
  publicUrl,
  counts,
}: Site): string => `# ${escapeMarkdown(siteName)}

> ${escapeMarkdown(siteDescription)}

每个产品页面的地址后加 \`.md\`，即得到同一页面的Markdown：介绍，以及逐条注明等级、出处与日期的资料。没有列出的属性为未知，不等于“无”。

## 目录

- [智能体产品](${publicUrl}${PAGES.products}): ${counts.agent}个已上架的企业智能体平台
- [78AI](${publicUrl}${PAGES.ai}): ${counts.ai}个已上架的AI应用
- [全部产品的地址](${publicUrl}/sitemap.xml)

## 数据

- [整个目录（JSON）](${publicUrl}/data/catalogue.json): 全部上架产品及其资料与出处
- [整个目录（CSV）](${publicUrl}/data/catalogue.csv): 每条资料一行
- [接口说明（OpenAPI）](${publicUrl}/api/openapi.json)
- [MCP服务](${publicUrl}/mcp): Streamable HTTP，只读，不需登录

## 评估方法

- [评估方法的各个版本](${publicUrl}${PAGES.methods})
- [平台题库](${publicUrl}${PAGES.questionBanks}): 测试智能体的任务，可以下载
- [示例评估项目](${publicUrl}${PAGES.exampleProject})
`
