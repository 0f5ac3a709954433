import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'
import '../../shared/zod-without-eval.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'

/**
 * Returns a form resolver that validates against a schema. The schema is loaded on first use, so that it doesn't delay
 * the page; `preload` loads it earlier, such as when the visitor starts typing.
 */
export function createSchemaResolver<Input extends FieldValues, Output>(load: () => Promise<ZodType<Output, Input>>) {
  const loadResolver = async () => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()])
    return zodResolver(schema)
  }
  const resolver: Resolver<Input, unknown, Output> = async (...args) => {
    const resolve = await loadResolver().catch(() => undefined)
    if (resolve) return resolve(...args)
    // The schema couldn't be loaded: the form isn't sent, and keeps its input. Every form accepts a `root` error.
    const errors = { root: { type: 'load', message: SITE_MESSAGES.network } } as FieldErrors<Input>
    return { values: {}, errors }
  }
  return { resolver, preload: () => void loadResolver().catch(() => {}) }
}
