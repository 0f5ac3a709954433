import { createIsbotFromList, list } from 'isbot'

/**
 * Patterns of the list that people's browsers in China match, too: Sogou's own, and Toutiao's, which calls itself
 * NewsArticle. Their robots say that they are spiders, by which they stay known.
 */
const PEOPLE_TOO = ['sogou', '(?:^|[^g])news(?!sapphire)']
const isListed = createIsbotFromList(list.filter((pattern) => !PEOPLE_TOO.includes(pattern)))

/** Returns whether a program fetches on nobody's behalf; people's browsers always say what they are. */
export const isBot = (userAgent: string | undefined): boolean => !userAgent || isListed(userAgent)
