import type { Command } from './command.ts'

/** The arguments of each command, what it does, and its implementation, loaded only when it runs. */
type CommandDefinition = { usage: string; summary: string; load(): Promise<Command> }

export const COMMANDS: Readonly<Record<string, CommandDefinition>> = {
  backup: {
    usage: '备份文件 [--with-secret]',
    summary: '把数据库和上传的文件备份到一个文件，服务可以继续运行；加 --with-secret 连同密钥',
    load: async () => (await import('./backup.ts')).backup,
  },
  verify: {
    usage: '备份文件',
    summary: '检查备份文件是否完整、能否恢复',
    load: async () => (await import('./verify.ts')).verify,
  },
  restore: {
    usage: '备份文件 [--replace]',
    summary: '恢复备份，须先停止服务；加 --replace 替换现有的数据',
    load: async () => (await import('./restore.ts')).restore,
  },
  'copy-to': {
    usage: 'postgres://… 或 sqlite:文件夹',
    summary: '把数据库复制到另一个空的数据库，须先停止服务',
    load: async () => (await import('./copy-to.ts')).copyTo,
  },
  import: {
    usage:
      'agent或ai 表格文件 [--dry-run] [--skip-known] [--sheet 工作表] [--heading-row 行号] [--column 列名=字段] [--source 等级｜日期｜链接] [--rejected 文件]',
    summary:
      '把表格导入产品目录，全部导入或一行也不导入；加 --dry-run 只核对，--rejected 存下被拒绝的行；用SQLite时须先停止服务',
    load: async () => (await import('./import.ts')).importTable,
  },
  'reset-password': {
    usage: '邮箱地址',
    summary: '为用户设置新的随机密码，并关闭两步验证',
    load: async () => (await import('./reset-password.ts')).resetPassword,
  },
  'accept-secret': {
    usage: '',
    summary: '原来的密钥丢失后，改用现有的密钥',
    load: async () => (await import('./accept-secret.ts')).acceptSecret,
  },
}
