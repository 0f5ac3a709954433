import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

type CatalogueFacts = {
  /** What the catalogue is called where its document says nothing. */
  title: string
  listPath: string
  productPattern: string
  /** A product's address by its name, or by its id where the name can't stand in an address. */
  productPath(product: { id: string; name: string }): string
  notFound: string
}

/** A path of one dot or two is resolved away before anybody sees it. */
const addressable = ({ id, name }: { id: string; name: string }) => (name === '.' || name === '..' ? id : name)

/** The two catalogues of the site: one list, one detail, one comparison serve both. */
export const CATALOGUE_FACTS: Readonly<Record<Catalogue, CatalogueFacts>> = {
  agent: {
    title: '智能体产品',
    listPath: PAGES.products,
    productPattern: `${PAGES.products}/:id`,
    productPath: (product) => PAGES.product(addressable(product)),
    notFound: SITE_MESSAGES.productNotFound,
  },
  ai: {
    title: '78AI',
    listPath: PAGES.ai,
    productPattern: `${PAGES.ai}/:id`,
    productPath: (product) => PAGES.aiProduct(addressable(product)),
    notFound: SITE_MESSAGES.aiProductNotFound,
  },
}
