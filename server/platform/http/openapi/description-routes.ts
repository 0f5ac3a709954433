import type { Call } from '#contracts/call.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { answer } from '../calls/answer.ts'
import { openapiDocument } from './openapi.ts'
import type { ApiDescription } from './openapi-shapes.ts'
import { REFERENCE_POLICY, referencePage } from './reference-page.ts'

type Description = { calls: readonly Call[]; info: ApiDescription; publicUrl: string }

/** The description never changes at run time: it is created once. */
const ONCE = { dependsOn: [] }

/** The calls' description, for machines and for people. */
export function descriptionRoutes({ calls, info, publicUrl }: Description) {
  const document = () => openapiDocument(calls, info, publicUrl)
  return [
    answer(descriptionCalls.openapi, () => ({ ...document() }), ONCE),
    answer(
      descriptionCalls.reference,
      () => ({
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': REFERENCE_POLICY },
        body: referencePage(document(), descriptionCalls.openapi.path),
      }),
      ONCE,
    ),
  ]
}
