/**
 * Queries of API calls. A query's key is derived from its call, so that nobody types one: who changes something names the
 * calls whose replies it changes.
 */
import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Call, CallInput, CallReply } from '#contracts/call.ts'
import type { CallFunction } from './call.ts'

/** The options of a query, to be extended or passed to `useQuery`. Its data is the reply of the call. */
export type CallQuery<Reply> = {
  queryKey: DataTag<QueryKey, Reply, Error>
  queryFn: (context: { signal: AbortSignal }) => Promise<Reply>
}

/** `dependsOn`: what else the reply depends on, such as the user or a version. Another value is another query. */
type QueryArguments<C extends Call> =
  Record<never, never> extends CallInput<C>
    ? [input?: CallInput<C> & object, dependsOn?: unknown]
    : [input: CallInput<C> & object, dependsOn?: unknown]

type NamedCall = Pick<Call, 'path'>

/** Returns the key of a call's query. Only queries whose data isn't a reply as it is need it. */
export const keyOf = ({ path }: NamedCall, input: object = {}, dependsOn?: unknown): QueryKey =>
  dependsOn === undefined ? [path, input] : [path, input, dependsOn]

/** Creates the function that returns the query of a call: `useQuery(queryOf(leadCalls.list, { query }))`. */
export function createQueryOf(call: CallFunction) {
  function queryOf<C extends Call>(contract: C, ...[input, dependsOn]: QueryArguments<C>): CallQuery<CallReply<C>>
  function queryOf(contract: Call, input: object = {}, dependsOn?: unknown) {
    return {
      queryKey: keyOf(contract, input, dependsOn),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<unknown> => call(contract, { ...input, signal }),
    }
  }
  return queryOf
}

/** Returns the query with the data of the reply: `useQuery(dataOf(queryOf(leadCalls.get, { params: { id } })))`. */
export const dataOf = <Reply extends { data: unknown }>(query: CallQuery<Reply>) => ({
  ...query,
  select: ({ data }: Reply): Reply['data'] => data,
})

/** Returns whether a query is one of these calls, with any input. */
export const isQueryOf =
  (...calls: readonly NamedCall[]) =>
  ({ queryKey }: { queryKey: QueryKey }): boolean =>
    calls.some(({ path }) => path === queryKey[0])

/** Marks all queries of these calls as outdated; those on the screen load again. */
export const invalidate = (client: QueryClient, ...calls: readonly NamedCall[]): Promise<void> =>
  client.invalidateQueries({ predicate: isQueryOf(...calls) })
