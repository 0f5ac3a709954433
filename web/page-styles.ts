/**
 * Finds the rules of the style sheet that a page can use, to be sent within it: a rule stays unless it names a class that
 * the page's scripts don't.
 */

/** Returns what a part of a style sheet keeps of itself for the classes that are in use. */
export function pickRules(css: string, classes: ReadonlySet<string>): string {
  const rules = keepRules(css, classes)
  // Tailwind declares its own variables twice, for browsers with and without `@property`: that isn't a use.
  const uses = rules.replaceAll(PROPERTY, '').replace(PROPERTIES_LAYER, '') + [...classes].join(' ')
  const dropUnused = (text: string) =>
    text.replaceAll(DECLARATION, (declaration, name: string) => (uses.includes(`var(${name}`) ? declaration : ''))
  return rules
    .replaceAll(PROPERTY, (rule, name: string) => (uses.includes(`var(${name}`) ? rule : ''))
    .replace(PROPERTIES_LAYER, dropUnused)
    .replace(THEME_LAYER, dropUnused)
}

const PROPERTY = /@property (--[\w-]+)\{[^}]*\}/g
const PROPERTIES_LAYER = /@layer properties\{@supports [^{]*\{[^}]*\}+/
const THEME_LAYER = /@layer theme\{[^}]*\}/
/** A variable's declaration, as the built sheet has it. */
const DECLARATION = /(--[\w-]+):(?:"[^"]*"|[^;}"])*(?:;|(?=\}))/g

/** Returns every word of a script's texts that may be a class. */
export const listWords = (code: string): Set<string> => new Set(code.split(/[\s"'`{}$\\]+/))

/** At-rules whose blocks hold rules. */
const GROUP = /^@(?:media|supports|layer|container)\b/

function keepRules(css: string, classes: ReadonlySet<string>): string {
  let rules = ''
  for (const { prelude, block } of listRules(css)) {
    if (block === undefined) rules += `${prelude};`
    else if (GROUP.test(prelude)) {
      const inner = keepRules(block, classes)
      if (inner !== '') rules += `${prelude}{${inner}}`
    } else if (prelude.startsWith('@')) rules += `${prelude}{${block}}`
    else {
      const selectors = splitSelectors(prelude).filter((selector) => namesOnly(selector, classes))
      if (selectors.length > 0) rules += `${selectors.join(',')}{${block}}`
    }
  }
  return rules
}

const CLASS = /\.((?:\\.|[\w-])+)/g

/** What a selector excludes needn't be there. */
const namesOnly = (selector: string, classes: ReadonlySet<string>): boolean =>
  [...selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(CLASS)].every(([, name = '']) =>
    classes.has(name.replaceAll(/\\(.)/g, '$1')),
  )

/** A quoted text, a bracketed one, an escape, or any other character. */
const TOKEN = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:"[^"]*"|'[^']*'|\([^()]*\)|[^()"'])*\)|\[[^\]]*\]|\\.|[\s\S]/g

/** Returns the places of some characters, outside of quotes and brackets. */
const findOutside = (css: string, characters: string): number[] =>
  [...css.matchAll(TOKEN)].filter(([token]) => characters.includes(token)).map(({ index }) => index)

function splitSelectors(prelude: string): string[] {
  const ends = [...findOutside(prelude, ','), prelude.length]
  return ends.map((end, index) => prelude.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end))
}

type Rule = { prelude: string; block: string | undefined }

/** Returns the rules of one level: what stands before a block, and the block; statements have none. */
function listRules(css: string): Rule[] {
  const rules: Rule[] = []
  let begin = 0
  let open = 0
  let depth = 0
  for (const at of findOutside(css, '{};')) {
    const character = css.charAt(at)
    if (character === '{') {
      if (depth === 0) open = at
      depth += 1
    } else if (character === '}') {
      depth -= 1
      if (depth > 0) continue
      rules.push({ prelude: css.slice(begin, open), block: css.slice(open + 1, at) })
      begin = at + 1
    } else if (depth === 0) {
      rules.push({ prelude: css.slice(begin, at), block: undefined })
      begin = at + 1
    }
  }
  return rules
}
