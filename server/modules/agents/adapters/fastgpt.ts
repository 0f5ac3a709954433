import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Adapter, createHeaders, type Draft, type Ending } from '../adapter.ts'
import { AgentError } from '../agent-error.ts'
import { joinUrl } from '../join-url.ts'
import { findVendorMessage } from '../vendor-message.ts'
import { createToolCalls, readCompletion } from './chat-completions.ts'

/**
 * Asks an app of FastGPT. It keeps the history under the id of the chat. Its token figures aren't real, and more follows
 * after `[DONE]`.
 */
export const askFastGpt: Adapter = async (context) => {
  const { endpoint, question, draft } = context
  const chatId = question.session ?? randomUUID()
  const { onEvent, state } = createEventHandler(draft)
  const ending = await readCompletion(
    context,
    {
      url: joinUrl(endpoint.url, '/api/v1/chat/completions'),
      method: 'POST',
      headers: createHeaders(endpoint),
      body: JSON.stringify({
        chatId,
        variables: {},
        detail: true,
        stream: true,
        messages: [{ role: 'user', content: question.message }],
      }),
      isStream: true,
    },
    { onEvent, continuesAfterDone: true },
  )
  return { ...ending, ...state.waiting, usage: null, session: chatId }
}

const ToolSchema = z.looseObject({
  tool: z.looseObject({ id: z.string(), toolName: z.string().nullish(), params: z.string().nullish() }),
})

/** Events with completions; all others are about the workflow. */
const ANSWER_EVENTS: ReadonlySet<string> = new Set(['answer', 'fastAnswer', 'message'])

function createEventHandler(draft: Draft) {
  const calls = createToolCalls(draft)
  const state: { waiting: Pick<Ending, 'status' | 'statusReason'> | undefined } = { waiting: undefined }
  return {
    state,
    onEvent({ name, value }: { name: string; value: unknown }): boolean {
      if (ANSWER_EVENTS.has(name)) return false
      if (name === 'error') throw new AgentError('agentFailed', { detail: findVendorMessage(value) })
      if (name === 'interactive') state.waiting = { status: 'inputRequired', statusReason: '等待用户选择或填写' }
      const tool = name === 'toolCall' || name === 'toolParams' ? ToolSchema.safeParse(value).data?.tool : undefined
      if (tool) calls.add(tool.id, { name: tool.toolName ?? '', arguments: tool.params ?? '' })
      return true
    },
  }
}
