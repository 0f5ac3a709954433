import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { useImportedComponent } from '../../components/use-imported-component.ts'
// Type only: the form is imported when it is shown, as few visits to the list update a product.
import type { ProductUpdateProps } from '../product-update/product-update.tsx'

const importProductUpdate = async () => (await import('../product-update/product-update.tsx')).ProductUpdate

/** The form that updates a product. */
export function LazyProductUpdate(props: ProductUpdateProps) {
  const { Component: ProductUpdate, hasFailed, retry } = useImportedComponent(importProductUpdate)
  if (hasFailed) return <ErrorNotice message={SITE_MESSAGES.network} onRetry={retry} />
  return ProductUpdate ? <ProductUpdate {...props} /> : <PageSkeleton />
}
