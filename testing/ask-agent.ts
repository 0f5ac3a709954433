import { ConnectionSaveSchema } from '#contracts/agents/connection.ts'
import type { Question } from '#server/modules/agents/adapter.ts'
import { ask } from '#server/modules/agents/ask.ts'
import { parseAllowedHosts } from '#server/platform/allowed-hosts.ts'
import { createGuardedSender, type SendGuarded } from '#server/platform/guarded-request.ts'

export const AGENT_KEY = 'sk-very-secret'

type Options = {
  question?: Partial<Question>
  silenceMs?: number
  signal?: AbortSignal
  /** What `AGENT_HOSTS` lists. */
  hosts?: string
  send?: SendGuarded
  onFault?: (error: unknown) => void
}

/** Asks an agent on this machine by a connection with a key. */
export function askAgent(
  connection: object,
  { question, silenceMs = 60_000, signal, hosts = '127.0.0.1:*', send, onFault }: Options = {},
) {
  const { secret, headers = {}, ...settings } = ConnectionSaveSchema.parse({ secret: AGENT_KEY, ...connection })
  const endpoint = { ...settings, secret: secret === '' ? null : secret, headers, userAgent: 'zhijian/test' }
  return ask(
    endpoint,
    { message: '年假有几天？', history: [], session: null, user: 'u1', ...question },
    { send: send ?? createGuardedSender(parseAllowedHosts(hosts) ?? []), signal, silenceMs, pollMs: 1, onFault },
  )
}
