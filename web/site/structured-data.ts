/** schema.org objects that more than one page needs. */
import { PAGES } from '#contracts/paths.ts'
import type { Brand } from './brand.ts'

/** Returns the way from the home page to this one. Takes what lies below home, in order. */
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
