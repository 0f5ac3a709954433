import { KEYS } from '#contracts/limits.ts'
import type { ApiDescription } from './platform/http/openapi/openapi-types.ts'
import { VERSION } from './platform/release.ts'

/** Returns the general information of the API description. */
export const describeApi = (siteName: string, publicUrl: string): ApiDescription => ({
  title: `${siteName}开放接口`,
  version: VERSION,
  summary: '企业智能体展示与评估平台的全部接口',
  description: [
    '请求与响应均为UTF-8编码的JSON。成功时返回 `{"success": true, "data": …}`，失败时返回 `{"success": false, "message": …}`，其中 `errors` 逐项列出有误的字段。请求体中有不认识的字段时返回400，并列出其名称；页面内容与产品的文档除外，其中的字段照原样保存。',
    '时间均为ISO 8601格式的UTC时间。公开接口无需登录；其余接口在 `Authorization` 请求头中携带 `Bearer` 令牌：登录得到的，或程序的密钥。',
    [
      '**密钥**给程序使用，以 `zk_` 开头，由字母与数字组成（正则 `zk_[0-9A-Za-z]{49}`）。超级管理员在后台的“接口密钥”中授予平台的权限，任何账号可以在“账号与安全”中授予自己的项目、清单与征询。只放在请求头中，不放在地址中：',
      `\`\`\`\ncurl -H "Authorization: Bearer zk_…" ${publicUrl}/api/products/agent\n\`\`\``,
      `密钥能做的不多于其所有者当时能做的。密钥不完整、无效、过期或已吊销时返回401（\`error="invalid_token"\`）；缺少权限时返回403（\`error="insufficient_scope"\`），消息中写明缺少的权限。每个密钥每分钟最多${KEYS.callsPerMinute}次，超过时返回429与 \`Retry-After\`。公开接口对密钥与对访客的答复相同。`,
    ].join('\n\n'),
    '公开的读取接口带有 `ETag`，再次读取时可用 `If-None-Match` 得到304。',
  ].join('\n\n'),
  license: { name: '专有软件，保留所有权利', url: 'https://spdx.org/licenses/LicenseRef-Proprietary.html' },
})
