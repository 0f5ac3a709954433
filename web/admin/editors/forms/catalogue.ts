/** The forms of the agents' and the AI products' pages, which differ only in their URLs. */

import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import { createNewProduct } from '#contracts/products/new-product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { list, pageInfo, tags, text } from '../form/form-parts.ts'
import type { DocumentForm, Field, ItemLink } from '../form/form-types.ts'
import { PRODUCT_ITEM_FIELDS } from './product.ts'

const optionList = (key: string, label: string): Field =>
  list({
    key,
    label,
    noun: '选项',
    titleKeys: ['label'],
    fields: [text('value', '值'), text('label', '名称')],
    createItem: () => ({ value: '', label: '新选项' }),
  })

type CatalogueConfig = {
  catalogue: Catalogue
  getPageUrl: (name: string) => string
  getEditorUrl: (name: string) => string
}

function createCatalogueForm(config: CatalogueConfig): DocumentForm {
  return {
    sections: [
      pageInfo,
      {
        label: '产品列表',
        path: '',
        fields: [
          list({
            key: 'products',
            label: '产品',
            noun: '产品',
            titleKeys: ['name', 'category'],
            fields: PRODUCT_ITEM_FIELDS,
            createItem: (_count, document) => ({
              ...createNewProduct(config.catalogue, listCategories(document)),
              name: '新产品',
            }),
            getLinks: (item) => listLinks(item, config),
            // Products are visible unless explicitly inactive.
            getBadge: ({ isActive }) => (isActive === false ? '未上架' : undefined),
          }),
        ],
      },
      { label: '类别', path: '', fields: [tags('categories', '产品类别', '类别')] },
      { label: '价格区间', path: '', fields: [tags('priceRanges', '价格区间', '区间')] },
      {
        label: '筛选选项',
        path: 'filterOptions',
        fields: [optionList('types', '类型'), optionList('sortOptions', '排序方式')],
      },
    ],
  }
}

/** Lists the links to a product's editor, once it is saved, and to its page. */
function listLinks({ id, name }: JsonObject, { getPageUrl, getEditorUrl }: CatalogueConfig): ItemLink[] {
  if (typeof name !== 'string' || name === '') return []
  const page = { label: `预览${name}`, href: getPageUrl(name) }
  return typeof id === 'string' ? [{ label: `编辑${name}`, href: getEditorUrl(name), isInternal: true }, page] : [page]
}

const listCategories = ({ categories }: JsonObject): string[] =>
  Array.isArray(categories) ? categories.filter((category) => typeof category === 'string') : []

export const productsForm = createCatalogueForm({
  catalogue: 'agent',
  getPageUrl: PAGES.product,
  getEditorUrl: (name) => fillPath(ADMIN_PAGES.productDetail, { id: name }),
})
export const aiForm = createCatalogueForm({
  catalogue: 'ai',
  getPageUrl: PAGES.aiProduct,
  getEditorUrl: (name) => `${fillPath(ADMIN_PAGES.aiProductDetail, { id: name })}?source=content`,
})
