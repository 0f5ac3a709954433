import { attributeCalls, factCalls, factEditingCalls } from '#contracts/facts/calls.ts'
import { FactInputSchema } from '#contracts/facts/fact.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { fillPath } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { TestApp } from '../test-app.ts'
import type { Caller } from './users.ts'

/** Returns a client for attributes and facts that sends as one caller. */
export function createFactClient(app: () => TestApp, caller: () => Caller) {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) =>
    app().server.inject({
      method,
      url,
      headers: { ...caller().headers, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  const factsPath = (id: string, catalogue: Catalogue = 'agent') =>
    fillPath(factEditingCalls.get.path, { catalogue, id })
  return {
    call,
    read: (id: string, catalogue?: Catalogue) => call('GET', factsPath(id, catalogue)),
    /** Saves facts, also as they were read: what only the server knows about them is left out. */
    save: (id: string, facts: readonly object[], headers = {}) =>
      call('PUT', factsPath(id), { facts: facts.map(pickInput) }, headers),
    confirm: (id: string, body: object = {}, headers = {}) =>
      call('POST', fillPath(factReviewCalls.confirm.path, { id }), body, headers),
    detail: async (id: string, catalogue: Catalogue = 'agent') =>
      (await app().server.inject(`/api/product-detail/${encodeURIComponent(id)}?catalogue=${catalogue}`)).json().data,
    changes: async (id: string) => (await app().server.inject(fillPath(factCalls.listChanges.path, { id }))).json(),
    attribute: (key: string) => call('GET', fillPath(attributeCalls.get.path, { key })),
    saveAttribute: (key: string, payload: object, headers = {}) =>
      call('PUT', fillPath(attributeCalls.update.path, { key }), payload, headers),
  }
}

const isInputKey = (key: string) => Object.hasOwn(FactInputSchema.shape, key)
const pickInput = (fact: object) => Object.fromEntries(Object.entries(fact).filter(([key]) => isInputKey(key)))

type Provenance = { id: string; grade: string; sourceUrl: string; readAt: string | null; note: string }

/** Returns a public fact read on the first day of the test clock. */
export const createPublicFact = <Value>(attribute: string, value: Value, overrides: Partial<Provenance> = {}) => ({
  attribute,
  value,
  grade: 'public',
  sourceUrl: 'https://example.com/readme',
  readAt: '2026-11-21',
  note: '',
  ...overrides,
})
