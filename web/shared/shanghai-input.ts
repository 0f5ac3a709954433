/** Times in inputs of the type `datetime-local`, which are those of Asia/Shanghai whatever the visitor's time zone is. */
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'

/** Returns the value of the input for an ISO time; '' for none. */
export const toShanghaiInput = (time: string | null): string =>
  time === null ? '' : formatMinuteInShanghai(new Date(time)).replace(' ', 'T')

/** Returns the ISO time of an input's value; `null` for an incomplete one. */
export function fromShanghaiInput(value: string): string | null {
  const time = new Date(`${value}:00+08:00`)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
