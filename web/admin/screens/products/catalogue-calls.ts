import type { Pagination } from '#contracts/pagination.ts'
import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { RecycledProduct } from '#contracts/products/product.ts'
import type {
  ProductBulk,
  ProductBulkResult,
  ProductFacets,
  ProductImportFields,
  ProductTableRow,
} from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { callAddress, callData } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'

/** Everything that is read of a catalogue here stands under this, to be read anew after a change. */
export const catalogueKey = (catalogue: Catalogue) => ['catalogue', catalogue] as const

export type ProductPage = { data: ProductTableRow[]; pagination: Pagination; facets: ProductFacets }

export const listProducts = (catalogue: Catalogue, query: string): Promise<ProductPage> =>
  callAddress(`${fillPath(ADMIN_API.products, { catalogue })}?${query}`)

export const listRecycled = (catalogue: Catalogue): Promise<RecycledProduct[]> =>
  callData(fillPath(ADMIN_API.productsRecycled, { catalogue }))

export const restoreProduct = (catalogue: Catalogue, id: string): Promise<{ message?: string }> =>
  callAddress(fillPath(ADMIN_API.productRestore, { catalogue, id }), { method: 'POST' })

export const changeProducts = (catalogue: Catalogue, bulk: ProductBulk): Promise<ProductBulkResult> =>
  callData(fillPath(ADMIN_API.productsBulk, { catalogue }), { method: 'POST', body: bulk })

type Sending = ProductImportFields & { file: File; onProgress: (share: number) => void; signal?: AbortSignal }

export const importProducts = async (catalogue: Catalogue, { file, onProgress, signal, ...fields }: Sending) =>
  (
    await upload(catalogueCalls.import, {
      params: { catalogue },
      file,
      filename: file.name,
      fields,
      onProgress,
      signal,
    })
  ).data
