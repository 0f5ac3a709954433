import { type ComponentType, useEffect, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
// Type only: the form is loaded on demand, as few visits to the list update a product.
import type { ProductUpdateProps } from '../product-update/product-update.tsx'

/** The form that updates a product. */
export function LazyProductUpdate(props: ProductUpdateProps) {
  const [ProductUpdate, setProductUpdate] = useState<ComponentType<ProductUpdateProps>>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (hasFailed) return
    import('../product-update/product-update.tsx').then(
      (module) => setProductUpdate(() => module.ProductUpdate),
      () => setHasFailed(true),
    )
  }, [hasFailed])

  if (hasFailed) return <ErrorNotice message={SITE_MESSAGES.network} onRetry={() => setHasFailed(false)} />
  return ProductUpdate ? <ProductUpdate {...props} /> : <PageSkeleton />
}
