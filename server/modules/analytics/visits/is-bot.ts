import { createIsbotFromList, list } from 'isbot'

/**
 * Patterns of the list that also match browsers common in China: Sogou, and Toutiao, whose user agent contains
 * NewsArticle. Their robots are still recognized, because they call themselves spiders.
 */
const BROWSER_PATTERNS = ['sogou', '(?:^|[^g])news(?!sapphire)']
const isListed = createIsbotFromList(list.filter((pattern) => !BROWSER_PATTERNS.includes(pattern)))

/** Returns whether a user agent is a bot's. Browsers always send one, so a missing user agent counts as a bot. */
export const isBot = (userAgent: string | undefined): boolean => !userAgent || isListed(userAgent)
