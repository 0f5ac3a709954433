import { AGENT_FAILURES, type AgentFailure } from '#contracts/agents/messages.ts'

type AgentErrorDetails = {
  /** What the agent or the network said. */
  detail?: string | undefined
  /** The HTTP status of the reply. */
  status?: number | undefined
  /** How long the agent asks to wait. */
  retryAfterMs?: number | undefined
}

/** Why an agent gave no usable reply. Its message is Chinese, followed by what the agent or the network said. */
export class AgentError extends Error {
  override name = 'AgentError'
  readonly failure: AgentFailure
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(failure: AgentFailure, { detail = '', status, retryAfterMs }: AgentErrorDetails = {}) {
    super(detail === '' ? AGENT_FAILURES[failure] : `${AGENT_FAILURES[failure]}：${detail}`)
    this.failure = failure
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}
