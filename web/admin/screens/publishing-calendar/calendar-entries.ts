import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { Calendar, DraftStatus } from '#contracts/content-drafts/draft.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { DOCUMENT_LABELS } from '#contracts/vocabulary.ts'

/** A publication in the calendar, past or scheduled. */
export type CalendarEntry = {
  key: string
  at: string
  day: string
  title: string
  author: string
  note: string
  /** The screen that shows it. */
  path: string
  /** The draft that is scheduled; `undefined` for what was published. */
  scheduled: DraftStatus['kind'] | undefined
}

/** Lists the publications of a calendar in the order of their times. */
export function listEntries({ scheduled, published }: Calendar): CalendarEntry[] {
  const coming = scheduled.flatMap(({ kind, schedule }): CalendarEntry[] =>
    schedule
      ? [
          {
            key: kind,
            at: schedule.at,
            day: toDay(new Date(schedule.at)),
            title: DOCUMENT_LABELS[kind],
            author: schedule.by.name,
            note: '定时发布',
            path: `${ADMIN_PAGES[kind]}?version=draft`,
            scheduled: kind,
          },
        ]
      : [],
  )
  const past = published.map(
    ({ kind, revision, createdAt, createdBy }): CalendarEntry => ({
      key: `${kind} ${revision}`,
      at: createdAt,
      day: toDay(new Date(createdAt)),
      title: DOCUMENT_LABELS[kind],
      author: createdBy?.name ?? '系统',
      note: `已发布第${revision}版`,
      path: ADMIN_PAGES[kind],
      scheduled: undefined,
    }),
  )
  return [...past, ...coming].toSorted((a, b) => a.at.localeCompare(b.at))
}
