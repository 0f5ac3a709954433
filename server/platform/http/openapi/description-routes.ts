import type { Call } from '#contracts/call.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { answer } from '../calls/answer.ts'
import { openapiDocument } from './openapi.ts'
import type { ApiDescription } from './openapi-shapes.ts'
import { REFERENCE_POLICY, readReferenceFile, referencePage } from './reference-page.ts'

type Description = { calls: readonly Call[]; info: ApiDescription; publicUrl: string }

/** The description never changes at run time: it is created once. */
const ONCE = { dependsOn: [] }

/** The calls' description, for machines and for people. */
export function descriptionRoutes({ calls, info, publicUrl }: Description) {
  return [
    answer(descriptionCalls.openapi, () => ({ ...openapiDocument(calls, info, publicUrl) }), ONCE),
    answer(
      descriptionCalls.reference,
      () => ({
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': REFERENCE_POLICY },
        body: referencePage(info),
      }),
      ONCE,
    ),
    answer(
      descriptionCalls.referenceFile,
      async ({ params }) => {
        const { type, body } = await readReferenceFile(params.file)
        return { headers: { 'content-type': type }, body }
      },
      ONCE,
    ),
  ]
}
