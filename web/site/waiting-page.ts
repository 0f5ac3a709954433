/**
 * Says which pages wait for the visitor: they can be read and followed as the server has drawn them, so that their script
 * is fetched at the first sign of interest.
 */
import { SITE_PAGES, type SitePageName } from '#contracts/paths.ts'
import { getSession } from '../shared/session.ts'

const WAITING: ReadonlySet<SitePageName> = new Set([
  'home',
  'community',
  'selection',
  'products',
  'product',
  'ai',
  'aiProduct',
  'ratingRules',
  'evaluation',
  'methods',
  'method',
  'marketMaps',
  'marketMap',
  'submit',
  'submissionStatus',
  'privacy',
  'terms',
] satisfies SitePageName[])

/** What the browser keeps of everybody, and no page shows. */
const OF_EVERYBODY: readonly string[] = ['zhijian.theme', 'zhijian.device', 'zhijian.home']

/** Returns whether a page that the server has drawn lacks nothing that only this browser knows. */
export function canWait(name: SitePageName): boolean {
  return (
    WAITING.has(name) &&
    getSession().token === null &&
    // An editor's preview shows what it is sent.
    window.parent === window &&
    !hasOwnParameter(name) &&
    !hasKeptWork()
  )
}

const hasOwnParameter = (name: SitePageName): boolean => {
  const search = new URLSearchParams(location.search)
  return Object.entries(SITE_PAGES[name].parameters).some(
    ([parameter, declared]) => 'isBrowserOnly' in declared && search.has(parameter),
  )
}

/** Returns whether an earlier visit has left something, such as a draft. Storage may be refused. */
function hasKeptWork(): boolean {
  try {
    return [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage))
      .some((key) => key.startsWith('zhijian.') && !OF_EVERYBODY.includes(key))
  } catch {
    return false
  }
}
