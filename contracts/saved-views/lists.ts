/** The lists of the back office of which views are saved. */
import { ADMIN_SCREENS } from '../admin-pages.ts'
import type { Permission } from '../permissions.ts'

type ViewedList = {
  /** What the list's screen requires. */
  permission: Permission
  /** The parameters of the screen's address that belong to a view: neither the page nor the opened record. */
  parameters: readonly string[]
}

const { submissionReview, submissions, leads, reviews, events, facts, agentProducts, aiProducts } = ADMIN_SCREENS
const { attributes, publishedEvaluations, users, audit } = ADMIN_SCREENS

export const VIEWED_LISTS = {
  submissionReview: { permission: 'submissions:read', parameters: submissionReview.filters },
  submissions: { permission: 'submissions:read', parameters: ['view', ...submissions.filters] },
  leads: { permission: 'leads:read', parameters: leads.filters },
  reviews: { permission: 'reviews:read', parameters: ['view', ...reviews.filters] },
  events: { permission: 'events:read', parameters: events.filters },
  agentProducts: { permission: 'products:read', parameters: ['view', 'sort', ...agentProducts.filters] },
  aiProducts: { permission: 'products:read', parameters: ['view', 'sort', ...aiProducts.filters] },
  facts: { permission: 'products:read', parameters: ['view', 'order', ...facts.filters] },
  attributes: { permission: 'products:read', parameters: attributes.filters },
  publishedEvaluations: { permission: 'evaluations:read', parameters: ['view', ...publishedEvaluations.filters] },
  users: { permission: 'users:read', parameters: users.filters },
  audit: { permission: 'audit:read', parameters: audit.filters },
} as const satisfies Partial<Record<keyof typeof ADMIN_SCREENS, ViewedList>>

export type ViewedListName = keyof typeof VIEWED_LISTS
export const VIEWED_LIST_NAMES = Object.keys(VIEWED_LISTS) as [ViewedListName, ...ViewedListName[]]

/**
 * Returns the part of an address that belongs to a view of a list: a query string with the list's own parameters, in
 * their order, without empty ones. Two addresses that show the same have the same.
 */
export function toViewQuery(list: ViewedListName, query: string): string {
  const given = new URLSearchParams(query)
  const { parameters }: ViewedList = VIEWED_LISTS[list]
  return new URLSearchParams(
    parameters.flatMap((name) => {
      const value = given.get(name)
      return value ? [[name, value]] : []
    }),
  ).toString()
}
