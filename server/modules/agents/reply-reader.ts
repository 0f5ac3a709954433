/** Reads the reply of an agent: JSON, or a stream of events (SSE) or lines (NDJSON), whatever its content type says. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { AGENTS } from '#contracts/limits.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import type { GuardedReply } from '#server/platform/guarded-request.ts'
import { AgentError } from './agent-error.ts'
import { readLines, readOpening } from './json-lines.ts'
import { toExcerpt } from './vendor-message.ts'

type Source = {
  reply: GuardedReply
  /** Called if anything arrives. */
  hear: () => void
  /** Called with each text. */
  record: (text: string) => void
  explain: (error: unknown) => unknown
  /** Whether a text that isn't JSON may be the reply. */
  isTextReadable?: boolean
}

export type StreamEvent = Pick<EventSourceMessage, 'event' | 'data'>

export type AgentReply =
  | { isStream: false; status: number; text: string; value: unknown }
  | { isStream: true; status: number; events: AsyncGenerator<StreamEvent> }

/** More than any error says. */
const ERROR_BYTES = 64 * 1024

/** Returns the start of the text of an error, as far as it arrives and is text. */
export async function readErrorText(source: Source): Promise<string> {
  let text = ''
  try {
    for await (const part of readTexts(source)) {
      text += part
      if (text.length >= ERROR_BYTES) break
    }
  } catch {
    // The status is the failure, whatever became of its body.
  }
  return text
}

/**
 * Opens a reply. What it is, its first characters decide: many servers send JSON where events were asked for, or with
 * another content type. Throws `AgentError` for a page and for what is neither.
 */
export async function openReply(source: Source): Promise<AgentReply> {
  const { status, headers } = source.reply
  const texts = readTexts(source)
  const { start, isEnded } = await readStart(texts)
  const visible = start.trimStart()
  if (visible.startsWith('<')) throw new AgentError('html', { status })
  const isEvents = /^(?:data|event|id|retry)?:/.test(visible)
  const isDeclared = /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
  if (isEvents || (isDeclared && !/^[{[]/.test(visible)))
    return { isStream: true, status, events: readEvents(start, texts) }
  const opening = isEnded ? { text: start, isEnded, isLines: false } : await readOpening(start, texts)
  if (opening.isLines) return { isStream: true, status, events: readLineEvents(opening.text, texts) }
  const text = opening.isEnded ? opening.text : await joinTexts(opening.text, texts)
  if (text.trim() === '') throw new AgentError('emptyReply', { status })
  const parsed = tryParseJson(text)
  const value = parsed === undefined && source.isTextReadable ? text : parsed
  if (value === undefined) throw new AgentError('unreadable', { status, detail: toExcerpt(text) })
  return { isStream: false, status, text, value }
}

async function* readLineEvents(start: string, texts: AsyncGenerator<string>): AsyncGenerator<StreamEvent> {
  for await (const data of readLines(start, texts, AGENTS.parsedBytes)) yield { event: undefined, data }
}

/** The name of a field of an event, with its colon. */
const START_LENGTH = 'retry:'.length
/** More blanks than any reply begins with. */
const MAX_BLANKS = 64 * 1024

/** Reads until it is clear what the reply is. */
async function readStart(texts: AsyncGenerator<string>): Promise<{ start: string; isEnded: boolean }> {
  let start = ''
  while (start.trimStart().length < START_LENGTH) {
    const { value, done } = await texts.next()
    if (done) return { start, isEnded: true }
    start += value
    if (start.length > MAX_BLANKS) throw new AgentError('unreadable')
  }
  return { start, isEnded: false }
}

async function joinTexts(start: string, texts: AsyncGenerator<string>): Promise<string> {
  const parts = [start]
  for await (const part of texts) parts.push(part)
  return parts.join('')
}

async function* readEvents(start: string, texts: AsyncGenerator<string>): AsyncGenerator<StreamEvent> {
  const events: StreamEvent[] = []
  let isTooLarge = false
  const parser = createParser({
    maxBufferSize: AGENTS.parsedBytes,
    onEvent: (event) => events.push(event),
    onError(error) {
      isTooLarge ||= error.type === 'max-buffer-size-exceeded'
    },
  })
  const feed = (text: string): StreamEvent[] => {
    parser.feed(text)
    if (isTooLarge) throw new AgentError('tooLarge')
    return events.splice(0)
  }
  try {
    yield* feed(start)
    for await (const part of texts) yield* feed(part)
    // The last event may lack its blank line.
    yield* feed('\n\n')
  } finally {
    // Whoever has read enough may never have come to the rest.
    await texts.return(undefined)
  }
}

/** Decodes the body. Throws `AgentError` if it is too large, isn't UTF-8, or breaks off. */
async function* readTexts({ reply, hear, record, explain }: Source): AsyncGenerator<string> {
  const { body, headers, status } = reply
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new AgentError('unreadable', { status, detail: '回复是压缩的' })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  hear()
  try {
    for await (const chunk of body) {
      hear()
      size += chunk.length
      if (size > AGENTS.replyBytes) throw new AgentError('tooLarge', { status })
      const text = decode(decoder, chunk)
      record(text)
      if (text !== '') yield text
    }
    const rest = decode(decoder)
    if (rest !== '') yield rest
  } catch (error) {
    throw explain(error)
  } finally {
    body.destroy()
  }
}

/** Decodes a chunk, or what is left at the end. A character may be split between chunks. */
function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new AgentError('invalidText')
  }
}
