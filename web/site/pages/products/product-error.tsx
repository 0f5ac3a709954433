import { isCallError, isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { ErrorNotice, NotFoundNotice } from '../../components/page-states.tsx'
import { SiteSearchBox } from '../../components/site-search-box.tsx'

type ProductErrorProps = { error: unknown; idOrName: string; listPath: string; onRetry: () => void }

/** Offers a search for the name in the URL and a link to the list if the URL is that of no product, otherwise a retry. */
export function ProductError({ error, idOrName, listPath, onRetry }: ProductErrorProps) {
  const message = toErrorMessage(error)
  if (!isUrlWrong(error)) return <ErrorNotice message={message} onRetry={onRetry} />
  return (
    <NotFoundNotice message={message} hint="请核对链接是否完整。产品也可能已改名或下线，可以按名称搜索。">
      <SiteSearchBox search={idOrName.trim()} className="w-full max-w-md text-left" />
      <ButtonLink link={listPath} variant="outline">
        查看全部产品
      </ButtonLink>
    </NotFoundNotice>
  )
}

/** Returns whether there is no such product, or there can't be one: the server rejects a blank name. */
const isUrlWrong = (error: unknown): boolean => isNotFound(error) || (isCallError(error) && error.status === 400)
