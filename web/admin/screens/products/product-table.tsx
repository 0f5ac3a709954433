import { App } from 'antd'
import { Link } from 'react-router'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import type { ProductTableRow } from '#contracts/products/product-table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { ActionSwitch } from '../../components/action-switch.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowActions, RowLink } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { getEditorPath, getPublicPath } from '../product-detail/product-paths.ts'
import { useListOrigin } from '../product-detail/use-back-path.ts'
import { changeProducts } from './catalogue-calls.ts'
import type { ProductSelection } from './use-product-selection.ts'
import { useRefetchProducts } from './use-refetch-products.ts'

type ActiveSwitchProps = { catalogue: Catalogue; product: ProductTableRow }

/** Shows or hides a product for visitors, effective immediately. */
function ActiveSwitch({ catalogue, product }: ActiveSwitchProps) {
  const canWrite = useCan('products:write')
  const refetchProducts = useRefetchProducts()
  const { message } = App.useApp()
  const toggleMutation = useMutation({
    mutationFn: (isActive: boolean) =>
      changeProducts(catalogue, { ids: [product.id], action: isActive ? 'activate' : 'deactivate' }),
    onSuccess: ({ skipped: [skipped] }, isActive) => {
      if (skipped) message.warning(`“${product.name}”${skipped.reason}`)
      else message.success(`“${product.name}”已${isActive ? '上架' : '下架'}`)
    },
    onError: (error) => void message.error(describeActionError(error, ADMIN_MESSAGES.actionFailed)),
    onSettled: refetchProducts,
  })
  return (
    <span className="inline-flex min-h-11 items-center">
      <ActionSwitch
        aria-label={`上架${product.name}`}
        checked={product.isActive}
        checkedChildren="上架"
        unCheckedChildren="下架"
        disabled={!canWrite}
        isBusy={toggleMutation.isPending}
        onChange={(isActive) => toggleMutation.mutate(isActive)}
      />
    </span>
  )
}

type ProductTableProps = {
  catalogue: Catalogue
  products: readonly ProductTableRow[]
  selection: ProductSelection
}

const FIGURE_CLASS = 'tabular-nums whitespace-nowrap text-muted'

/** A page of products, with their links and visibility switches. */
export function ProductTable({ catalogue, products, selection }: ProductTableProps) {
  const canWrite = useCan('products:write')
  const renderName = (product: ProductTableRow) => <ProductName catalogue={catalogue} product={product} />
  const renderSwitch = (product: ProductTableRow) => <ActiveSwitch catalogue={catalogue} product={product} />
  const renderLinks = (product: ProductTableRow) => <ProductLinks catalogue={catalogue} product={product} />
  const columns: Column<ProductTableRow>[] = [
    { title: '产品', renderCell: renderName, className: 'min-w-0' },
    { title: '类别与价格', renderCell: CategoryAndPrice },
    {
      title: PRODUCT_FIELDS.rating.label,
      renderCell: ({ rating }) => formatRating(rating),
      className: FIGURE_CLASS,
      isWideOnly: true,
    },
    {
      title: '更新',
      renderCell: ({ lastUpdated }) => formatDay(lastUpdated),
      className: FIGURE_CLASS,
      isWideOnly: true,
    },
    { title: PRODUCT_FIELDS.isActive.label, renderCell: renderSwitch, className: 'whitespace-nowrap' },
    { title: '操作', renderCell: renderLinks },
  ]
  return (
    <RecordTable
      label="产品"
      items={products}
      getKey={({ id }) => id}
      columns={columns}
      selection={canWrite ? selection : undefined}
      renderCard={(product) => (
        <div className="flex flex-col gap-1">
          {renderName(product)}
          <CategoryAndPrice {...product} />
          <p className="text-sm text-muted tabular-nums">
            {formatRating(product.rating)}，{formatDay(product.lastUpdated)}更新
          </p>
          <div className="flex items-center justify-between gap-2">
            {renderSwitch(product)}
            {renderLinks(product)}
          </div>
        </div>
      )}
    />
  )
}

const formatRating = (rating: number | null) => (rating === null ? '暂无评分' : `${rating.toFixed(1)}分`)

type ProductProps = { catalogue: Catalogue; product: ProductTableRow }

const ProductName = ({ catalogue, product }: ProductProps) => (
  <div className="min-w-0">
    <Link to={getEditorPath(catalogue, product)} state={useListOrigin()} className="line-clamp-3 font-semibold">
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

function ProductLinks({ catalogue, product }: ProductProps) {
  const canWrite = useCan('products:write')
  const origin = useListOrigin()
  return (
    <RowActions>
      {canWrite && (
        <RowLink to={getEditorPath(catalogue, product)} state={origin} label={`编辑${product.name}`}>
          编辑
        </RowLink>
      )}
      {product.isActive && (
        <RowLink to={getPublicPath(catalogue, product)} target="_blank" label={`在新标签页预览${product.name}`}>
          预览
        </RowLink>
      )}
    </RowActions>
  )
}
