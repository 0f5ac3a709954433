/** Asks an API of any shape: the request is a template, and the reply is found by JSONPath. */
import { setImmediate } from 'node:timers/promises'
import { fillJsonTemplate, fillTextTemplate, type TemplateValues, URL_TYPE } from '#contracts/agents/fill-template.ts'
import type { ReplyPaths } from '#contracts/agents/json-path.ts'
import { getTemplateType, isJsonTemplate, type RequestTemplate } from '#contracts/agents/request-template.ts'
import { AGENTS } from '#contracts/limits.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import {
  type Adapter,
  type AdapterContext,
  createEnding,
  createHeaders,
  type Ending,
  type Endpoint,
} from '../adapter.ts'
import { AgentError } from '../agent-error.ts'
import type { AgentRequest } from '../exchange.ts'
import { joinUrl } from '../join-url.ts'
import type { AgentReply } from '../reply-reader.ts'
import { toExcerpt } from '../vendor-message.ts'
import { findsTruth, findText } from './json-paths.ts'
import { assertFewSteps, measureSearch } from './measure-search.ts'
import {
  addFoundValues,
  assertReadsText,
  type FoundValues,
  findReplyValues,
  NOTHING_FOUND,
  toUsage,
} from './parse-example.ts'

/** Asks by the template of the connection. `{{session}}` is a name of ours, the same for a whole conversation. */
export const askHttp: Adapter = async (context) => {
  const { endpoint, question, exchange } = context
  const { template, paths } = endpoint
  if (!template || !paths) throw new AgentError('invalidUrl')
  const session = question.session ?? question.user
  const values = {
    question: question.message,
    history: question.history,
    session,
  }
  const first = await exchange.request(createRequest(endpoint, template, values))
  const found = await readFirst(first, { ...context, template, paths })
  return toEnding(found, session)
}

type WholeReply = Extract<AgentReply, { isStream: false }>
type Context = AdapterContext & { template: RequestTemplate; paths: ReplyPaths }

async function readFirst(reply: AgentReply, context: Context): Promise<FoundValues> {
  if (reply.isStream) return readStream(reply, context)
  if (context.template.poll) return poll(reply, context)
  return readWhole(reply, context)
}

/** Takes the texts of the events together; an event without one is about something else. */
async function readStream(
  { events }: Extract<AgentReply, { isStream: true }>,
  { draft, paths }: Context,
): Promise<FoundValues> {
  let found = NOTHING_FOUND
  let last = ''
  let steps = 0
  let stepsAtPause = 0
  for await (const { data } of events) {
    const value = tryParseJson(data)
    if (value === undefined) continue
    last = data
    steps += measureSearch(data, paths)
    assertFewSteps(steps, AGENTS.streamSteps)
    if (steps - stepsAtPause > AGENTS.searchSteps) {
      // Events that arrive together would otherwise be searched without a pause.
      await setImmediate()
      stepsAtPause = steps
    }
    const event = findReplyValues(value, paths, '')
    draft.addText(event.reply ?? '')
    found = addFoundValues(found, event)
    if (event.isDone) break
  }
  if (found.reply === undefined) throw new AgentError('pathNotFound', { detail: toExcerpt(last) })
  draft.steps.push(...found.steps)
  return found
}

function readWhole({ text, value }: WholeReply, { draft, paths }: Context): FoundValues {
  if (typeof value === 'string') assertReadsText(text, paths)
  else measureSearch(text, paths)
  const found = findReplyValues(value, paths)
  if (found.reply === undefined) throw new AgentError('pathNotFound', { detail: toExcerpt(text) })
  draft.addText(found.reply)
  draft.steps.push(...found.steps)
  return found
}

/** Asks again whether a task is done, until it is. */
async function poll(first: WholeReply, context: Context): Promise<FoundValues> {
  const { endpoint, exchange, template, paths } = context
  measureSearch(first.text, paths)
  const task = findText(paths.task, first.value, '') ?? ''
  if (task === '') throw new AgentError('pathNotFound', { detail: toExcerpt(first.text) })
  const { method = 'GET', path = '' } = template.poll ?? {}
  for (;;) {
    await exchange.wait(exchange.pollMs)
    const reply = await exchange.request({
      url: joinUrl(endpoint.url, fillTextTemplate(path, { task }, URL_TYPE)),
      method,
      headers: createHeaders(endpoint, { accept: 'application/json', ...template.headers }),
      isStream: false,
    })
    if (reply.isStream) return readStream(reply, context)
    measureSearch(reply.text, paths)
    if (findsTruth(paths.done, reply.value)) return readWhole(reply, context)
  }
}

function createRequest(endpoint: Endpoint, template: RequestTemplate, values: TemplateValues): AgentRequest {
  const type = getTemplateType(template)
  const body = isJsonTemplate(template)
    ? fillJsonTemplate(template.body, values)
    : fillTextTemplate(template.body, values, type)
  const hasBody = template.method !== 'GET' && template.body !== ''
  const standard = { accept: 'application/json, text/event-stream', ...(hasBody ? { 'content-type': type } : {}) }
  return {
    url: joinUrl(endpoint.url, fillTextTemplate(template.path, values, URL_TYPE)),
    method: template.method,
    headers: createHeaders(endpoint, { ...standard, ...template.headers }),
    body: hasBody ? body : undefined,
    // Whether the API streams, or replies with JSON, isn't known before it replies.
    isStream: false,
    isTextReadable: true,
  }
}

const toEnding = (found: FoundValues, session: string): Ending =>
  createEnding({
    usage: toUsage(found),
    cost: found.cost === undefined ? null : { amount: found.cost, currency: null },
    session,
  })
