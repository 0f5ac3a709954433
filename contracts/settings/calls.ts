import { z } from 'zod'
import { get, groupCalls, put } from '../call.ts'
import { SystemSchema } from '../system/system.ts'
import { SETTINGS_MESSAGES } from './messages.ts'
import { SettingsPartParamsSchema, SettingsViewSchema } from './settings.ts'

export const settingsCalls = groupCalls('系统设置', '后台的各项设置与系统状态。', {
  get: get('/api/settings', { access: 'settings:read', reply: SettingsViewSchema, summary: '读取全部设置' }),
  updatePart: put('/api/settings/:part', {
    access: 'settings:write',
    params: SettingsPartParamsSchema,
    // Validated by the service, with the part's own schema.
    body: z.looseObject({}, '应为对象'),
    version: 'checked',
    reply: z.record(z.string(), z.unknown()),
    message: SETTINGS_MESSAGES.saved,
    summary: '保存一组设置',
    description:
      '未给出的项保持原样。机器人密钥只能写入，不能读取：留空则保留原密钥，但地址或接收方更改后须重新填写。带 `If-Match: "<版本>"`（见读取时的 `revisions`）时，已被他人更新则返回412，什么也不保存。',
  }),
  system: get('/api/system', {
    access: 'settings:read',
    reply: SystemSchema,
    summary: '读取系统状态',
    description: '版本、运行时间、数据库与文件的大小、待发与失败的邮件数。大小以字节计。',
  }),
})
