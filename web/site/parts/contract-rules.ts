import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'
import '../../shared/zod-without-eval.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'

/**
 * Returns the validation of a form by its call's schema. It is loaded on first use, so that reading a page doesn't wait
 * for it; `preload` is called when somebody starts typing.
 */
export function contractRules<Input extends FieldValues, Output>(load: () => Promise<ZodType<Output, Input>>) {
  const loadResolver = async () => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()])
    return zodResolver(schema)
  }
  const resolver: Resolver<Input, unknown, Output> = async (...args) => {
    const resolve = await loadResolver().catch(() => undefined)
    if (resolve) return resolve(...args)
    // The form is not sent, and nothing typed is lost. Every form has a root, whatever its fields are.
    const errors = { root: { type: 'load', message: SITE_MESSAGES.network } } as FieldErrors<Input>
    return { values: {}, errors }
  }
  return { resolver, preload: () => void loadResolver().catch(() => {}) }
}
