/**
 * The library sanitize-html. With its parsers of HTML and CSS it takes 4 MB, and only saves, mails and pages with rich
 * texts need it, so it is loaded on first use.
 */
import { createRequire } from 'node:module'
import type { IOptions } from 'sanitize-html'

export type { Attributes } from 'sanitize-html'

type Library = typeof import('sanitize-html')

const load = createRequire(import.meta.url)

let library: Library | undefined

function getLibrary(): Library {
  const loaded: Library = library ?? load('sanitize-html')
  library = loaded
  return loaded
}

export const sanitizeHtml = (html: string, options: IOptions): string => getLibrary()(html, options)

/** Returns the tags that the library allows by default. */
export const listDefaultTags = (): readonly string[] => getLibrary().defaults.allowedTags
