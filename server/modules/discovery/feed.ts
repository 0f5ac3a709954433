/** An Atom feed (RFC 4287). */
import { element, xmlDocument } from './xml.ts'

export type FeedEntry = {
  /** An address that stays, whatever the thing is renamed to. */
  id: string
  title: string
  address: string
  summary: string
  category: string
  createdAt: string
  changedAt: string
}

export type Feed = {
  id: string
  title: string
  subtitle: string
  author: string
  address: string
  icon: string
  language: string
}

/** A feed has to say when it was last changed; one that never held anything says this. */
const NEVER = '1970-01-01T00:00:00.000Z'

export function atomFeed(feed: Feed, entries: readonly FeedEntry[]): string {
  const changedAt = entries.reduce((last, entry) => (entry.changedAt > last ? entry.changedAt : last), NEVER)
  return xmlDocument(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
${element('id', feed.id)}
${element('title', feed.title)}
${element('subtitle', feed.subtitle)}
${element('updated', changedAt)}
<author>${element('name', feed.author)}</author>
${element('link', '', { rel: 'self', type: 'application/atom+xml', href: feed.id })}
${element('link', '', { rel: 'alternate', type: 'text/html', href: feed.address })}
${element('icon', feed.icon)}
${entries.map(entryElement).join('\n')}
</feed>`)
}

const entryElement = (entry: FeedEntry): string => `<entry>
${element('id', entry.id)}
${element('title', entry.title)}
${element('link', '', { rel: 'alternate', type: 'text/html', href: entry.address })}
${element('published', entry.createdAt)}
${element('updated', entry.changedAt)}
${entry.category ? element('category', '', { term: entry.category }) : ''}
${element('summary', entry.summary)}
</entry>`
