/** Search entries of the content documents: the pages themselves, and the items they list. */
import type { Documents } from '#contracts/documents/documents.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { formatEnteredDay } from '#contracts/rules/calendar-day.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { foldText, foldTexts } from '#server/platform/search-text/fold-text.ts'

/** A searchable part of a page. */
type Entry = {
  kind: 'event' | 'content'
  title: string
  url: string
  excerpt: string
  /** The searched texts besides the title. */
  texts: readonly { label: string; text: string }[]
}
export type SearchedEntry = Entry & { searchedTitle: string; searchedText: string }
type SearchedDocuments = Pick<Documents, 'home' | 'community' | 'selection' | 'evaluation' | 'submit'>

/** Lists all entries of the documents with their search texts; entries without a title are omitted. */
export const listEntries = (documents: SearchedDocuments): SearchedEntry[] =>
  removeDuplicates(
    [...listEvents(documents.community), ...listContent(documents)].filter(({ title }) => title !== ''),
  ).map((entry) => ({
    ...entry,
    searchedTitle: foldText(entry.title),
    searchedText: foldTexts(entry.texts.map(({ text }) => text)),
  }))

/** Removes entries with the same kind, URL, title and excerpt as another one. */
const removeDuplicates = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [`${entry.kind} ${entry.url} ${entry.title} ${entry.excerpt}`, entry])).values(),
]

const toDescription = (text: string) => ({ label: '介绍', text })

function listEvents({ upcomingEvents }: SearchedDocuments['community']): Entry[] {
  const { path, parameters } = SITE_PAGES.community
  return upcomingEvents.map(({ title, description, speaker, location, type, date }) => ({
    kind: 'event',
    title,
    url: buildPageUrl(path, parameters, { tab: 'events' }),
    excerpt: joinWithDots([formatEnteredDay(date), location, speaker]),
    texts: [
      { label: '主讲', text: speaker },
      { label: '地点', text: location },
      { label: '类型', text: type },
      toDescription(description),
    ],
  }))
}

type Item = { title: string; texts: readonly string[] }

function listContent({ home, community, selection, evaluation, submit }: SearchedDocuments): Entry[] {
  const toEntries = (url: string, pageTitle: string, items: readonly Item[]): Entry[] =>
    items.map(({ title, texts }) => ({
      kind: 'content',
      title,
      url,
      excerpt: title === pageTitle ? (texts[0] ?? '') : pageTitle,
      texts: texts.map(toDescription),
    }))
  const toPageEntries = (
    url: string,
    fallback: string,
    info: { title: string; subtitle: string },
    items: readonly Item[],
  ) => {
    const title = info.title || fallback
    return toEntries(url, title, [{ title, texts: [info.subtitle] }, ...items])
  }
  const toItem = ({ title, description }: { title: string; description: string }): Item => ({
    title,
    texts: [description],
  })
  return [
    ...toPageEntries(PAGES.community, SITE_PAGES.community.title, community.pageInfo, [
      ...community.overview.values.map(toItem),
      ...community.overview.activityTypes.map(toItem),
      toItem(community.joinProcess),
    ]),
    ...toPageEntries(PAGES.selection, SITE_PAGES.selection.title, selection.pageInfo, [
      { title: selection.serviceOverview.title, texts: [selection.serviceOverview.description] },
      ...selection.serviceOverview.capabilities.map(toItem),
      ...selection.serviceProcess.map(({ title, description, deliverables }) => ({
        title,
        texts: [description, ...deliverables],
      })),
      ...selection.servicePackages.map(({ name, suitable, features }) => ({
        title: name,
        texts: [suitable, ...features],
      })),
      ...selection.successCases.map(({ company, industry, challenge, solution, results }) => ({
        title: company,
        texts: [industry, challenge, solution, ...results],
      })),
    ]),
    ...toPageEntries(PAGES.evaluation, SITE_PAGES.evaluation.title, evaluation.pageInfo, [
      ...evaluation.evaluationCategories.map(({ title, description, items }) => ({
        title,
        texts: [description, ...items],
      })),
      toItem(evaluation.evaluationProcess),
    ]),
    ...toPageEntries(PAGES.submit, SITE_PAGES.submit.title, submit.pageInfo, submit.submitAdvantages.map(toItem)),
    ...toEntries(PAGES.home, SITE_PAGES.home.title, home.services.map(toItem)),
  ]
}
