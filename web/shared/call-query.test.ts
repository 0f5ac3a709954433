import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { alarmCalls } from '#contracts/alarms/calls.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { call } from './call.ts'
import { createQueryOf, dataOf, invalidate } from './call-query.ts'

const queryOf = createQueryOf(call)
const replyWithUrl = async (url: string) => Response.json({ success: true, data: { url } })
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
const isOutdated = (query: { queryKey: readonly unknown[] }) => client.getQueryState(query.queryKey)?.isInvalidated

beforeEach(() => vi.stubGlobal('fetch', vi.fn(replyWithUrl)))
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

it('returns the data of the reply to a call with its input', async () => {
  const query = dataOf(queryOf(userCalls.get, { params: { id: 'a' } }))
  expect(query.select(await client.fetchQuery(query))).toEqual({ url: '/api/users/a' })
})

it('shares the reply to equal input, and no other', async () => {
  await client.fetchQuery(queryOf(userCalls.get, { params: { id: 'a' } }))
  await client.fetchQuery(queryOf(userCalls.get, { params: { id: 'a' } }))
  await client.fetchQuery(queryOf(userCalls.get, { params: { id: 'b' } }))
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('loads again what depends on something else', async () => {
  await client.fetchQuery(queryOf(alarmCalls.list, {}, 'one user'))
  await client.fetchQuery(queryOf(alarmCalls.list, {}, 'another user'))
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('invalidates the queries of a call with any input, and those of no other call', async () => {
  const users = ['a', 'b'].map((id) => queryOf(userCalls.get, { params: { id } }))
  const alarms = queryOf(alarmCalls.list)
  await Promise.all([...users.map((query) => client.fetchQuery(query)), client.fetchQuery(alarms)])
  await invalidate(client, userCalls.get)
  expect([...users, alarms].map(isOutdated)).toEqual([true, true, false])
})
