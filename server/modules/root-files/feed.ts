/** Renders an Atom feed (RFC 4287). */

import { renderDocument, renderElement } from '#server/platform/xml.ts'
import { findLatest } from './sitemap.ts'

export type FeedEntry = {
  /** A permanent URL that doesn't change when the product is renamed. */
  id: string
  title: string
  url: string
  summary: string
  category: string
  publishedAt: string
  updatedAt: string
}

type Feed = {
  id: string
  title: string
  subtitle: string
  author: string
  url: string
  icon: string
  language: string
}

/** The time of the last change of an empty feed: RFC 4287 requires one. */
const EPOCH = '1970-01-01T00:00:00.000Z'

export function renderAtomFeed(feed: Feed, entries: readonly FeedEntry[]): string {
  const updatedAt = findLatest(entries.map((entry) => entry.updatedAt)) ?? EPOCH
  return renderDocument(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
${renderElement('id', feed.id)}
${renderElement('title', feed.title)}
${renderElement('subtitle', feed.subtitle)}
${renderElement('updated', updatedAt)}
<author>${renderElement('name', feed.author)}</author>
${renderElement('link', '', { rel: 'self', type: 'application/atom+xml', href: feed.id })}
${renderElement('link', '', { rel: 'alternate', type: 'text/html', href: feed.url })}
${renderElement('icon', feed.icon)}
${entries.map(renderEntry).join('\n')}
</feed>`)
}

const renderEntry = (entry: FeedEntry): string => `<entry>
${renderElement('id', entry.id)}
${renderElement('title', entry.title)}
${renderElement('link', '', { rel: 'alternate', type: 'text/html', href: entry.url })}
${renderElement('published', entry.publishedAt)}
${renderElement('updated', entry.updatedAt)}
${entry.category ? renderElement('category', '', { term: entry.category }) : ''}
${renderElement('summary', entry.summary)}
</entry>`
