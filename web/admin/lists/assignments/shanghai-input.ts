import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'

/** Converts a time to the value of a `datetime-local` input in Shanghai time. */
export const toShanghaiInput = (time: string): string => formatMinuteInShanghai(new Date(time)).replace(' ', 'T')

/** Converts the value of a `datetime-local` input in Shanghai time to a time. */
export const fromShanghaiInput = (value: string): string => new Date(`${value.slice(0, 16)}:00+08:00`).toISOString()
