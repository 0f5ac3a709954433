import { useQuery } from '@tanstack/react-query'
import { Alert, App, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PAGES } from '#contracts/paths.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { PRODUCT_EDITOR_MESSAGES, PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { ProductSchema } from '#contracts/products/product.ts'
import { cleanProduct } from '#contracts/rules/clean-product.ts'
import { listShownReviews } from '#contracts/rules/hidden-reviews.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { withoutPrivateFields } from '#contracts/rules/without-private-fields.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getFailureReason, isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadErrorAlert } from '../../components/load-error.tsx'
import { UNSCHEDULE_TEXTS, useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { CommentsProvider } from '../../editors/comments/comments-provider.tsx'
import { createDraftResource, draftQuery } from '../../editors/content-draft/draft-resource.ts'
import { MissingDraft } from '../../editors/content-draft/missing-draft.tsx'
import { useRefetchDrafts } from '../../editors/content-draft/use-draft-status.ts'
import { createEditor } from '../../editors/create-editor.ts'
import { EditorProvider } from '../../editors/editor-context.tsx'
import type { EditorDrafts, EditorHistory, EditorResource } from '../../editors/editor-resource.ts'
import { toEditableProduct } from '../../editors/form/editable-product.ts'
import { type Choices, createProductForm } from '../../editors/forms/product.ts'
import { useCan } from '../../session/session.ts'
import { createUnsavedProduct } from './create-unsaved-product.ts'
import {
  choicesQuery,
  type LoadedProduct,
  NO_CHOICES,
  productQuery,
  publishedQuery,
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
    drafts: id === '' ? undefined : createProductDrafts(catalogue, { id, name: String(loaded.value.name ?? '') }),
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

/** Returns what belongs to the draft of a product. */
const createProductDrafts = (catalogue: Catalogue, { id, name }: { id: string; name: string }): EditorDrafts => ({
  owner: { kind: 'product', product: { catalogue, id, name } },
  label: name,
  toEditable(document) {
    const { id: _id, ...value } = toEditableProduct(document)
    return value
  },
  getPublished: (version) => publishedQuery(catalogue, id, version),
  getRevision: (revision) => revisionQuery(catalogue, id, revision),
})

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
  const loaded = product.data ?? createUnsavedProduct(catalogue, choices)
  const createResource = () => createProductResource({ catalogue, loaded, isFromContent })
  const shared = { catalogue, id: loaded.id, canEdit, choices, createResource }
  if (query.version === 'draft' && loaded.id !== '') return <ProductDraftScreen key="draft" {...shared} />
  return <LoadedProductScreen key="published" {...shared} loaded={loaded} />
}

type ProductDraftProps = Omit<LoadedProductProps, 'loaded'>

/** Loads the draft of a product and edits it. */
function ProductDraftScreen({ createResource, ...props }: ProductDraftProps) {
  const [published] = useState(createResource)
  const { drafts } = published
  if (!drafts) throw new Error('only a saved product has a draft')
  const { data: loaded, isPending, error, refetch } = useQuery(draftQuery(drafts))
  const callConfirmed = useConfirmedCall(UNSCHEDULE_TEXTS)
  const onSaved = useRefetchDrafts()
  if (isPending) return <LoadingScreen />
  if (isNotFound(error)) return <MissingDraft />
  if (!loaded)
    return (
      <div className="px-4 py-6 md:px-8">
        <LoadErrorAlert title={toErrorMessage(error, ADMIN_MESSAGES.loadFailed)} onRetry={refetch} />
      </div>
    )
  return (
    <LoadedProductScreen
      {...props}
      loaded={loaded}
      createResource={() => createDraftResource(published, drafts, { callConfirmed, onSaved })}
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

type LoadedProductProps = {
  catalogue: Catalogue
  /** '' until the product is created. */
  id: string
  canEdit: boolean
  loaded: Versioned<JsonObject>
  choices: Choices
  createResource: () => EditorResource
}

function LoadedProductScreen({ catalogue, id, canEdit, loaded, choices, createResource }: LoadedProductProps) {
  const [editor] = useState(() => {
    const form = createProductForm(catalogue, choices)
    return createEditor({ resource: createResource(), form, loaded, expandedSections: form.sections })
  })
  return (
    <EditorProvider value={{ ...editor, canEdit }}>
      {id === '' ? (
        <ProductEditor catalogue={catalogue} id="" />
      ) : (
        <CommentsProvider subject={{ kind: 'product', id }}>
          <ProductEditor catalogue={catalogue} id={id} />
        </CommentsProvider>
      )}
    </EditorProvider>
  )
}
