import { z } from 'zod'
import { DELETE, GET, groupCalls, messageOnly, POST, sentences } from '../call.ts'
import { KEYS } from '../limits.ts'
import { idParams } from '../path-id.ts'
import { KeyCreateSchema, KeySchema, KeyUseSchema, NewKeySchema } from './key.ts'
import { KEY_MESSAGES } from './messages.ts'

const OWN = { access: 'signed-in', failures: ['notFound'], params: idParams('密钥编号。') } as const

export const keyCalls = groupCalls(
  '接口密钥',
  '程序用密钥调用接口，不必登录：在 `Authorization` 请求头中携带 `Bearer zk_…`。密钥本身不能用来管理密钥。',
  {
    list: GET('/api/keys', {
      access: 'signed-in',
      reply: z.array(KeySchema),
      summary: '列出密钥',
      description: sentences(
        '自己的密钥，新的在前；超级管理员另有全部平台密钥。不含密钥本身。',
        `已过期与已吊销的保留${KEYS.keptDays}天。`,
      ),
    }),
    create: POST('/api/keys', {
      hasIdempotencyKey: true,
      access: 'signed-in',
      failures: ['forbidden', 'conflict'],
      body: KeyCreateSchema,
      example: { name: '数据同步', scopes: ['products:read'], expiresAt: '2027-03-01T00:00:00.000Z' },
      reply: NewKeySchema,
      message: KEY_MESSAGES.created,
      summary: '新建密钥',
      description: sentences(
        '`key` 只在这次答复中出现。`own-` 开头的 `scopes` 是自己的项目、清单与征询，任何账号都可以授予；',
        '其余是平台的权限，只有超级管理员可以授予。密钥能做的永远不多于其所有者当时能做的。',
      ),
    }),
    revoke: DELETE('/api/keys/:id', {
      ...OWN,
      reply: messageOnly,
      message: KEY_MESSAGES.revoked,
      summary: '吊销密钥',
      description: '立即在所有节点上失效，不能恢复。',
    }),
    listUses: GET('/api/keys/:id/uses', {
      ...OWN,
      reply: z.array(KeyUseSchema),
      summary: '列出密钥每天调用各接口的次数',
      description: `新的在前，保留${KEYS.keptDays}天；最近一分钟的可能尚未计入。`,
    }),
  },
)
