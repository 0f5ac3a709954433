/** Commands for operators on the machine itself, such as `npm run admin -- backup FILE`; see docs/operations.md. */
import { COMMANDS } from './admin-commands/commands.ts'
import {
  describeCommands,
  describeUnknownCommand,
  describeUsage,
  findHelpTopic,
  formatUsage,
  isHelpRequested,
} from './admin-commands/help.ts'
import { ConfigError, readConfig } from './config.ts'

async function run(allArguments: readonly string[]): Promise<string[]> {
  const [name, ...commandArguments] = allArguments
  if (name === undefined) throw new ConfigError(describeCommands().join('\n'))
  const isHelp = isHelpRequested(allArguments)
  const commandName = isHelp ? findHelpTopic(allArguments) : name
  if (commandName === undefined) return describeCommands()
  const command = Object.hasOwn(COMMANDS, commandName) ? COMMANDS[commandName] : undefined
  if (!command) throw new ConfigError(describeUnknownCommand(commandName))
  if (isHelp) return describeUsage(commandName)
  const runCommand = await command.load()
  const output = runCommand(commandArguments, readConfig(process.env))
  if (!output) throw new ConfigError(formatUsage(name))
  return output
}

run(process.argv.slice(2))
  .then((lines) => process.stdout.write(`${lines.join('\n')}\n`))
  .catch(async (error) => {
    process.exitCode = 1
    const { describeFailure } = await import('./admin-commands/describe-failure.ts')
    process.stderr.write(`${describeFailure(error)}\n`)
  })
