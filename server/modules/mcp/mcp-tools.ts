/**
 * The tools that MCP clients find at `/mcp`, each with its input and purpose. All of them only read public data. An
 * unknown argument is rejected: if it were ignored, a search with a misspelled argument would return the entire
 * catalogue.
 */
import { z } from 'zod'
import { UnnamedAnalysisRequestSchema } from '#contracts/evaluation-analysis/analysis.ts'
import { COMPARISON, PRODUCTS_PER_PAGE_MAX, TEXT } from '#contracts/limits.ts'
import { storedText } from '#contracts/stored-text.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'

const catalogue = z.enum(CATALOGUES).default('agent').describe('目录：`agent` 为企业智能体平台，`ai` 为78AI应用。')
const product = storedText().min(1).max(TEXT.line).describe('产品的编号或完整名称。')

export const MCP_TOOLS = {
  search_products: {
    title: '搜索产品',
    description:
      '在一个目录中按文字、类别与部署方式查找产品，返回摘要与页面地址。`memberRating` 为会员评分，评价不足时为 `null`；`rating` 为编辑评分。没有产品含有所查的话时，列出符合最多词的产品：`closestMatch` 为所用的词，`droppedWords` 为查不到的词。',
    inputSchema: z.strictObject({
      catalogue,
      query: storedText().max(TEXT.line).default('').describe('查找的文字，也认拼音与首字母；留空列出全部。'),
      category: storedText().max(TEXT.line).default('').describe('类别，须完全一致；留空表示不限。'),
      deployment: storedText().max(TEXT.line).default('').describe('部署方式，如“SaaS”“私有化部署”；留空表示不限。'),
      page: z.int().min(1).default(1).describe('页码，从1开始。'),
      pageSize: z.int().min(1).max(PRODUCTS_PER_PAGE_MAX).default(10).describe('每页项数。'),
    }),
  },
  get_product: {
    title: '读取产品',
    description: '读取一个产品的介绍，以及逐条注明等级、出处与读取日期的资料。没有列出的属性为未知，不等于“无”。',
    inputSchema: z.strictObject({ catalogue, product }),
  },
  compare_products: {
    title: '对比产品',
    description: '按属性并列几个产品的资料。值为 `null` 表示未知，不等于“无”。',
    inputSchema: z.strictObject({
      catalogue,
      products: z.array(product).min(2).max(COMPARISON.max).describe('要对比的产品的编号或完整名称。'),
      differencesOnly: z.boolean().default(false).describe('是否只返回有差异的属性。'),
    }),
  },
  list_attributes: {
    title: '列出属性',
    description: '列出产品可以有的属性：键、名称、分组、类型、单位与可选值。',
    inputSchema: z.strictObject({
      catalogue: z.enum(CATALOGUES).optional().describe('只列出一个目录的属性；不传时为全部。'),
    }),
  },
  get_method: {
    title: '读取评估方法',
    description: '读取专业评估的方法：分组、准则、权重、证据等级、结论门槛与场景权重。',
    inputSchema: z.strictObject({
      version: z.int().min(1).optional().describe('方法的版本号；不传时为当前版本。'),
    }),
  },
  analyse_evaluation: {
    title: '分析评估',
    description: '由评委的评分计算总分、结论、评委一致性、权重区间与稳健性；不保存任何数据。',
    inputSchema: UnnamedAnalysisRequestSchema,
  },
} as const
export type McpToolName = keyof typeof MCP_TOOLS
