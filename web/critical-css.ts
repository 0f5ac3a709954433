/**
 * Extracts critical CSS: the rules of the style sheet that a page can use. A rule is dropped if it needs a class that
 * doesn't occur in the page's scripts.
 */

/** Returns the rules, variables and `@property` declarations of a style sheet that the given classes use. */
export function extractCriticalCss(css: string, classes: ReadonlySet<string>): string {
  const rules = filterRules(css, classes)
  // Tailwind declares its own variables twice, for browsers with and without `@property`; neither counts as a use.
  const uses = rules.replaceAll(PROPERTY, '').replace(PROPERTIES_LAYER, '') + [...classes].join(' ')
  const dropUnused = (declarations: string) =>
    declarations.replaceAll(DECLARATION, (declaration, name: string) =>
      uses.includes(`var(${name}`) ? declaration : '',
    )
  return rules
    .replaceAll(PROPERTY, (rule, name: string) => (uses.includes(`var(${name}`) ? rule : ''))
    .replace(PROPERTIES_LAYER, dropUnused)
    .replace(THEME_LAYER, dropUnused)
}

const PROPERTY = /@property (--[\w-]+)\{[^}]*\}/g
const PROPERTIES_LAYER = /@layer properties\{@supports [^{]*\{[^}]*\}+/
const THEME_LAYER = /@layer theme\{[^}]*\}/
/** The declaration of a variable, in minified CSS. */
const DECLARATION = /(--[\w-]+):(?:"[^"]*"|[^;}"])*(?:;|(?=\}))/g

/** Returns every word of a script that may be a class name. */
export const listClassCandidates = (code: string): Set<string> => new Set(code.split(/[\s"'`{}$\\]+/))

/** At-rules whose blocks contain rules. */
const NESTING_AT_RULE = /^@(?:media|supports|layer|container)\b/

function filterRules(css: string, classes: ReadonlySet<string>): string {
  let rules = ''
  for (const { prelude, block } of listRules(css)) {
    if (block === undefined) rules += `${prelude};`
    else if (NESTING_AT_RULE.test(prelude)) {
      const inner = filterRules(block, classes)
      if (inner !== '') rules += `${prelude}{${inner}}`
    } else if (prelude.startsWith('@')) rules += `${prelude}{${block}}`
    else {
      const selectors = splitSelectors(prelude).filter((selector) => usesOnly(selector, classes))
      if (selectors.length > 0) rules += `${selectors.join(',')}{${block}}`
    }
  }
  return rules
}

const CLASS = /\.((?:\\.|[\w-])+)/g

/** Returns whether a selector needs no other classes than the given ones; those inside `:not()` aren't needed. */
const usesOnly = (selector: string, classes: ReadonlySet<string>): boolean =>
  [...selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(CLASS)].every(([, name = '']) =>
    classes.has(name.replaceAll(/\\(.)/g, '$1')),
  )

/** A quoted string, a bracketed group, an escape, or any other character. */
const TOKEN = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:"[^"]*"|'[^']*'|\([^()]*\)|[^()"'])*\)|\[[^\]]*\]|\\.|[\s\S]/g

/** Returns the indexes of some characters outside quotes and brackets. */
const findIndexes = (css: string, characters: string): number[] =>
  [...css.matchAll(TOKEN)].filter(([token]) => characters.includes(token)).map(({ index }) => index)

function splitSelectors(prelude: string): string[] {
  const ends = [...findIndexes(prelude, ','), prelude.length]
  return ends.map((end, index) => prelude.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end))
}

type Rule = { prelude: string; block: string | undefined }

/** Returns the rules of one nesting level; statements such as `@layer a;` have no block. */
function listRules(css: string): Rule[] {
  const rules: Rule[] = []
  let ruleStart = 0
  let blockStart = 0
  let depth = 0
  for (const index of findIndexes(css, '{};')) {
    const character = css.charAt(index)
    if (character === '{') {
      if (depth === 0) blockStart = index
      depth += 1
    } else if (character === '}') {
      depth -= 1
      if (depth > 0) continue
      rules.push({ prelude: css.slice(ruleStart, blockStart), block: css.slice(blockStart + 1, index) })
      ruleStart = index + 1
    } else if (depth === 0) {
      rules.push({ prelude: css.slice(ruleStart, index), block: undefined })
      ruleStart = index + 1
    }
  }
  return rules
}
