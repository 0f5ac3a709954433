import { callGroup, file, get } from '../call.ts'

/** Downloads a minute from one address: each reads the whole catalogue. */
const DOWNLOADS_PER_MINUTE = 6

const download = { access: 'open', perMinute: DOWNLOADS_PER_MINUTE } as const

export const openDataCalls = callGroup('开放数据', '整个目录的产品、资料与出处，供任何人下载、核对与再用。', {
  json: get('/data/catalogue.json', {
    ...download,
    reply: file('application/json'),
    summary: '下载全部上架产品及其资料（JSON）',
    description:
      '`{ "generatedAt", "attributes": […], "products": [{ "id", "catalogue", "name", …, "facts": […] }] }`，逐个产品传输。没有列出的属性为未知，不等于“无”。',
  }),
  csv: get('/data/catalogue.csv', {
    ...download,
    reply: file('text/csv'),
    summary: '下载全部上架产品及其资料（CSV）',
    description: '每条资料一行，附等级、出处与读取日期；没有资料的产品也占一行。',
  }),
})
