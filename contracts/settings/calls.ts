import { z } from 'zod'
import { GET, groupCalls, POST, PUT, sentences } from '../call.ts'
import { AuthorshipSchema } from '../content/revision.ts'
import { BACKUP_MESSAGES } from '../system/messages.ts'
import { SystemBackupSchema, SystemSchema } from '../system/system.ts'
import { SETTINGS_MESSAGES } from './messages.ts'
import { SettingsPartParamsSchema, SettingsViewSchema } from './settings.ts'

export const settingsCalls = groupCalls('系统设置', '后台的各项设置与系统状态。', {
  get: GET('/api/settings', { access: 'settings:read', reply: SettingsViewSchema, summary: '读取全部设置' }),
  getAuthorship: GET('/api/settings/:part/authorship', {
    access: 'settings:read',
    params: SettingsPartParamsSchema,
    reply: AuthorshipSchema.nullable(),
    summary: '读取一组设置最近由谁、何时保存',
    description: '从未保存过的为 `null`。',
  }),
  updatePart: PUT('/api/settings/:part', {
    access: 'settings:write',
    params: SettingsPartParamsSchema,
    // Validated by the service, with the part's own schema.
    body: z.looseObject({}, '应为对象'),
    unknownKeys: 'checked',
    etag: 'checked',
    reply: z.record(z.string(), z.unknown()),
    message: SETTINGS_MESSAGES.saved,
    summary: '保存一组设置',
    description: sentences(
      '未给出的项保持原样。',
      '自己没有开启两步验证、也没有用通行密钥登录的人，不能要求后台须两步验证。',
      '带 `If-Match: "<版本>"`（见读取时的 `revisions`）时，已被他人更新则返回412，什么也不保存。',
    ),
  }),
  getSystem: GET('/api/system', {
    access: 'settings:read',
    reply: SystemSchema,
    summary: '读取系统状态',
    description: sentences(
      '版本、运行时间、数据库与文件的大小、待发与失败的邮件数、告警，以及上次备份的时间、大小与失败原因。',
      '大小以字节计。',
    ),
  }),
  startBackup: POST('/api/system/backups', {
    access: 'settings:write',
    callsPerMinute: 6,
    failures: ['conflict'],
    reply: SystemBackupSchema,
    message: BACKUP_MESSAGES.started,
    summary: '立即备份',
    description: sentences(
      '在后台备份到 `BACKUP_DIR`，与定时备份相同，也计入保留份数；进度与结果见系统状态的 `backup`。',
      '正在备份时返回409。',
    ),
  }),
})
