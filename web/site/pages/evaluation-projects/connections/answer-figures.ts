import type { AgentAnswer } from '#contracts/agents/connection.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'

/** Returns a time in seconds, or in milliseconds if it is shorter than a second. */
const formatTime = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds}毫秒` : `${formatNumber(milliseconds / 1_000, 2)}秒`

/** Returns the times, tokens and cost of an answer; what is unknown is said to be. */
export const formatFigures = ({ firstTokenMs, totalMs, usage, cost }: AgentAnswer): string[] => [
  `首字${formatTime(firstTokenMs)}`,
  `全部${formatTime(totalMs)}`,
  usage ? `Token输入${usage.input}、输出${usage.output}` : 'Token数未知',
  cost === null ? '费用未知' : `费用${formatNumber(cost, 4)}元`,
]
