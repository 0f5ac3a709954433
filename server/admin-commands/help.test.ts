import { describe, expect, it } from 'vitest'
import { COMMANDS } from './commands.ts'
import { describeCommands, describeUnknownCommand, describeUsage, findHelpTopic, isHelpRequested } from './help.ts'

describe('describeCommands', () => {
  it('describes each command in one line', () => {
    const lines = describeCommands()
    for (const name of Object.keys(COMMANDS))
      expect(
        lines.filter((line) => new RegExp(`^  ${name}( .+)?：.+$`).test(line)),
        name,
      ).toHaveLength(1)
  })
})

it('describes one command', () => {
  expect(describeUsage('verify')).toEqual(['用法：npm run admin -- verify 备份文件', '检查备份文件是否完整、能否恢复'])
})

it.each([
  [['help'], undefined],
  [['help', '--help'], undefined],
  [['help', 'verify'], 'verify'],
  [['verify', 'a file', '--help'], 'verify'],
  [['help', 'nothing'], 'nothing'],
])('%j requests help about %s', (commandArguments, topic) => {
  expect(findHelpTopic(commandArguments)).toBe(topic)
})

it.each([
  [['help'], true],
  [['--help'], true],
  [['-h'], true],
  [['restore', '-h'], true],
  [['restore', 'a file', '--help'], true],
  [['backup', 'help'], false],
])('%j requests help: %s', (commandArguments, expected) => {
  expect(isHelpRequested(commandArguments)).toBe(expected)
})

it.each([
  ['restor', '没有 restor 这个命令，是不是 restore？运行 npm run admin -- help 查看全部命令'],
  ['reset-pasword', '没有 reset-pasword 这个命令，是不是 reset-password？运行 npm run admin -- help 查看全部命令'],
  ['hlep', '没有 hlep 这个命令，是不是 help？运行 npm run admin -- help 查看全部命令'],
  ['remove-everything', '没有 remove-everything 这个命令；运行 npm run admin -- help 查看全部命令'],
])('names the command that %s resembles', (name, message) => {
  expect(describeUnknownCommand(name)).toBe(message)
})
