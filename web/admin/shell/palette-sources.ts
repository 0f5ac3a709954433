import type { QueryClient } from '@tanstack/react-query'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { EVENT_PHASE_LABELS, EVENT_PHASES } from '#contracts/events/phases.ts'
import { attributeCalls } from '#contracts/facts/calls.ts'
import { leadCalls } from '#contracts/leads/calls.ts'
import { reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_STATUS_LABELS } from '#contracts/member-reviews/choices.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import type { Permission } from '#contracts/permissions.ts'
import { questionModerationCalls } from '#contracts/product-questions/calls.ts'
import { POST_KIND_LABELS, POST_STATUS_LABELS } from '#contracts/product-questions/statuses.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { SUBMISSION_STATUS_LABELS } from '#contracts/submissions/statuses.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { organisationStaffCalls } from '#contracts/vendors/organisation-calls.ts'
import {
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  type DocumentKind,
  LEAD_KIND_LABELS,
  LEAD_STATUS_LABELS,
  ROLE_LABELS,
} from '#contracts/vocabulary.ts'
import { formatDay } from '../../shared/formats.ts'
import { callAdmin } from '../calls/call.ts'
import { queryOf } from '../calls/query-of.ts'

type FoundEntry = { key: string; label: string; detail: string; path: string }

type PaletteSource = {
  group: string
  permission: Permission
  /** `client` caches data that several searches need. */
  find(text: string, client: QueryClient): Promise<FoundEntry[]>
}

/** The maximum number of results per source. */
const MAX_RESULTS = 5

const buildSearchQuery = (text: string) => new URLSearchParams({ search: text }).toString()

export const PALETTE_SOURCES: readonly PaletteSource[] = [
  { group: '页面内容', permission: 'content:read', find: findContentItems },
  {
    group: '产品提交',
    permission: 'submissions:read',
    async find(text) {
      const { data } = await callAdmin(submissionReviewCalls.list, { query: { search: text } })
      return data.slice(0, MAX_RESULTS).map(({ _id, productName, companyName, status }) => ({
        key: _id,
        label: productName,
        detail: `${companyName}，${SUBMISSION_STATUS_LABELS[status]}`,
        path: `${ADMIN_PAGES.submissionReview}?id=${encodeURIComponent(_id)}`,
      }))
    },
  },
  {
    group: '咨询线索',
    permission: 'leads:read',
    async find(text) {
      const { data } = await callAdmin(leadCalls.list, { query: { search: text } })
      return data.slice(0, MAX_RESULTS).map(({ id, kind, companyName, productName, status }) => ({
        key: id,
        label: companyName,
        detail: [productName || LEAD_KIND_LABELS[kind], LEAD_STATUS_LABELS[status]].join('，'),
        path: `${ADMIN_PAGES.leads}?lead=${encodeURIComponent(id)}`,
      }))
    },
  },
  {
    group: '产品属性',
    permission: 'products:read',
    async find(text) {
      const { data } = await callAdmin(attributeCalls.list, { query: { search: text } })
      return data.slice(0, MAX_RESULTS).map(({ key, label, group, isActive }) => ({
        key,
        label,
        detail: isActive ? group : `${group}，已停用`,
        path: buildPageUrl(ADMIN_PAGES.attributes, ADMIN_SCREENS.attributes.parameters, { attribute: key }),
      }))
    },
  },
  {
    group: '会员评价',
    permission: 'reviews:read',
    async find(text) {
      const { data } = await callAdmin(reviewModerationCalls.list, { query: { search: text } })
      return data.slice(0, MAX_RESULTS).map(({ id, product, content, status }) => ({
        key: id,
        label: product.name,
        detail: `${getExcerpt(content.pros, 0, EXCERPT_CONTEXT)}，${MEMBER_REVIEW_STATUS_LABELS[status]}`,
        path: buildPageUrl(ADMIN_PAGES.reviews, ADMIN_SCREENS.reviews.parameters, { review: id }),
      }))
    },
  },
  {
    group: '产品问答',
    permission: 'reviews:read',
    async find(text) {
      const { data } = await callAdmin(questionModerationCalls.list, { query: { search: text } })
      return data.slice(0, MAX_RESULTS).map(({ id, kind, product, text: content, status }) => ({
        key: id,
        label: product.name,
        detail: `${POST_KIND_LABELS[kind]}：${getExcerpt(content, 0, EXCERPT_CONTEXT)}，${POST_STATUS_LABELS[status]}`,
        path: buildPageUrl(ADMIN_PAGES.reviews, ADMIN_SCREENS.reviews.parameters, { view: 'questions', question: id }),
      }))
    },
  },
  {
    group: '社区活动',
    permission: 'events:read',
    async find(text) {
      const found = await Promise.all(
        EVENT_PHASES.map(async (phase) => (await callAdmin(eventCalls.list, { query: { search: text, phase } })).data),
      )
      return found
        .flat()
        .slice(0, MAX_RESULTS)
        .map(({ id, title, date, phase }) => ({
          key: id,
          label: title,
          detail: [formatDay(date), EVENT_PHASE_LABELS[phase]].filter((part) => part !== '').join('，'),
          path: `${ADMIN_PAGES.events}?${new URLSearchParams({ phase, search: title })}`,
        }))
    },
  },
  {
    group: '厂商组织',
    permission: 'submissions:read',
    async find(text) {
      const { data } = await callAdmin(organisationStaffCalls.list, { query: { search: text } })
      return data.slice(0, MAX_RESULTS).map(({ id, name, products }) => ({
        key: id,
        label: name,
        detail: products.length > 0 ? `${products.length}个产品` : '还没有产品',
        path: `${ADMIN_PAGES.vendorOrganisations}?${new URLSearchParams({ view: 'organisations', search: name })}`,
      }))
    },
  },
  {
    group: '用户',
    permission: 'users:read',
    async find(text) {
      const { data } = await callAdmin(userCalls.list, { query: { search: text } })
      return data.users.slice(0, MAX_RESULTS).map(({ _id, name, role }) => ({
        key: _id,
        label: name,
        detail: ROLE_LABELS[role],
        path: `${ADMIN_PAGES.users}?${buildSearchQuery(name)}`,
      }))
    },
  },
]

