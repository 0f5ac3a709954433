import { file, GET, groupCalls, paged, sentences } from '../call.ts'
import { AUDIT_COUNT_LIMIT } from '../limits.ts'
import { TABLE_TYPES } from '../table.ts'
import { AuditEntrySchema, AuditExportQuerySchema, AuditQuerySchema } from './audit.ts'

export const auditCalls = groupCalls('操作记录', '谁在何时对后台做了什么。', {
  list: GET('/api/audit', {
    access: 'audit:read',
    query: AuditQuerySchema,
    reply: paged(AuditEntrySchema),
    summary: '列出后台操作记录',
    description: sentences('只读角色看不到来源地址。', `总数最多计到${AUDIT_COUNT_LIMIT}条；更早的请按日期查找。`),
  }),
  export: GET('/api/audit/export', {
    access: 'audit:read',
    query: AuditExportQuerySchema,
    reply: file(...TABLE_TYPES),
    summary: '导出操作记录',
    description: sentences('筛选条件与列表相同，不限条数。', '只读角色的导出中没有来源地址；每次导出都会留下记录。'),
  }),
})
