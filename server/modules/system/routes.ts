import { ADMIN_API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { SystemSchema } from '#contracts/system/system.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import type { SystemService } from './service.ts'

export const systemRoutes =
  (system: SystemService): Routes =>
  (app) => {
    app.get(
      ADMIN_API.system,
      {
        config: { access: 'settings:read' },
        schema: {
          tags: ['系统设置'],
          summary: '读取系统状态',
          description: '版本、运行时间、数据库与文件的大小、待发与失败的邮件数。大小以字节计。',
          response: { 200: success(SystemSchema) },
        },
      },
      async () => ({ success: true as const, data: await system.read() }),
    )
  }
