import { describe, expect, it } from 'vitest'
import { extractCriticalCss, listClassCandidates } from './critical-css.ts'

const extract = (css: string, ...classes: string[]) => extractCriticalCss(css, new Set(classes))

describe('extractCriticalCss', () => {
  it.each([
    ['the rule of a used class', '.card{color:red}.tag{color:blue}', '.card{color:red}'],
    ['the used selectors of a list', '.tag,.card{color:red}', '.card{color:red}'],
    ['element selectors', 'a,:root{color:red}', 'a,:root{color:red}'],
    ['groups that are not empty', '@media (width>=1px){.tag{a:b}}@layer x{.card{a:b}}', '@layer x{.card{a:b}}'],
    [
      'statements and other at-rules',
      '@layer a,b;@keyframes c{0%{a:b}to{a:b}}',
      '@layer a,b;@keyframes c{0%{a:b}to{a:b}}',
    ],
    ['nested rules', '.card{a:b;&:hover{a:b}}.tag{&:hover{a:b}}', '.card{a:b;&:hover{a:b}}'],
    ['an escaped name', '.lg\\:px-3\\.5:hover{a:b}.lg\\:w-1\\/2{a:b}', '.lg\\:px-3\\.5:hover{a:b}'],
    ['a rule with an unused class in `:not()`', '.card:not(.tag){a:b}', '.card:not(.tag){a:b}'],
    ['braces within quotes', '.tag{content:"}"}.card{content:"{"}', '.card{content:"{"}'],
    ['a rule only if all of its classes are used', '.card .tag{a:b}', ''],
  ])('keeps %s', (_, css, expected) => {
    expect(extract(css, 'card', 'lg:px-3.5')).toBe(expected)
  })

  it('keeps the `@property` rules of variables that are read', () => {
    const property = (name: string) => `@property ${name}{syntax:"*";inherits:false}`
    const css = `.card{--set:1;color:var(--read)}${property('--set')}${property('--read')}${property('--else')}`
    expect(extract(css, 'card')).toBe(`.card{--set:1;color:var(--read)}${property('--read')}`)
  })

  it('keeps the initial values and theme variables that are read', () => {
    const initial = (text: string) => `@layer properties{@supports (a:b){*,:before{${text}}}}`
    const theme = (text: string) => `@layer theme{:root,:host{${text}}}`
    const rules = '.card{color:var(--color);box-shadow:var(--shadow,var(--none));font-family:var(--font)}'
    const css = `${initial('--shadow:0 0 #0000;--blur:initial')}${theme('--color:red;--else:1px;--font:"A; B", serif')}`
    expect(extract(css + rules, 'card')).toBe(
      `${initial('--shadow:0 0 #0000;')}${theme('--color:red;--font:"A; B", serif')}${rules}`,
    )
  })

  it('keeps a variable that a script reads', () => {
    const theme = '@layer theme{:root{--ink:#000;--line:#ccc}}'
    expect(extract(theme, 'var(--ink)')).toBe('@layer theme{:root{--ink:#000;}}')
  })
})

it('extracts class names from strings and template literals', () => {
  const script = `e({className:\`card \${a?\`w-1/2 p-2\`:"md:p-3"}\`,b:'tag'})`
  const candidates = listClassCandidates(script)
  for (const name of ['card', 'w-1/2', 'p-2', 'md:p-3', 'tag']) expect(candidates.has(name)).toBe(true)
})
