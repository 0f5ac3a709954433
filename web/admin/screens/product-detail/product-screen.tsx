import { useQuery } from '@tanstack/react-query'
import { Alert, App, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PRODUCT_EDITOR_MESSAGES } from '#contracts/products/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isCallFailure } from '../../../shared/call-failure.ts'
import { createEditor } from '../../editors/create-editor.ts'
import { EditorProvider } from '../../editors/editor-context.tsx'
import { type Choices, productForm } from '../../editors/forms/product.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { usePageQuery } from '../../parts/use-page-query.ts'
import { useCan } from '../../session/session.ts'
import { OpenProduct } from './open-product.tsx'
import { type LoadedProduct, loadChoices, loadProduct } from './product-calls.ts'
import { getBackPath, NEW_PRODUCT_ID } from './product-places.ts'
import { productSubject } from './product-subject.ts'
import { unsavedProduct } from './unsaved-product.ts'

export const AgentProductScreen = () => <ProductScreen catalogue="agent" />
export const AiProductScreen = () => <ProductScreen catalogue="ai" />

/** The editor for existing and new products of both catalogues. */
function ProductScreen({ catalogue }: { catalogue: Catalogue }) {
  const { id = '' } = useParams()
  const isFromContent = usePageQuery(ADMIN_SCREENS.productDetail.parameters).query.source === 'content'
  const canEdit = useCan('products:write')
  const isNew = id === NEW_PRODUCT_ID
  const loading = useQuery({
    queryKey: ['product-editor', catalogue, id],
    async queryFn() {
      const [choices, product] = await Promise.all([loadChoices(), isNew ? null : loadProduct(catalogue, id)])
      return { choices, loaded: product ?? unsavedProduct(catalogue, choices) }
    },
    enabled: canEdit || !isNew,
    // Never refetched while open, which would replace the editor during typing.
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const isMissing = isCallFailure(loading.error) && loading.error.status === 404
  useRedirectIfMissing(isMissing, PRODUCT_EDITOR_MESSAGES[catalogue].notFound, getBackPath(catalogue, isFromContent))

  if (isNew && !canEdit) return <Forbidden />
  if (loading.isPending || isMissing) return <LoadingScreen />
  if (loading.isLoadingError)
    return (
      <div className="px-4 py-6 md:px-8">
        <LoadFailure
          error={loading.error}
          prefix={`${PRODUCT_EDITOR_MESSAGES[isFromContent ? 'ai-content' : catalogue].loadFailed}：`}
          fallback={PRODUCT_EDITOR_MESSAGES[catalogue].reasonUnknown}
          onRetry={() => loading.refetch()}
        />
      </div>
    )
  return <Opened catalogue={catalogue} isFromContent={isFromContent} canEdit={canEdit} {...loading.data} />
}

/** Redirects with an error message if the product does not exist. */
function useRedirectIfMissing(isMissing: boolean, sentence: string, to: string) {
  const { message } = App.useApp()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isMissing) return
    message.error({ content: sentence, key: sentence })
    void navigate(to, { replace: true })
  }, [isMissing, sentence, to, message, navigate])
}

const LoadingScreen = () => (
  <div className="px-4 py-6 md:px-8" aria-busy="true">
    <Skeleton active title={{ width: 200 }} paragraph={{ rows: 8 }} />
  </div>
)

const Forbidden = () => (
  <div className="px-4 py-6 md:px-8">
    <Alert type="error" showIcon role="alert" title={MESSAGES.forbidden} />
  </div>
)

type OpenedProps = {
  catalogue: Catalogue
  isFromContent: boolean
  canEdit: boolean
  loaded: LoadedProduct
  choices: Choices
}

function Opened({ catalogue, isFromContent, canEdit, loaded, choices }: OpenedProps) {
  const [editor] = useState(() => {
    const form = productForm(catalogue, choices)
    const subject = productSubject({ catalogue, loaded, isFromContent })
    return createEditor({ subject, form, loaded, openSections: form.sections })
  })
  return (
    <EditorProvider value={{ ...editor, canEdit }}>
      <OpenProduct catalogue={catalogue} id={loaded.id} />
    </EditorProvider>
  )
}
