import { Pencil, SquareArrowOutUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ProductTableRow } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../shared/formats.ts'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { editorPath, publicPath } from '../product-detail/product-places.ts'
import { ActiveSwitch } from './active-switch.tsx'
import type { Chosen } from './use-chosen.ts'

type ProductTableProps = {
  catalogue: Catalogue
  products: readonly ProductTableRow[]
  canWrite: boolean
  chosen: Chosen
  onChanged: () => unknown
}

const FIGURE = 'tabular-nums whitespace-nowrap text-muted'

export function ProductTable({ catalogue, products, canWrite, chosen, onChanged }: ProductTableProps) {
  const name = (product: ProductTableRow) => <ProductName catalogue={catalogue} product={product} />
  const acts = (product: ProductTableRow) => <Acts catalogue={catalogue} product={product} canWrite={canWrite} />
  const active = (product: ProductTableRow) => (
    <ActiveSwitch catalogue={catalogue} product={product} canWrite={canWrite} onChanged={onChanged} />
  )
  const columns: Column<ProductTableRow>[] = [
    { title: '产品', cell: name, className: 'min-w-0' },
    { title: '类别与价格', cell: CategoryAndPrice },
    {
      title: PRODUCT_FIELDS.rating.label,
      cell: ({ rating }) => ratingText(rating),
      className: FIGURE,
      isForWide: true,
    },
    { title: '更新', cell: ({ lastUpdated }) => formatDay(lastUpdated), className: FIGURE, isForWide: true },
    { title: PRODUCT_FIELDS.isActive.label, cell: active, className: 'whitespace-nowrap' },
    { title: '操作', cell: acts },
  ]
  return (
    <RecordTable
      label="产品"
      items={products}
      keyOf={({ id }) => id}
      columns={columns}
      selection={
        canWrite
          ? {
              isChosen: ({ id }) => chosen.names.has(id),
              nameOf: (product) => product.name,
              choose: chosen.choose,
            }
          : undefined
      }
      card={(product) => (
        <div className="flex flex-col gap-1">
          {name(product)}
          <CategoryAndPrice {...product} />
          <p className="text-sm text-muted tabular-nums">
            {ratingText(product.rating)}，{formatDay(product.lastUpdated)}更新
          </p>
          <div className="flex items-center justify-between gap-2">
            {active(product)}
            {acts(product)}
          </div>
        </div>
      )}
    />
  )
}

const ratingText = (rating: number | null) => (rating === null ? '暂无评分' : `${rating.toFixed(1)}分`)

type Of = { catalogue: Catalogue; product: ProductTableRow }

const ProductName = ({ catalogue, product }: Of) => (
  <div className="min-w-0">
    <Link to={editorPath(catalogue, product)} className="line-clamp-3 font-semibold">
      {product.name}
    </Link>
    {product.slogan && <p className="line-clamp-2 text-sm break-words text-muted">{product.slogan}</p>}
  </div>
)

const CategoryAndPrice = ({ category, price }: Pick<ProductTableRow, 'category' | 'price'>) => (
  <>
    <p className="break-words">{category || <span className="text-muted">未归类</span>}</p>
    {price && <p className="text-sm break-words text-muted">{price}</p>}
  </>
)

const ICON_LINK = 'inline-flex size-11 items-center justify-center rounded-lg text-ink hover:bg-sunken'

const Acts = ({ catalogue, product, canWrite }: Of & { canWrite: boolean }) => (
  <span className="flex">
    {canWrite && (
      <Link to={editorPath(catalogue, product)} aria-label={`编辑${product.name}`} className={ICON_LINK}>
        <Pencil className="size-4" aria-hidden />
      </Link>
    )}
    {product.isActive && (
      <a
        href={publicPath(catalogue, product)}
        target="_blank"
        rel="noreferrer"
        aria-label={`在新标签页预览${product.name}`}
        className={ICON_LINK}
      >
        <SquareArrowOutUpRight className="size-4" aria-hidden />
      </a>
    )}
  </span>
)
