import { z } from 'zod'
import { file, GET, groupCalls, sentences } from '../call.ts'
import { COMPARISON, TEXT } from '../limits.ts'
import { XLSX_TYPE } from '../mime-types.ts'
import { storedText } from '../stored-text.ts'
import { CATALOGUES } from '../vocabulary.ts'

/** Downloads per minute and client IP address: each reads the entire catalogue. */
const DOWNLOADS_PER_MINUTE = 6

const download = { access: 'public', isCrossOrigin: true, callsPerMinute: DOWNLOADS_PER_MINUTE } as const

export const openDataCalls = groupCalls('开放数据', '整个目录的产品、资料与出处，供任何人下载、核对与再用。', {
  downloadJson: GET('/data/catalogue.json', {
    ...download,
    reply: file('application/json'),
    summary: '下载全部上架产品及其资料（JSON）',
    description: sentences(
      '`{ "generatedAt", "attributes": […], "products": [{ "id", "catalogue", "name", …, "facts": […] }] }`，逐个产品传输。',
      '没有列出的属性为未知，不等于“无”。',
      '`memberRating` 为会员评分，评价不足时为 `null`，规则见 /about/ratings；`rating` 为编辑评分。',
    ),
  }),
  downloadCsv: GET('/data/catalogue.csv', {
    ...download,
    reply: file('text/csv'),
    summary: '下载全部上架产品及其资料（CSV）',
    description: '每条资料一行，附等级、出处与读取日期；没有资料的产品也占一行。',
  }),
  downloadComparison: GET('/data/comparison.xlsx', {
    access: 'public',
    isCrossOrigin: true,
    callsPerMinute: 30,
    query: z.object({
      catalogue: z.enum(CATALOGUES).default('agent').describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
      products: storedText().min(1).max(TEXT.link).describe(`要对比的产品编号，以逗号分隔，最多${COMPARISON.max}个。`),
    }),
    failures: ['notFound'],
    reply: file(XLSX_TYPE),
    summary: '下载几个产品的资料对比（Excel）',
    description: '每个属性一行，每个产品一列；另一页逐条列出等级、读取日期与出处。',
  }),
})
