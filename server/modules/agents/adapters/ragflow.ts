import { type Adapter, createHeaders } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { readCompletion } from './chat-completions.ts'

/** RAGFlow requires the name of a model, and ignores it. */
const MODEL = 'model'

/** Asks an agent of RAGFlow, in the shape of OpenAI. The whole conversation is sent each time. */
export const askRagFlow: Adapter = (context) => {
  const { endpoint, question } = context
  return readCompletion(context, {
    url: joinUrl(endpoint.url, `/api/v1/agents_openai/${encodeURIComponent(endpoint.botId)}/chat/completions`),
    method: 'POST',
    headers: createHeaders(endpoint),
    body: JSON.stringify({
      model: endpoint.model === '' ? MODEL : endpoint.model,
      messages: [...question.history, { role: 'user', content: question.message }],
      stream: true,
    }),
    isStream: true,
  })
}
