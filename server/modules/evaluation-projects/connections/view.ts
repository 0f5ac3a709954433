import {
  type AgentAnswer,
  type Connection,
  ConnectionSaveSchema,
  type ConnectionSettings,
  type LastProbe,
  LastProbeSchema,
} from '#contracts/agents/connection.ts'
import { AGENTS } from '#contracts/limits.ts'
import type { Outcome } from '#server/modules/agents/service.ts'
import type { ConnectionSecrets } from './secrets.ts'
import type { ConnectionRow } from './store.ts'

/** Returns the settings of a stored connection. */
export const toSettings = (row: ConnectionRow): ConnectionSettings =>
  pickSettings(ConnectionSaveSchema.parse(row.settingsJson))

/** Returns what is stored in the clear of a connection. */
export const pickSettings = ({
  kind,
  url,
  model,
  botId,
  template,
  paths,
  timeoutMs,
  firstTokenTimeoutMs,
  maxConcurrency,
  perMinute,
  price,
}: ConnectionSettings): ConnectionSettings => ({
  kind,
  url,
  model,
  botId,
  template,
  paths,
  timeoutMs,
  firstTokenTimeoutMs,
  maxConcurrency,
  perMinute,
  price,
})

/** Returns a connection without its keys: only whether there is one, and the names of headers. */
export const toConnection = (row: ConnectionRow, secrets: ConnectionSecrets): Connection => ({
  ...toSettings(row),
  candidate: row.candidate,
  hasSecret: secrets.secret !== null,
  headers: Object.fromEntries(Object.keys(secrets.headers).map((name) => [name, ''])),
  lastProbe: toLastProbe(row.lastProbeJson),
  version: row.version,
  updatedAt: row.updatedAt,
})

const toLastProbe = (stored: unknown): LastProbe | null => LastProbeSchema.nullable().catch(null).parse(stored)

type AnsweredOutcome = Extract<Outcome, { isAnswered: true }>

export const toAnswer = ({ answer, transcript }: AnsweredOutcome): AgentAnswer => ({
  reply: answer.reply,
  status: answer.status,
  statusReason: answer.statusReason,
  reasoning: answer.reasoning,
  steps: answer.steps,
  model: answer.model,
  firstTokenMs: transcript.firstTokenMs ?? transcript.totalMs,
  totalMs: transcript.totalMs,
  usage: answer.usage,
  cost: answer.cost,
})

/** Returns what was exchanged; only an API of its own has an example, whose paths people write. */
export const toExchanged = ({ kind }: Pick<ConnectionSettings, 'kind'>, { transcript }: Outcome) => ({
  sent: transcript.sent,
  received: transcript.received,
  example: kind === 'http' && transcript.body !== '' ? transcript.body : null,
})

/** Returns an outcome as it is stored with its connection. */
export function toStoredProbe(
  outcome: Outcome,
  { message, at, version, kind }: Pick<LastProbe, 'message' | 'at' | 'version'> & Pick<ConnectionSettings, 'kind'>,
): LastProbe {
  const { sent, received, example } = toExchanged({ kind }, outcome)
  return {
    at,
    version,
    message,
    error: outcome.isAnswered ? null : outcome.message,
    answer: outcome.isAnswered ? toAnswer(outcome) : null,
    sent: sent.slice(0, AGENTS.storedLength).toWellFormed(),
    received: received.slice(0, AGENTS.storedLength).toWellFormed(),
    example,
  }
}