/**
 * Searches the list items of all documents by their titles, best matches first, then by their other texts. The documents
 * are cached.
 */
async function findContentItems(text: string, client: QueryClient): Promise<FoundEntry[]> {
  const [{ listTitledItems }, ...documents] = await Promise.all([
    import('../editors/form/titled-items.ts'),
    ...DOCUMENT_KINDS.map(async (kind) => ({ kind, document: await loadDocument(kind, client) })),
  ])
  const query = text.toLowerCase()
  const getPosition = (value: string) => value.toLowerCase().indexOf(query)
  return documents
    .flatMap(({ kind, document }) =>
      listTitledItems(kind, document).flatMap(({ path, title, label, texts }) => {
        const position = getPosition(title)
        const match = position >= 0 ? undefined : texts.find((item) => getPosition(item.text) >= 0)
        if (position < 0 && !match) return []
        const location = `${DOCUMENT_LABELS[kind]} › ${label}`
        const entry = {
          key: `${kind} ${path}`,
          label: title,
          detail: match ? `${location}：${getExcerpt(match.text, getPosition(match.text), query.length)}` : location,
          path: `${ADMIN_PAGES[kind]}#field-${match?.path ?? path}`,
        }
        return [{ entry, rank: position >= 0 ? position : Number.MAX_SAFE_INTEGER }]
      }),
    )
    .sort((a, b) => a.rank - b.rank || a.entry.label.length - b.entry.label.length)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry)
}

/** The number of characters shown around a match. */
const EXCERPT_CONTEXT = 10

/** Returns the part of a text around a match. */
function getExcerpt(text: string, position: number, length: number): string {
  const [start, end] = [Math.max(0, position - EXCERPT_CONTEXT), position + length + EXCERPT_CONTEXT]
  return `${start > 0 ? '……' : ''}${text.slice(start, end).replaceAll(/\s+/g, ' ')}${end < text.length ? '……' : ''}`
}

/** Loads a document; a catalogue's document without its products, which are searched separately. */
async function loadDocument(kind: DocumentKind, client: QueryClient): Promise<unknown> {
  const query =
    kind === 'products' || kind === 'ai'
      ? queryOf(documentCalls[kind], { query: { products: 'none' } })
      : queryOf(documentCalls[kind])
  return (await client.fetchQuery<{ data: unknown }>({ ...query, staleTime: 60_000 })).data
}
