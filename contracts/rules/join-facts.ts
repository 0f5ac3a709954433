/**
 * Joins short facts that are not empty in one line: `财务 · 免费`. The space before each dot is non-breaking, so that no
 * line begins with a dot.
 */
export const joinFacts = (facts: readonly (string | undefined)[]): string => facts.filter(Boolean).join('\u{a0}· ')
