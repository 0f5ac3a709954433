/** What an adapter is: it asks an agent one question in the way of its kind. Adapters know no projects and no database. */
import type { AgentStep, ConnectionSettings, Usage } from '#contracts/agents/connection.ts'
import type { AnswerStatus } from '#contracts/agents/statuses.ts'
import type { Exchange } from './exchange.ts'

/** How an agent is called, with its keys. */
export type Endpoint = ConnectionSettings & {
  secret: string | null
  /** Headers with keys. */
  headers: Readonly<Record<string, string>>
  /** Names the platform and the project to the agent's operator. */
  userAgent: string
}

type Turn = { role: 'user' | 'assistant'; content: string }

/** A question of a conversation: the earlier turns, and what the agent itself calls the conversation. */
export type Question = { message: string; history: readonly Turn[]; session: string | null; user: string }

/** What is known at the end of an answer. The cost is as the reply says it. */
export type Ending = {
  status: AnswerStatus
  statusReason: string
  usage: Usage | null
  cost: { amount: number; currency: string | null } | null
  session: string | null
  model: string | null
}

/** Returns an ending with what is known; all else is unknown. */
export const createEnding = (known: Partial<Ending> = {}): Ending => ({
  status: 'finished',
  statusReason: '',
  usage: null,
  cost: null,
  session: null,
  model: null,
  ...known,
})

export type Draft = ReturnType<typeof createDraft>

/** Creates the answer as it comes in, so that what came is known if the rest fails. */
export function createDraft(markToken: () => void) {
  const steps: AgentStep[] = []
  const draft = {
    text: '',
    reasoning: '',
    steps,
    addText(text: string): void {
      if (text !== '') markToken()
      draft.text += text
    },
    replaceText(text: string): void {
      if (text !== '') markToken()
      draft.text = text
    },
    addReasoning(text: string): void {
      if (text !== '') markToken()
      draft.reasoning += text
    },
  }
  return draft
}

export type AdapterContext = { endpoint: Endpoint; question: Question; exchange: Exchange; draft: Draft }

/** Asks a question: fills the draft, and returns what is known at the end. Throws `AgentError`. */
export type Adapter = (context: AdapterContext) => Promise<Ending>

/** Returns the headers of a request with JSON, with the keys; those of the connection win. */
export function createHeaders(
  { secret, headers, userAgent }: Endpoint,
  standard: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
  },
): Record<string, string> {
  return lowerCaseNames([
    standard,
    { 'user-agent': userAgent },
    secret === null ? {} : { authorization: `Bearer ${secret}` },
    headers,
  ])
}

const lowerCaseNames = (sources: readonly Readonly<Record<string, string>>[]): Record<string, string> =>
  Object.fromEntries(
    sources.flatMap((source) => Object.entries(source)).map(([name, value]) => [name.toLowerCase(), value]),
  )
