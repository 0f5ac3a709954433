import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { Calendar, DraftSubject } from '#contracts/content-drafts/draft.ts'
import { getPublicationLabel } from '#contracts/content-drafts/listing-change.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { DOCUMENT_LABELS } from '#contracts/vocabulary.ts'
import { getEditorPath as getProductEditorPath } from '../product-detail/product-paths.ts'

/** A publication in the calendar, past or scheduled. */
export type CalendarEntry = {
  key: string
  at: string
  day: string
  title: string
  author: string
  note: string
  /** What happens to the product's listing, or that it isn't listed, in a word; `null` for what is simply published. */
  listing: string | null
  /** The screen that shows it; `null` for a product that no longer exists. */
  path: string | null
  /** The draft that is scheduled; `undefined` for what was published. */
  scheduled: DraftSubject | undefined
}

/** Lists the publications of a calendar in the order of their times. */
export function listEntries({ scheduled, published }: Calendar): CalendarEntry[] {
  const coming = scheduled.filter(isScheduled).map(({ kind, product, schedule, listingChange }): CalendarEntry => {
    const path = findEditorPath({ kind, product })
    return {
      key: `${kind} ${product?.id ?? ''}`,
      at: schedule.at,
      day: toDay(new Date(schedule.at)),
      title: getTitle({ kind, product }),
      author: schedule.by.name,
      note: `定时${getPublicationLabel(listingChange)}`,
      listing: listingChange && getPublicationLabel(listingChange),
      path: path && `${path}?version=draft`,
      scheduled: { kind, product },
    }
  })
  const past = published.map(
    ({ kind, product, isListed, revision, createdAt, createdBy }): CalendarEntry => ({
      key: `${kind} ${product?.id ?? ''} ${revision}`,
      at: createdAt,
      day: toDay(new Date(createdAt)),
      title: getTitle({ kind, product }),
      author: createdBy?.name ?? '系统',
      note: `已发布第${revision}版${isListed ? '' : '，未上架'}`,
      listing: isListed ? null : '未上架',
      path: findEditorPath({ kind, product }),
      scheduled: undefined,
    }),
  )
  return [...past, ...coming].toSorted((a, b) => a.at.localeCompare(b.at))
}

type ScheduledDraft = Calendar['scheduled'][number] & { schedule: object }

/** The type of a draft permits one without a time, which has no place in a calendar. */
const isScheduled = (draft: Calendar['scheduled'][number]): draft is ScheduledDraft => draft.schedule !== null

/** What an entry is about: a document, or the product of `kind` `product`; `null` if that no longer exists. */
type EntrySubject = Pick<Calendar['published'][number], 'kind' | 'product'>

const getTitle = ({ kind, product }: EntrySubject): string =>
  kind === 'product' ? (product?.name ?? '已删除的产品') : DOCUMENT_LABELS[kind]

function findEditorPath({ kind, product }: EntrySubject): string | null {
  if (kind !== 'product') return ADMIN_PAGES[kind]
  return product && getProductEditorPath(product.catalogue, product)
}
