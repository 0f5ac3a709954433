/**
 * Two agents that answer the sample question banks by rule, always in the same way: one careful, one hasty. They speak the
 * shape of OpenAI's chat completions, so that runs can be tried without a product and without a model.
 */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { listConversations } from '#contracts/rules/evaluation/task-messages.ts'
import { readQuestionBanks, type SampleQuestion, type SampleReply } from '../demo/read-question-banks.ts'
import { type Respond, startAgent } from './agent-server.ts'

export const SAMPLE_AGENTS = ['careful', 'hasty'] as const
export type SampleAgentName = (typeof SAMPLE_AGENTS)[number]

type Behaviour = {
  model: string
  /** Which of a hundred questions it answers wrongly, chosen by the hash of the question. */
  wrongPercent: number
  /** Whether it says that the handbook has nothing on a question, rather than quote whatever is nearest. */
  admitsGaps: boolean
  /** Until the first words, and between those that follow. */
  firstMs: number
  chunkMs: number
}

const BEHAVIOURS: Readonly<Record<SampleAgentName, Behaviour>> = {
  careful: { model: 'sample-careful', wrongPercent: 8, admitsGaps: true, firstMs: 240, chunkMs: 12 },
  hasty: { model: 'sample-hasty', wrongPercent: 45, admitsGaps: false, firstMs: 60, chunkMs: 4 },
}

/** Starts one of the agents on this machine. The caller stops it. */
export async function startSampleAgent(name: SampleAgentName) {
  const answer = await createAnswers(BEHAVIOURS[name])
  return startAgent(createRespond(BEHAVIOURS[name], answer))
}

const RequestSchema = z.looseObject({
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
})

type Answer = (messages: readonly string[]) => SampleReply

/** Returns the function that answers the messages of a user so far. */
async function createAnswers({ wrongPercent, admitsGaps }: Behaviour): Promise<Answer> {
  const banks = await readQuestionBanks()
  const questions = new Map<string, SampleQuestion>()
  /** What users have said when more of their conversation is to come. */
  const beginnings = new Set<string>()
  for (const question of banks.flatMap((bank) => bank.questions))
    for (const turns of listConversations(question.task)) {
      questions.set(toConversationKey(turns), question)
      for (let length = 1; length < turns.length; length += 1) beginnings.add(toConversationKey(turns.slice(0, length)))
    }
  const articles = listArticles(banks.find(({ material }) => material?.name.includes('手册'))?.material?.text ?? '')
  return (messages) => {
    const key = toConversationKey(messages)
    const question = questions.get(key)
    if (question) return toPercent(key) < wrongPercent ? question.wrong : question.right
    if (beginnings.has(key)) return { reply: '好的，您请继续。', steps: [] }
    return { reply: answerFromArticles(messages.at(-1) ?? '', articles, admitsGaps), steps: [] }
  }
}

const toConversationKey = (messages: readonly string[]): string =>
  messages.map((message) => message.replaceAll(/\s+/g, '')).join('\n')

/** Returns a number from 0 to 99 that is always the same for a text. */
const toPercent = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() % 100

const listArticles = (handbook: string): string[] => handbook.split('\n').filter((line) => /^第\d+条 /.test(line))

/** The share of a question's pairs of characters that an article must have to be about it. */
const MIN_OVERLAP = 0.34

/** Quotes the article of the handbook that shares most with a question, or says that there is none. */
function answerFromArticles(question: string, articles: readonly string[], admitsGaps: boolean): string {
  const pairs = listPairs(question)
  const [best] = articles
    .map((article) => ({ article, overlap: countShared(pairs, listPairs(article)) / Math.max(pairs.size, 1) }))
    .toSorted((a, b) => b.overlap - a.overlap)
  if (!best || (admitsGaps && best.overlap < MIN_OVERLAP)) return '手册中没有找到与这个问题有关的规定。'
  return `${best.article.replace(/^第\d+条 /, '')}出处：《示例公司员工手册》${/^第\d+条/.exec(best.article)?.[0] ?? ''}。`
}

const listPairs = (text: string): ReadonlySet<string> => {
  const letters = [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')]
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))
}

const countShared = (pairs: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...pairs].filter((pair) => others.has(pair)).length

function createRespond({ model, firstMs, chunkMs }: Behaviour, answer: Answer): Respond {
  return async (reply, { body }) => {
    const { messages, stream } = RequestSchema.parse(JSON.parse(body))
    const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    const { reply: content, steps } = answer(asked)
    const usage = { prompt_tokens: [...asked.join('')].length, completion_tokens: [...content].length }
    const calls = steps.map((step, index) => ({
      index,
      id: `call-${index}`,
      type: 'function',
      function: { name: step.name, arguments: JSON.stringify(step.arguments) },
    }))
    // Longer questions take longer, so that times differ without being random.
    await setTimeout(firstMs + usage.prompt_tokens * 2)
    const message = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }
    if (!stream) {
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ model, choices, usage }))
      return
    }
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    if (calls.length > 0) writeEvent(reply, { model, choices: [{ index: 0, delta: { tool_calls: calls } }] })
    for (const delta of cutIntoPieces(content)) {
      writeEvent(reply, { model, choices: [{ index: 0, delta: { content: delta } }] })
      await setTimeout(chunkMs)
    }
    writeEvent(reply, { model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    writeEvent(reply, { model, choices: [], usage })
    reply.end('data: [DONE]\n\n')
  }
}

const writeEvent = (reply: ServerResponse, value: object) => reply.write(`data: ${JSON.stringify(value)}\n\n`)

const PIECE_LENGTH = 12

const cutIntoPieces = (text: string): string[] => {
  const letters = [...text]
  return Array.from({ length: Math.ceil(letters.length / PIECE_LENGTH) }, (_item, index) =>
    letters.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH).join(''),
  )
}
