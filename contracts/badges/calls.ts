import { GET, groupCalls, raw, sentences } from '../call.ts'
import { BADGE } from '../limits.ts'
import { idParams } from '../path-id.ts'
import { SignedBadgeSchema } from './badge.ts'

export const badgeCalls = groupCalls('评估徽章', '产品的平台评估的结论，供厂商放在自己的网页上。', {
  get: GET('/api/badges/:id', {
    access: 'public',
    isCrossOrigin: true,
    params: idParams('产品编号。'),
    failures: ['notFound'],
    reply: raw(SignedBadgeSchema),
    summary: '读取一个产品的徽章，连同签名',
    description: sentences(
      '签名与评估报告的相同：对 `data` 的规范形式（RFC 8785）作Ed25519签名，公钥在 `/.well-known/zhijian-report-keys.json`；存成文件即可在核验页核对。',
      `最多${BADGE.days}天后，或评估到期时失效，须重新读取；评估过期或撤回的，\`status\` 如实说明，不再给出结论。`,
      '图片为 `/badges/{id}.svg`，深色背景加 `?theme=dark`。',
    ),
  }),
})
