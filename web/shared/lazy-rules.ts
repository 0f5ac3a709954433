import type { FieldValues, Resolver, ResolverError } from 'react-hook-form'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'

/** What a form's rules say where they could not be loaded: it is not sent, and nothing typed is lost. */
export const NOT_LOADED = { values: {}, errors: { root: { type: 'load', message: SITE_MESSAGES.network } } }

/** A form's rules that come when they are first asked for, so that reading a page does not wait for them. */
export function lazyRules<Values extends FieldValues, Context, Checked>(
  load: () => Promise<Resolver<Values, Context, Checked>>,
  notLoaded: ResolverError<Values>,
): Resolver<Values, Context, Checked> {
  return async (...given) => {
    const rules = await load().catch(() => undefined)
    return rules ? rules(...given) : notLoaded
  }
}
