import { useQuery } from '@tanstack/react-query'
import { Alert, App, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { PRODUCT_EDITOR_MESSAGES, PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { ProductSchema, withoutPrivateFields } from '#contracts/products/product.ts'
import { cleanProduct } from '#contracts/rules/clean-product.ts'
import { listShownReviews } from '#contracts/rules/hidden-reviews.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getFailureReason, isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadErrorAlert } from '../../components/load-error.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { CommentsProvider } from '../../editors/comments/comments-provider.tsx'
import { createEditor } from '../../editors/create-editor.ts'
import { EditorProvider } from '../../editors/editor-context.tsx'
import type { EditorHistory, EditorResource } from '../../editors/editor-resource.ts'
import { type Choices, createProductForm } from '../../editors/forms/product.ts'
import { useCan } from '../../session/session.ts'
import { createUnsavedProduct } from './create-unsaved-product.ts'
import {
  choicesQuery,
  type LoadedProduct,
  NO_CHOICES,
  productQuery,
  restoreRevision,
  revisionQuery,
} from './product-calls.ts'
import { ProductEditor } from './product-editor.tsx'
import { NEW_PRODUCT_ID } from './product-paths.ts'
import { createProductPersistence } from './product-persistence.ts'
import { useBackPath } from './use-back-path.ts'
import { validateProduct } from './validate-product.ts'

function normalize(document: JsonObject): JsonObject {
  const parsed = ProductSchema.safeParse(document)
  return parsed.success ? { ...cleanProduct(parsed.data) } : document
}

type ProductResourceInput = { catalogue: Catalogue; loaded: LoadedProduct; isFromContent: boolean }

/** Returns a product, which has its own row and version, as the resource of an editor. */
function createProductResource({ catalogue, loaded, isFromContent }: ProductResourceInput): EditorResource {
  const { id } = loaded
  const persistence = createProductPersistence(catalogue, loaded)
  const messages = PRODUCT_EDITOR_MESSAGES[isFromContent ? 'ai-content' : catalogue]
  const createErrorMessage = (prefix: string) => (error: unknown) =>
    `${prefix}${getFailureReason(error, messages.unknownReason)}`
  return {
    key: `product:${catalogue}:${id || NEW_PRODUCT_ID}`,
    kind: null,
    read: persistence.read,
    readAuthorship: persistence.readAuthorship,
    save: async (document, { version }) => ({
      ...(await persistence.save(document, version)),
      message: PRODUCT_MESSAGES.saved,
    }),
    normalize,
    history: id === '' ? undefined : createProductHistory(catalogue, id),
    savedMessage: PRODUCT_MESSAGES.saved,
    getErrorMessage: createErrorMessage(messages.saveFailed),
    getCompareErrorMessage: createErrorMessage(`${messages.newerFailed}：`),
    getReloadErrorMessage: createErrorMessage(`${messages.loadFailed}：`),
    validate: (document, loaded) => validateProduct(catalogue, document, id === '' ? undefined : loaded),
    upgradeDocument: (document) => document,
    preview: {
      // The catalogue's page always exists, even for unsaved products; the frame then shows the product sent to it.
      path: catalogue === 'ai' ? PAGES.ai : PAGES.products,
      createPreviewMessage(document) {
        const parsed = ProductSchema.safeParse(document)
        if (!parsed.success) return undefined
        const product = withoutPrivateFields(parsed.data)
        const visibleProduct = { ...product, reviews: listShownReviews(product.reviews) }
        return { type: 'zhijian:preview-product', catalogue, product: visibleProduct }
      },
    },
  }
}

const createProductHistory = (catalogue: Catalogue, id: string): EditorHistory => ({
  list: (page) => queryOf(catalogueCalls.listRevisions, { params: { catalogue, id }, query: { page } }),
  get: (revision) => revisionQuery(catalogue, id, revision),
  hasPrevious: ({ changes }) => changes !== null,
  restore: (revision, version) => restoreRevision(catalogue, id, revision, version),
  restoreNote: '厂商与部署方式属于资料，另有更新记录，不随版本恢复。',
  emptyMessage: '这个产品还没有保存过。',
})

export const AgentProductScreen = () => <ProductScreen catalogue="agent" />
export const AiProductScreen = () => <ProductScreen catalogue="ai" />

/** The editor for existing and new products of both catalogues. */
function ProductScreen({ catalogue }: { catalogue: Catalogue }) {
  const { id = '' } = useParams()
  const backPath = useBackPath(catalogue)
  const { query } = usePageQuery(ADMIN_SCREENS.productDetail.parameters)
  const isFromContent = query.source === 'content'
  const canEdit = useCan('products:write')
  const isNew = id === NEW_PRODUCT_ID
  const { data: choices = NO_CHOICES, isPending: areChoicesPending } = useQuery(choicesQuery)
  const product = useQuery({ ...productQuery(catalogue, id), enabled: !isNew })
  const isMissing = isNotFound(product.error)
  useRedirectIfMissing(isMissing, PRODUCT_EDITOR_MESSAGES[catalogue].notFound, backPath)

  if (isNew && !canEdit) return <Forbidden />
  if (areChoicesPending || (product.isPending && !isNew) || isMissing) return <LoadingScreen />
  if (product.isLoadingError) {
    const { loadFailed } = PRODUCT_EDITOR_MESSAGES[isFromContent ? 'ai-content' : catalogue]
    const reason = toErrorMessage(product.error, PRODUCT_EDITOR_MESSAGES[catalogue].unknownReason)
    return (
      <div className="px-4 py-6 md:px-8">
        <LoadErrorAlert title={`${loadFailed}：${reason}`} onRetry={product.refetch} />
      </div>
    )
  }
  return (
    <LoadedProductScreen
      catalogue={catalogue}
      isFromContent={isFromContent}
      canEdit={canEdit}
      choices={choices}
      loaded={product.data ?? createUnsavedProduct(catalogue, choices)}
    />
  )
}

/** Redirects with an error message if the product does not exist. */
function useRedirectIfMissing(isMissing: boolean, errorMessage: string, path: string) {
  const { message } = App.useApp()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isMissing) return
    message.error({ content: errorMessage, key: errorMessage })
    void navigate(path, { replace: true })
  }, [isMissing, errorMessage, path, message, navigate])
}

const LoadingScreen = () => (
  <div className="px-4 py-6 md:px-8" aria-busy="true">
    <Skeleton active title={false} paragraph={{ rows: 8 }} />
  </div>
)

const Forbidden = () => (
  <div className="px-4 py-6 md:px-8">
    <Alert type="error" showIcon role="alert" title={MESSAGES.forbidden} />
  </div>
)

type LoadedProductScreenProps = {
  catalogue: Catalogue
  isFromContent: boolean
  canEdit: boolean
  loaded: LoadedProduct
  choices: Choices
}

function LoadedProductScreen({ catalogue, isFromContent, canEdit, loaded, choices }: LoadedProductScreenProps) {
  const [editor] = useState(() => {
    const form = createProductForm(catalogue, choices)
    const resource = createProductResource({ catalogue, loaded, isFromContent })
    return createEditor({ resource, form, loaded, expandedSections: form.sections })
  })
  return (
    <EditorProvider value={{ ...editor, canEdit }}>
      {loaded.id === '' ? (
        <ProductEditor catalogue={catalogue} id="" />
      ) : (
        <CommentsProvider subject={{ kind: 'product', id: loaded.id }}>
          <ProductEditor catalogue={catalogue} id={loaded.id} />
        </CommentsProvider>
      )}
    </EditorProvider>
  )
}
