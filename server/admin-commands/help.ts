import { getEditDistance } from '../edit-distance.ts'
import { COMMANDS } from './commands.ts'

const PROGRAM = 'npm run admin --'
const HELP_COMMAND = `${PROGRAM} help`
const HELP_NAMES: readonly string[] = ['help', '--help', '-h']
/** More wrong letters than these aren't a misspelling. */
const MAX_MISSPELLED_LETTERS = 3

/** Returns whether the arguments ask for help, possibly about one command. */
export const isHelpRequested = ([name = '', ...rest]: readonly string[]): boolean =>
  HELP_NAMES.includes(name) || rest.includes('--help') || rest.includes('-h')

const formatCommand = (name: string): string => `${name} ${COMMANDS[name]?.usage ?? ''}`.trim()
const describeCommand = (name: string): string => `${formatCommand(name)}：${COMMANDS[name]?.summary}`

/** Returns the arguments of one command in one line. */
export const formatUsage = (name: string): string => `用法：${PROGRAM} ${formatCommand(name)}`

/** Returns the command that a request for help names, which may not exist; `undefined` if it names none. */
export const findHelpTopic = (commandArguments: readonly string[]): string | undefined =>
  commandArguments.find((argument) => !HELP_NAMES.includes(argument))

/** Describes one command. */
export const describeUsage = (name: string): string[] => [formatUsage(name), COMMANDS[name]?.summary ?? '']

/** Lists the commands. */
export function describeCommands(): string[] {
  return [
    `用法：${PROGRAM} 命令 [参数]`,
    ...Object.keys(COMMANDS).map((command) => `  ${describeCommand(command)}`),
    '  help：列出这些命令',
    '命令使用与服务相同的设置（DATA_DIR 或 DATABASE_URL 等环境变量），详见 docs/operations.md',
  ]
}

/** Describes an unknown command in one line, with the command that it resembles. */
export function describeUnknownCommand(name: string): string {
  const [nearest] = [...Object.keys(COMMANDS), 'help']
    .map((command) => ({ command, distance: getEditDistance(name, command) }))
    .filter(({ command, distance }) => distance <= Math.min(MAX_MISSPELLED_LETTERS, command.length / 2))
    .sort((one, other) => one.distance - other.distance)
  const guess = nearest ? `，是不是 ${nearest.command}？` : '；'
  return `没有 ${name} 这个命令${guess}运行 ${HELP_COMMAND} 查看全部命令`
}
