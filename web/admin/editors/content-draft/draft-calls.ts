import type { CallReply } from '#contracts/call.ts'
import { contentDraftCalls, productDraftCalls } from '#contracts/content-drafts/calls.ts'
import type {
  CreatedPreviewLink,
  DraftSubject,
  PreviewLink,
  Published,
  PublishInput,
} from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { type CallQuery, dataOf } from '../../../shared/call-query.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'

type DraftReply = Pick<CallReply<typeof contentDraftCalls.get>, 'data' | 'version'>
type SavedReply = Pick<CallReply<typeof contentDraftCalls.save>, 'data' | 'version' | 'message'>
/** The draft that a save replaces, `0` for none, and the published version that a new one is based on. */
type Replaced = { version: number; base?: number; isConfirmed?: boolean }
type Done = { message: string }

/** The calls of one draft. */
type DraftCalls = {
  load(): Promise<DraftReply>
  /** Returns the query for a version of the draft. */
  query(version: number): CallQuery<DraftReply>
  save(document: JsonObject, replaced: Replaced): Promise<SavedReply>
  discard(version: number): Promise<Done>
  publish(input: PublishInput): Promise<Published>
  unschedule(): Promise<Done>
  linksQuery(): CallQuery<{ data: PreviewLink[] }>
  createLink(expiresAt: string): Promise<CreatedPreviewLink>
  revokeLink(link: string): Promise<Done>
}

/** Returns the calls of the draft of a document or a product. */
export function draftCallsOf({ kind, product }: DraftSubject): DraftCalls {
  if (kind !== 'product') return callsOfDocument(kind)
  return callsOfProduct({ catalogue: product?.catalogue ?? 'agent', id: product?.id ?? '' })
}

const toQuery = ({ base, isConfirmed }: Replaced) => ({
  ...(base !== undefined && { base }),
  ...(isConfirmed && { confirmed: true }),
})

function callsOfDocument(kind: Exclude<DraftSubject['kind'], 'product'>): DraftCalls {
  const calls = contentDraftCalls
  const params = { kind }
  return {
    load: () => callAdmin(calls.get, { params }),
    query: (version) => queryOf(calls.get, { params }, version),
    save: (body, replaced) =>
      callAdmin(calls.save, { params, body, query: toQuery(replaced), version: replaced.version }),
    discard: (version) => callOnce(calls.discard, { params, version }, CONTENT_DRAFT_MESSAGES.discarded),
    publish: async (body) => (await callAdmin(calls.publish, { params, body })).data,
    unschedule: () => callOnce(calls.unschedule, { params }, CONTENT_DRAFT_MESSAGES.unscheduled),
    linksQuery: () => queryOf(calls.listPreviewLinks, { params }),
    createLink: async (expiresAt) => (await callAdmin(calls.createPreviewLink, { params, body: { expiresAt } })).data,
    revokeLink: (link) =>
      callOnce(calls.revokePreviewLink, { params: { ...params, link } }, CONTENT_DRAFT_MESSAGES.linkRevoked),
  }
}

function callsOfProduct(params: Pick<NonNullable<DraftSubject['product']>, 'catalogue' | 'id'>): DraftCalls {
  const calls = productDraftCalls
  return {
    load: () => callAdmin(calls.get, { params }),
    query: (version) => queryOf(calls.get, { params }, version),
    save: (body, replaced) =>
      callAdmin(calls.save, { params, body, query: toQuery(replaced), version: replaced.version }),
    discard: (version) => callOnce(calls.discard, { params, version }, CONTENT_DRAFT_MESSAGES.discarded),
    publish: async (body) => (await callAdmin(calls.publish, { params, body })).data,
    unschedule: () => callOnce(calls.unschedule, { params }, CONTENT_DRAFT_MESSAGES.unscheduled),
    linksQuery: () => queryOf(calls.listPreviewLinks, { params }),
    createLink: async (expiresAt) => (await callAdmin(calls.createPreviewLink, { params, body: { expiresAt } })).data,
    revokeLink: (link) =>
      callOnce(calls.revokePreviewLink, { params: { ...params, link } }, CONTENT_DRAFT_MESSAGES.linkRevoked),
  }
}

/** Returns the query for a draft's preview links. */
export const linksQueryOf = (owner: DraftSubject) => dataOf(draftCallsOf(owner).linksQuery())
