import type { z } from 'zod'
import { list, looseObject, nameList, PageInfoSchema, text } from '../fields.ts'
import { LIST, TEXT } from '../limits.ts'
import { ProductSchema } from '../products/product.ts'

const OptionSchema = looseObject({ value: text(TEXT.word), label: text(TEXT.word) })

export const FilterOptionsSchema = looseObject({ types: list(OptionSchema), sortOptions: list(OptionSchema) })
  .prefault({})
  .meta({ id: 'FilterOptions' })
export type FilterOptions = z.infer<typeof FilterOptionsSchema>

const page = {
  pageInfo: PageInfoSchema,
  categories: nameList(),
  priceRanges: nameList(),
  filterOptions: FilterOptionsSchema,
}

/** The stored part of a catalogue document: the page's texts. Its products are stored as rows. */
export const CataloguePageSchema = looseObject(page).prefault({}).meta({ id: 'CataloguePage' })
export type CataloguePage = z.infer<typeof CataloguePageSchema>

/** A catalogue's document as sent: both the agent (`products`) and the AI (`ai`) kind have this shape. */
export const CatalogueSchema = looseObject({ ...page, products: list(ProductSchema, LIST.products) })
  .prefault({})
  .meta({ id: 'CatalogueContent' })
