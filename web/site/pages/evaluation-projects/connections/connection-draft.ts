/** What the form of a connection edits: every value is a text, as it is typed. */
import type { Connection, ConnectionSave } from '#contracts/agents/connection.ts'
import { AGENT_KIND_TABLE, type AgentKind, HTTP_PRESETS } from '#contracts/agents/kinds.ts'
import { AGENTS } from '#contracts/limits.ts'

export const PATH_LABELS = {
  reply: '回复',
  input: '输入Token数',
  output: '输出Token数',
  cost: '费用',
  steps: '所用工具',
  done: '完成标志',
  task: '任务编号',
} as const
export type PathName = keyof typeof PATH_LABELS

export const PRICE_LABELS = {
  input: '每百万输入Token（元）',
  output: '每百万输出Token（元）',
  perCall: '每次调用（元）',
} as const
type PriceName = keyof typeof PRICE_LABELS
export const PRICE_NAMES: readonly PriceName[] = ['input', 'output', 'perCall']

export const LIMIT_LABELS = {
  timeoutSeconds: '整个回复的时限（秒）',
  firstTokenSeconds: '首字的时限（秒）',
  maxConcurrency: '同时进行的对话',
  perMinute: '每分钟调用次数',
} as const
export type LimitName = keyof typeof LIMIT_LABELS

export type KeyHeader = { name: string; value: string }

export type ConnectionDraft = {
  kind: AgentKind
  url: string
  model: string
  botId: string
  /** Blank keeps the stored one. */
  secret: string
  keyHeaders: KeyHeader[]
  method: 'POST' | 'GET' | 'PUT'
  path: string
  /** One header a line: `name: value`. */
  headers: string
  body: string
  pollPath: string
  paths: Record<PathName, string>
  limits: Record<LimitName, number>
  prices: Record<PriceName, string>
  /** What one unit of the currency of the replies costs in yuan, and since when. */
  rate: { value: string; on: string }
}

const NO_PATHS: Record<PathName, string> = { reply: '', input: '', output: '', cost: '', steps: '', done: '', task: '' }
const [FIRST_PRESET] = HTTP_PRESETS

/** Returns the draft of a new connection. */
export const createDraft = (): ConnectionDraft => ({
  kind: 'openai',
  url: '',
  model: '',
  botId: '',
  secret: '',
  keyHeaders: [],
  method: FIRST_PRESET.template.method,
  path: FIRST_PRESET.template.path,
  headers: '',
  body: FIRST_PRESET.template.body,
  pollPath: '',
  paths: { ...NO_PATHS, reply: FIRST_PRESET.paths.reply },
  limits: {
    timeoutSeconds: AGENTS.timeoutMs.initial / 1_000,
    firstTokenSeconds: AGENTS.firstTokenTimeoutMs.initial / 1_000,
    maxConcurrency: AGENTS.maxConcurrency.initial,
    perMinute: AGENTS.perMinute.initial,
  },
  prices: { input: '', output: '', perCall: '' },
  rate: { value: '', on: '' },
})

const toText = (value: number | null): string => (value === null ? '' : String(value))

/** Returns the draft of a stored connection, whose keys stay on the server. */
export function toDraft(connection: Connection): ConnectionDraft {
  const { template, paths, price } = connection
  const initial = createDraft()
  return {
    ...initial,
    kind: connection.kind,
    url: connection.url,
    model: connection.model,
    botId: connection.botId,
    keyHeaders: Object.keys(connection.headers).map((name) => ({ name, value: '' })),
    method: template?.method ?? initial.method,
    path: template?.path ?? initial.path,
    headers: formatHeaders(template?.headers ?? {}),
    body: template?.body ?? initial.body,
    pollPath: template?.poll?.path ?? '',
    paths: paths ?? initial.paths,
    limits: {
      timeoutSeconds: connection.timeoutMs / 1_000,
      firstTokenSeconds: connection.firstTokenTimeoutMs / 1_000,
      maxConcurrency: connection.maxConcurrency,
      perMinute: connection.perMinute,
    },
    prices: { input: toText(price.input), output: toText(price.output), perCall: toText(price.perCall) },
    rate: { value: toText(price.replyRate), on: price.replyRateOn ?? '' },
  }
}

/** Returns what is saved of a draft. The server checks it, and names the fields that are wrong. */
export function toSave(draft: ConnectionDraft): ConnectionSave {
  const { kind, limits, prices } = draft
  const { model, botId } = AGENT_KIND_TABLE[kind]
  return {
    kind,
    url: draft.url,
    model: model ? draft.model : '',
    botId: botId ? draft.botId : '',
    secret: draft.secret,
    headers: Object.fromEntries(
      draft.keyHeaders.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
    ),
    template:
      kind === 'http'
        ? {
            method: draft.method,
            path: draft.path,
            headers: parseHeaders(draft.headers),
            body: draft.body,
            poll: draft.pollPath.trim() === '' ? null : { method: 'GET', path: draft.pollPath },
          }
        : null,
    paths: kind === 'http' ? draft.paths : null,
    timeoutMs: Math.round(limits.timeoutSeconds * 1_000),
    firstTokenTimeoutMs: Math.round(limits.firstTokenSeconds * 1_000),
    maxConcurrency: Math.round(limits.maxConcurrency),
    perMinute: Math.round(limits.perMinute),
    price: {
      input: parsePrice(prices.input),
      output: parsePrice(prices.output),
      perCall: parsePrice(prices.perCall),
      replyRate: parsePrice(draft.rate.value),
      replyRateOn: draft.rate.on === '' ? null : draft.rate.on,
    },
  }
}

const parsePrice = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const formatHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Parses one header a line; a line without a colon is a name without a value. */
export const parseHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const colon = line.indexOf(':')
        const name = colon === -1 ? line : line.slice(0, colon)
        return [name.trim(), colon === -1 ? '' : line.slice(colon + 1).trim()]
      }),
  )

/** Returns whether the stored keys can't be kept, since the address leads to another server. */
export function leavesServer(draft: ConnectionDraft, stored: Connection | undefined): boolean {
  if (!stored) return false
  const [current, earlier] = [URL.parse(draft.url.trim()), URL.parse(stored.url)]
  return current !== null && current.origin !== earlier?.origin
}
