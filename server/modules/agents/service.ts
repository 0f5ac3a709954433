import type { ParsedReply } from '#contracts/agents/connection.ts'
import type { ReplyPaths } from '#contracts/agents/json-path.ts'
import type { AllowedHosts } from '#server/platform/allowed-hosts.ts'
import { createGuardedSender, createUrlCheck } from '#server/platform/guarded-request.ts'
import type { Endpoint, Question } from './adapter.ts'
import type { Outcome } from './ask.ts'

export type { Endpoint, Question } from './adapter.ts'
export type { Outcome } from './ask.ts'
export { getFingerprint } from './fingerprint.ts'

export type AgentService = ReturnType<typeof createAgentService>

/**
 * Creates the service that asks agents. It needs no database, and knows nothing of projects. The adapters are loaded when
 * the first question is asked.
 */
export function createAgentService({ hosts }: { hosts: AllowedHosts }) {
  const send = createGuardedSender(hosts)
  let reportFault: (error: unknown) => void = () => {}
  return {
    /** Reports errors of ours that a reply brought to light, to be logged. */
    onFault(listener: (error: unknown) => void): void {
      reportFault = listener
    },

    /** Returns whether an address may be connected to, as far as it can be told before. */
    isAllowed: createUrlCheck(hosts),

    /** Asks an agent one question. A failure of the agent is part of the outcome. */
    async ask(endpoint: Endpoint, question: Question, signal?: AbortSignal): Promise<Outcome> {
      const { ask } = await import('./ask.ts')
      return ask(endpoint, question, { send, signal, onFault: (error) => reportFault(error) })
    },

    /** Returns the names of paths that aren't well-formed. */
    async listInvalidPaths(paths: ReplyPaths): Promise<string[]> {
      const { isWellFormed } = await import('./adapters/json-paths.ts')
      return Object.entries(paths).flatMap(([name, path]) => (path === '' || isWellFormed(path) ? [] : [name]))
    },

    /** Finds the values of a reply that was received, by its paths. */
    async parseReply({ example, paths }: { example: string; paths: ReplyPaths }): Promise<ParsedReply> {
      const { parseExample } = await import('./adapters/parse-example.ts')
      return parseExample(example, paths)
    },
  }
}
