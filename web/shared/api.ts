/** Calls by their addresses, which have no contract yet. */
import { request } from './call.ts'

export { takeTokenFrom } from './call.ts'

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** Gets the headers of a reply that went well. */
  onHeaders?: (headers: Headers) => void
}

export async function callApi<Reply>(path: string, { method = 'GET', onHeaders, ...sent }: Call = {}): Promise<Reply> {
  const { reply, headers } = await request(method, path, sent)
  onHeaders?.(headers)
  return reply as Reply
}

/** The `data` of a reply in the usual envelope. */
export const callForData = async <Data>(path: string, call?: Call): Promise<Data> =>
  (await callApi<{ data: Data }>(path, call)).data
