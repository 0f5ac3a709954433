/**
 * Decides which pages defer their hydration: they can be read and navigated as the server rendered them, so their
 * script is loaded on the visitor's first interaction.
 */
import type { PageParameters } from '#contracts/page-url.ts'
import { SITE_PAGES, type SitePageName } from '#contracts/paths.ts'
import { getSession } from './session/session.ts'

const DEFERRABLE_PAGES: ReadonlySet<SitePageName> = new Set([
  'home',
  'community',
  'selection',
  'products',
  'product',
  'ai',
  'aiProduct',
  'alternatives',
  'aiAlternatives',
  'ratingRules',
  'evaluation',
  'methods',
  'method',
  'marketMaps',
  'marketMap',
  'questionBanks',
  'submit',
  'submissionStatus',
  'privacy',
  'terms',
] satisfies SitePageName[])

/** The storage keys of values that are stored for every visitor and not shown on any page. */
const IGNORED_KEYS: readonly string[] = ['zhijian.theme', 'zhijian.device', 'zhijian.home']

/** Returns whether a server-rendered page is complete: it shows nothing that only this browser knows. */
export function canDeferHydration(name: SitePageName): boolean {
  return (
    DEFERRABLE_PAGES.has(name) &&
    getSession().token === null &&
    // A preview renders content that the editor sends.
    window.parent === window &&
    !hasScriptedParameter(name) &&
    !hasStoredWork()
  )
}

/** Returns whether the URL asks for what only the script can show. */
const hasScriptedParameter = (name: SitePageName): boolean => {
  const search = new URLSearchParams(location.search)
  const parameters: PageParameters = SITE_PAGES[name].parameters
  return Object.entries(parameters).some(([parameter, { isBrowserOnly, scriptedValues, parse }]) => {
    const value = search.get(parameter)
    return value !== null && (isBrowserOnly || scriptedValues?.includes(parse(value)))
  })
}

/** Returns whether an earlier visit has stored something, such as a draft. Access to storage may be denied. */
function hasStoredWork(): boolean {
  try {
    return [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage))
      .some((key) => key.startsWith('zhijian.') && !IGNORED_KEYS.includes(key))
  } catch {
    return false
  }
}
