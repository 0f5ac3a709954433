/** schema.org objects that more than one page needs. */
import { PAGES } from '#contracts/paths.ts'
import type { Brand } from './brand.ts'

/** Returns the breadcrumbs of a page. Takes the items below the home page, in order. */
export const breadcrumbList = (
  trail: readonly { name: string; path: string }[],
  { publicUrl, brand }: { publicUrl: string; brand: Brand },
): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: brand.name, path: PAGES.home }, ...trail].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: publicUrl + path,
  })),
})
