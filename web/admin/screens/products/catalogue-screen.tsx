import { Button } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { CATALOGUE_LABELS, PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { TABLE_FORMATS } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { ExportButton } from '../../lists/export-button.tsx'
import { SavedViews } from '../../lists/saved-views/saved-views.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { getNewProductPath } from '../product-detail/product-paths.ts'
import { useListOrigin } from '../product-detail/use-back-path.ts'
import { ImportDrawer } from './import/import-drawer.tsx'
import { ProductList } from './product-list.tsx'
import { RecycledProductList } from './recycled-product-list.tsx'

const VIEW_OPTIONS = [
  { value: 'products', label: '产品' },
  { value: 'recycled', label: '回收站' },
] as const

export const AgentCatalogue = () => <CatalogueScreen catalogue="agent" />
export const AiCatalogue = () => <CatalogueScreen catalogue="ai" />

/** The catalogue screen: products with bulk actions, import, export and the recycle bin. */
function CatalogueScreen({ catalogue }: { catalogue: Catalogue }) {
  const navigate = useNavigate()
  const origin = useListOrigin()
  const canWrite = useCan('products:write')
  const filters = useFilters(ADMIN_SCREENS.agentProducts.filters)
  const { query, change } = usePageQuery(ADMIN_SCREENS.agentProducts.parameters)
  const [isImporting, setIsImporting] = useState(false)
  const isRecycleBin = query.view === 'recycled'

  return (
    <ScreenContent>
      <ScreenHeader
        title={CATALOGUE_LABELS[catalogue]}
        description="逐个编辑，或批量上架、下架、归类；也可以整表导入和导出。页面文案在“内容”里编辑。"
        actions={
          <>
            <ExportButton
              call={catalogueCalls.export}
              params={{ catalogue }}
              queryString={isRecycleBin ? '' : filters.queryString}
              formats={TABLE_FORMATS}
              errorMessage={PRODUCT_TABLE_MESSAGES.exportFailed}
            />
            {canWrite && (
              <Button icon={<FileUp className="size-4" aria-hidden />} onClick={() => setIsImporting(true)}>
                导入
              </Button>
            )}
            {canWrite && (
              <Button
                type="primary"
                icon={<Plus className="size-4" aria-hidden />}
                onClick={() => navigate(getNewProductPath(catalogue), { state: origin })}
              >
                新建产品
              </Button>
            )}
          </>
        }
      />
      <SavedViews list={catalogue === 'agent' ? 'agentProducts' : 'aiProducts'} />
      <ChoiceTabs
        label="切换视图"
        options={VIEW_OPTIONS}
        value={query.view}
        onChange={(view) => change({ view }, { removeOthers: true })}
      />
      {isRecycleBin ? (
        <RecycledProductList catalogue={catalogue} />
      ) : (
        <ProductList catalogue={catalogue} filters={filters} />
      )}
      <ImportDrawer catalogue={catalogue} isOpen={isImporting} onClose={() => setIsImporting(false)} />
    </ScreenContent>
  )
}
