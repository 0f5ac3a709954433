import { z } from 'zod'
import type { Proof, ProviderClient } from './adapter.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderRequest } from './provider-fetch.ts'

/** Returns an address with query parameters. */
export const buildUrl = (base: string, parameters: Readonly<Record<string, string>>): string =>
  // Providers don't all read a plus sign as a space.
  `${base}?${new URLSearchParams(parameters).toString().replaceAll('+', '%20')}`

/** The request of a call with a JSON body. */
export const postJson = (body: object): ProviderRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})

/** Asks a provider, whatever its status. Throws `ProviderError` if the reply isn't what its documentation says. */
export async function ask<Reply>(
  { fetch }: ProviderClient,
  schema: z.ZodType<Reply>,
  url: string,
  request?: ProviderRequest,
): Promise<Reply> {
  const text = await (await fetch(url, request)).text()
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw new ProviderError('rejected', 'the reply has another shape')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderError('rejected', 'the reply is not JSON')
  }
}

/** An id or a name; an empty one isn't there. */
export const optionalText = z.string().optional()

/** Returns the proof of a provider that verifies neither an address nor a second factor, and has no roles. */
export const createProof = ({ subject, name }: Pick<Proof, 'subject' | 'name'>): Proof => ({
  subject,
  name,
  email: null,
  hasSecondFactor: false,
  roleValues: [],
  createSignOutUrl: null,
})
