import type { Call } from '#contracts/call.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { answer } from '../calls/answer.ts'
import { openapiDocument } from './openapi.ts'
import type { ApiDescription } from './openapi-shapes.ts'
import { REFERENCE_POLICY, readReferenceFile, referencePage } from './reference-page.ts'

type Description = {
  calls: readonly Call[]
  getInfo: () => Promise<ApiDescription>
  /** The change feed's names on which the information depends. */
  dependsOn: readonly string[]
  publicUrl: string
}

/** The library's files never change at run time. */
const ONCE = { dependsOn: [] }

/** The calls' description, for machines and for people. */
export function descriptionRoutes({ calls, getInfo, dependsOn, publicUrl }: Description) {
  return [
    answer(descriptionCalls.openapi, async () => ({ ...openapiDocument(calls, await getInfo(), publicUrl) }), {
      dependsOn,
    }),
    answer(
      descriptionCalls.reference,
      async () => ({
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': REFERENCE_POLICY },
        body: referencePage(await getInfo()),
      }),
      { dependsOn },
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
