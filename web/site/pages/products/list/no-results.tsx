import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { ProductPage } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getButtonClass } from '../../../components/buttons.tsx'
import { EmptyNotice } from '../../../components/page-states.tsx'
import { Link } from '../../../router.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { DEFAULT_LIST_STATE, formatListUrl, isUnfiltered, NO_FILTERS } from './list-state.ts'
import type { ListController } from './use-list-state.ts'

type NoResultsProps = { catalogue: Catalogue; page: ProductPage; list: ListController }

/** Shown instead of a page of products that is empty. */
export function NoResults({ catalogue, page: { pagination }, list }: NoResultsProps) {
  if (pagination.totalItems > 0)
    return (
      <EmptyNotice message={`没有第${pagination.current}页，共${pagination.total}页`}>
        <Link to={list.getUrl({ page: 1 })} className={getButtonClass('outline')}>
          回到第1页
        </Link>
      </EmptyNotice>
    )
  if (isUnfiltered(list.state))
    return (
      <EmptyNotice>
        <Link to={PAGES.submit} className={getButtonClass('outline')}>
          提交产品
        </Link>
      </EmptyNotice>
    )
  return (
    <EmptyNotice message={SITE_MESSAGES.productsEmpty}>
      <div className="flex flex-wrap justify-center gap-3">
        <FilterSuggestions list={list} />
        {list.state.search !== '' && <SearchSuggestions catalogue={catalogue} search={list.state.search} />}
        <Link to={PAGES.selection} className={getButtonClass('outline')}>
          请顾问帮忙选型
        </Link>
      </div>
    </EmptyNotice>
  )
}

/** Links to the list with fewer filters. */
function FilterSuggestions({ list }: { list: ListController }) {
  const { search } = list.state
  const hasOtherFilters = !isUnfiltered({ ...list.state, search: '' })
  return (
    <>
      {search !== '' && hasOtherFilters && (
        <Link to={list.getUrl({ ...NO_FILTERS, search })} className={getButtonClass('outline')}>
          只按“{search}”查找
        </Link>
      )}
      <Link to={list.getUrl(NO_FILTERS)} className={getButtonClass('outline')}>
        清除所有筛选条件
      </Link>
    </>
  )
}

/** Links to the same search in the other catalogue, and in the whole site. */
function SearchSuggestions({ catalogue, search }: { catalogue: Catalogue; search: string }) {
  const otherCatalogue = CATALOGUE_PAGES[catalogue === 'agent' ? 'ai' : 'agent']
  const { path, parameters } = SITE_PAGES.search
  return (
    <>
      <Link
        to={formatListUrl(otherCatalogue.listPath, { ...DEFAULT_LIST_STATE, search })}
        className={getButtonClass('outline')}
      >
        在{otherCatalogue.title}中查找
      </Link>
      <Link to={buildPageUrl(path, parameters, { q: search })} className={getButtonClass('outline')}>
        在全站搜索
      </Link>
    </>
  )
}
