/** An Atom feed (RFC 4287). */
import { xmlDocument, xmlElement } from './xml.ts'

export type FeedEntry = {
  /** A permanent URL that doesn't change when the product is renamed. */
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

/** A feed must have a date of change (RFC 4287); an empty one has this. */
const EPOCH = '1970-01-01T00:00:00.000Z'

export function atomFeed(feed: Feed, entries: readonly FeedEntry[]): string {
  const changedAt = entries.reduce((last, entry) => (entry.changedAt > last ? entry.changedAt : last), EPOCH)
  return xmlDocument(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
${xmlElement('id', feed.id)}
${xmlElement('title', feed.title)}
${xmlElement('subtitle', feed.subtitle)}
${xmlElement('updated', changedAt)}
<author>${xmlElement('name', feed.author)}</author>
${xmlElement('link', '', { rel: 'self', type: 'application/atom+xml', href: feed.id })}
${xmlElement('link', '', { rel: 'alternate', type: 'text/html', href: feed.address })}
${xmlElement('icon', feed.icon)}
${entries.map(entryElement).join('\n')}
</feed>`)
}

const entryElement = (entry: FeedEntry): string => `<entry>
${xmlElement('id', entry.id)}
${xmlElement('title', entry.title)}
${xmlElement('link', '', { rel: 'alternate', type: 'text/html', href: entry.address })}
${xmlElement('published', entry.createdAt)}
${xmlElement('updated', entry.changedAt)}
${entry.category ? xmlElement('category', '', { term: entry.category }) : ''}
${xmlElement('summary', entry.summary)}
</entry>`
