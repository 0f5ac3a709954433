import { expect, it } from 'vitest'
import { ADMIN_PAGES, ADMIN_SCREENS } from '../admin-pages.ts'
import { getPendingWorkEntry, getPendingWorkUrl, PENDING_WORK_KINDS, sumWorkByPath } from './pending-work.ts'

it('counts once what is late, unassigned or also counted otherwise, as part of the work of its screen', () => {
  const work = [
    { kind: 'lateLeads', count: 2 },
    { kind: 'unassignedLeads', count: 3 },
    { kind: 'newLeads', count: 5 },
    { kind: 'lateSubmissions', count: 0 },
    { kind: 'pendingSubmissions', count: 4 },
    { kind: 'unreadMessages', count: 3, alsoCounted: 2 },
    { kind: 'failedMails', count: 0 },
  ] as const
  expect([...sumWorkByPath(work.map((each) => ({ alsoCounted: 0, ...each })))]).toEqual([
    [ADMIN_PAGES.leads, { count: 5, isLate: true }],
    [ADMIN_PAGES.submissionReview, { count: 5, isLate: false }],
  ])
})

it('links to the filtered list', () => {
  expect(getPendingWorkUrl('lateLeads')).toBe('/admin/leads?late=true')
})

it.each(PENDING_WORK_KINDS)('uses filters or parameters that the screen of %s knows', (kind) => {
  const { screen, query } = getPendingWorkEntry(kind)
  const { filters, parameters } = ADMIN_SCREENS[screen]
  expect([...filters, ...Object.keys(parameters)]).toEqual(expect.arrayContaining(Object.keys(query)))
})
