/** Commands for operators on the machine itself, such as `npm run admin -- backup FILE`; see docs/operations.md. */
import type { Command } from './admin-commands/command.ts'
import { ConfigError, readConfig } from './config.ts'

/** The arguments of each command, and its implementation, loaded only when it runs. */
const COMMANDS: Readonly<Record<string, { usage: string; load(): Promise<Command> }>> = {
  'reset-password': {
    usage: '邮箱地址',
    load: async () => (await import('./admin-commands/reset-password.ts')).resetPassword,
  },
  backup: { usage: '备份文件 [--with-secret]', load: async () => (await import('./admin-commands/backup.ts')).backup },
  verify: { usage: '备份文件', load: async () => (await import('./admin-commands/verify.ts')).verify },
  restore: { usage: '备份文件 [--replace]', load: async () => (await import('./admin-commands/restore.ts')).restore },
  'copy-to': {
    usage: 'postgres://… 或 sqlite:文件夹',
    load: async () => (await import('./admin-commands/copy-to.ts')).copyTo,
  },
  'accept-secret': {
    usage: '',
    load: async () => (await import('./admin-commands/accept-secret.ts')).acceptSecret,
  },
}

const formatUsage = (name: string) => `${name} ${COMMANDS[name]?.usage}`.trim()

async function run([name = '', ...commandArguments]: readonly string[]): Promise<string[]> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const runCommand = await command?.load()
  const usages = command ? formatUsage(name) : Object.keys(COMMANDS).map(formatUsage).join(' | ')
  const output = runCommand?.(commandArguments, readConfig(process.env))
  if (!output) throw new ConfigError(`用法：npm run admin -- ${usages}`)
  return output
}

run(process.argv.slice(2))
  .then((lines) => process.stdout.write(`${lines.join('\n')}\n`))
  .catch(async (error) => {
    process.exitCode = 1
    const { describeFailure } = await import('./admin-commands/describe-failure.ts')
    process.stderr.write(`${describeFailure(error)}\n`)
  })
