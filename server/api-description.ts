import type { ApiDescription } from './platform/http/openapi/openapi-types.ts'
import { VERSION } from './platform/release.ts'

/** Returns the general information of the API description. */
export const describeApi = (siteName: string): ApiDescription => ({
  title: `${siteName}开放接口`,
  version: VERSION,
  summary: '企业智能体展示与评估平台的全部接口',
  description: [
    '请求与响应均为UTF-8编码的JSON。成功时返回 `{"success": true, "data": …}`，失败时返回 `{"success": false, "message": …}`，其中 `errors` 逐项列出有误的字段。请求体中有不认识的字段时返回400，并列出其名称；页面内容与产品的文档除外，其中的字段照原样保存。',
    '时间均为ISO 8601格式的UTC时间。公开接口无需登录；其余接口在 `Authorization` 请求头中携带 `Bearer` 令牌。',
    '公开的读取接口带有 `ETag`，再次读取时可用 `If-None-Match` 得到304。',
  ].join('\n\n'),
  license: { name: '专有软件，保留所有权利', url: 'https://spdx.org/licenses/LicenseRef-Proprietary.html' },
})
