import type { Call } from '#contracts/call.ts'
import { descriptionCalls } from '#contracts/description/calls.ts'
import { defineRoute } from '../calls/define-route.ts'
import { createOpenapiDocument } from './openapi-document.ts'
import type { ApiDescription } from './openapi-types.ts'
import { REFERENCE_POLICY, readReferenceFile, renderReferencePage } from './reference-page.ts'

type DescriptionOptions = {
  /** Returns the calls of all routes; called after they are registered. */
  listCalls: () => readonly Call[]
  getInfo: () => Promise<ApiDescription>
  /** The change feed's topics on which the information depends. */
  invalidatedBy: readonly string[]
  publicUrl: string
}

/** Creates the routes of the API description: the OpenAPI document and the reference page that displays it. */
export function descriptionRoutes({ listCalls, getInfo, invalidatedBy, publicUrl }: DescriptionOptions) {
  return [
    defineRoute(
      descriptionCalls.getOpenApi,
      async () => ({ ...createOpenapiDocument(listCalls(), await getInfo(), publicUrl) }),
      {
        invalidatedBy,
      },
    ),
    defineRoute(
      descriptionCalls.getReference,
      async () => ({
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': REFERENCE_POLICY },
        body: renderReferencePage(await getInfo()),
      }),
      { invalidatedBy },
    ),
    defineRoute(
      descriptionCalls.getReferenceFile,
      async ({ params }) => {
        const { type, body } = await readReferenceFile(params.file)
        return { headers: { 'content-type': type }, body }
      },
      // The library's files never change at run time.
      { invalidatedBy: [] },
    ),
  ]
}
