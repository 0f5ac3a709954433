import type { ViewedProduct } from '#contracts/analytics/dashboard.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import { Stars } from '../../../shared/stars.tsx'

/** Lists the products with the most views this month. */
export function PopularProducts({ products }: { products: readonly ViewedProduct[] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="pb-2 text-lg">热门产品</h2>
      {products.length === 0 && <p className="py-4 text-muted">本月还没有产品浏览记录。</p>}
      <ol className="divide-y divide-line">
        {products.map((product) => (
          <li key={product.id} className="flex items-center gap-4 py-2.5">
            <div className="min-w-0 flex-1">
              <a className="no-underline hover:underline" href={getProductPath(product.catalogue, product)}>
                {product.name}
              </a>
              <p className="text-sm text-muted">{product.category}</p>
            </div>
            <Stars rating={product.rating} />
            <p className="w-20 text-right text-sm text-muted tabular-nums">
              浏览{product.views.toLocaleString('zh-CN')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
