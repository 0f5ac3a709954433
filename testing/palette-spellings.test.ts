import { expect, it } from 'vitest'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import { ACTS } from '#web/admin/acts.ts'
import { SPELLINGS } from '#web/admin/shell/palette-spellings.ts'

/** Screens that the palette doesn't list, since others open them; a name in Latin letters is found as it is. */
const UNLISTED = new Set<string>([
  ADMIN_SCREENS.productDetail.title,
  ADMIN_SCREENS.aiProductDetail.title,
  ADMIN_SCREENS.content.title,
  ADMIN_SCREENS.webhooks.title,
])

it('spells the titles of all screens and acts as the server does', () => {
  const titles = [...Object.values(ADMIN_SCREENS), ...ACTS.map(({ label }) => ({ title: label }))]
    .map(({ title }) => title)
    .filter((title) => !UNLISTED.has(title))
  const spellings = titles.map((title) => [title, buildSearchLines([title]).split('\n').slice(1).join(' ')])
  expect(SPELLINGS).toEqual(Object.fromEntries(spellings))
})
