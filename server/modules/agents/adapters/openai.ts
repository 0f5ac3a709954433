import { type Adapter, createHeaders } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { readCompletion } from './chat-completions.ts'

/** Asks by OpenAI's chat completions. The whole conversation is sent each time. */
export const askOpenAi: Adapter = (context) => {
  const { endpoint, question } = context
  const { model } = endpoint
  return readCompletion(context, {
    url: joinUrl(endpoint.url, '/chat/completions'),
    method: 'POST',
    headers: createHeaders(endpoint),
    body: JSON.stringify({
      model: model === '' ? undefined : model,
      messages: [...question.history, { role: 'user', content: question.message }],
      stream: true,
      stream_options: { include_usage: true },
    }),
    isStream: true,
  })
}
