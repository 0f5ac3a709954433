/**
 * Joins short texts that are not empty in one line: `财务 · 免费`. The space before each dot is non-breaking, so that no
 * line begins with a dot.
 */
export const joinWithDots = (texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join('\u{a0}· ')
