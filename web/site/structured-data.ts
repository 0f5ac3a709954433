/** schema.org objects of more than one page. */
import { PAGES } from '#contracts/paths.ts'
import type { Brand } from './brand.ts'

/** Returns a page's breadcrumbs. `ancestors` lists the items below the home page, in order. */
export const createBreadcrumbList = (
  ancestors: readonly { name: string; path: string }[],
  { publicUrl, brand }: { publicUrl: string; brand: Brand },
): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: brand.name, path: PAGES.home }, ...ancestors].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: publicUrl + path,
  })),
})
