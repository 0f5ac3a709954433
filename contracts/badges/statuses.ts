/** What a badge says besides its verdict. Without Zod, as pages need it. */

/** The version of the badge's format. */
export const BADGE_FORMAT = 'zhijian-badge/1'

export const BADGE_STATUS_LABELS = { valid: '评估有效', expired: '评估已过期', withdrawn: '评估已撤回' } as const
export type BadgeStatus = keyof typeof BADGE_STATUS_LABELS

/** The backgrounds that badges are drawn for. */
export const BADGE_THEMES = { light: '浅色', dark: '深色' } as const
export type BadgeTheme = keyof typeof BADGE_THEMES

/** Returns the path of the picture of a product's badge. */
export const getBadgePath = (productId: string, theme: BadgeTheme): string =>
  `/badges/${encodeURIComponent(productId)}.svg${theme === 'light' ? '' : `?theme=${theme}`}`
