import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Redo2, Save, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import type { ProductFacts } from '#contracts/facts/fact.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { LoadError } from '../../components/load-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useCan } from '../../session/session.ts'
import { FormStatus } from '../../versioned/form-status.tsx'
import { handleUndoShortcut, type UndoAction, useUndoShortcuts } from '../../versioned/undo/undo-shortcuts.ts'
import { useSaveShortcut } from '../../versioned/use-save-shortcut.ts'
import { attributesQuery, factsQuery, type ProductReference } from './fact-calls.ts'
import type { FactForm } from './fact-form.ts'
import { FactFormProvider } from './fact-form-context.ts'
import { useVersionedFacts, type VersionedFacts } from './use-versioned-facts.ts'

type FactsEditorProps = {
  product: ProductReference
  /** Whether Ctrl or ⌘ with S saves; false while the editor is hidden. */
  isVisible?: boolean
  /** Called synchronously, so that a dialog that closes after a save doesn't ask about unsaved edits. */
  onDirtyChange: (isDirty: boolean) => void
  onSaved?: (() => void) | undefined
  /** Renders the fields. */
  children: (loaded: LoadedFacts) => ReactNode
}

type LoadedFacts = {
  /** The attributes of the product's catalogue, in their order. */
  attributes: readonly AttributeRecord[]
  facts: ProductFacts
}

/** Loads and edits the facts of a product, with a save bar. */
export function FactsEditor({ product, ...props }: FactsEditorProps) {
  const attributes = useQuery(attributesQuery)
  const facts = useQuery(factsQuery(product))
  if (attributes.isError || facts.isError)
    return (
      <LoadError
        error={attributes.error ?? facts.error}
        fallback={FACT_MESSAGES.factsFailed}
        onRetry={() => Promise.all([attributes.refetch(), facts.refetch()])}
      />
    )
  if (!attributes.data || !facts.data)
    return (
      <div aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    )
  return <LoadedEditor product={product} loaded={facts.data} allAttributes={attributes.data} {...props} />
}

type LoadedEditorProps = FactsEditorProps & {
  loaded: Versioned<ProductFacts>
  allAttributes: readonly AttributeRecord[]
}

function LoadedEditor({
  product,
  loaded,
  allAttributes,
  isVisible = true,
  onDirtyChange,
  onSaved,
  children,
}: LoadedEditorProps) {
  const canEdit = useCan('products:write')
  const attributesByKey = useMemo(
    () => new Map(allAttributes.map((attribute) => [attribute.key, attribute])),
    [allAttributes],
  )
  const { form, versionedFacts } = useVersionedFacts({ product, loaded, attributesByKey, onSaved })
  const context = useMemo(() => ({ form, canEdit }), [form, canEdit])
  const performUndo = (action: UndoAction) => void form.edits[action]()
  useSaveShortcut(canEdit && isVisible ? versionedFacts.save : undefined)
  // Undoing the first input removes the field that has the focus, which then is outside the form.
  useUndoShortcuts(canEdit && isVisible ? performUndo : undefined)
  useEffect(() => form.edits.subscribe(() => onDirtyChange(form.edits.get().isDirty)), [form, onDirtyChange])
  const catalogueAttributes = allAttributes.filter(
    ({ isActive, catalogues }) => isActive && catalogues.includes(product.catalogue),
  )
  return (
    <FactFormProvider value={context}>
      <form
        noValidate
        aria-label="产品资料"
        onSubmit={(event) => {
          event.preventDefault()
          void versionedFacts.save()
        }}
        onKeyDown={({ nativeEvent }) => handleUndoShortcut(nativeEvent, performUndo)}
      >
        <FormStatus form={versionedFacts} />
        {children({ attributes: catalogueAttributes, facts: loaded.value })}
        {canEdit && <SaveBar form={form} versionedFacts={versionedFacts} />}
      </form>
    </FactFormProvider>
  )
}

/** The save bar, which sticks to the bottom of the scrolling area, so that it is always visible. */
function SaveBar({ form, versionedFacts }: { form: FactForm; versionedFacts: VersionedFacts }) {
  const canUndo = useSyncExternalStore(form.subscribe, form.edits.canUndo)
  const canRedo = useSyncExternalStore(form.subscribe, form.edits.canRedo)
  return (
    <div data-bottom-bar className="panel sticky bottom-3 z-10 flex flex-wrap items-center gap-2 px-4 py-3 shadow-lg">
      <p role="status" className="mr-auto text-sm text-muted">
        {describeSaving(versionedFacts)}
      </p>
      <Button
        title="撤销（Ctrl或⌘ + Z）"
        aria-label="撤销"
        icon={<Undo2 className="size-4" aria-hidden />}
        onClick={() => void form.edits.undo()}
        {...getUnavailableProps(!canUndo)}
      />
      <Button
        title="重做（Ctrl或⌘ + Shift + Z）"
        aria-label="重做"
        icon={<Redo2 className="size-4" aria-hidden />}
        onClick={() => void form.edits.redo()}
        {...getUnavailableProps(!canRedo)}
      />
      <Button
        type="primary"
        htmlType="submit"
        icon={<Save className="size-4" aria-hidden />}
        {...getUnavailableProps(versionedFacts.isSaving || !versionedFacts.isDirty, 'min-w-30')}
      >
        {versionedFacts.isSaving ? '保存中……' : '保存资料'}
      </Button>
    </div>
  )
}

function describeSaving({ isDirty, notice }: VersionedFacts): string {
  if (isDirty) return '有未保存的修改'
  return notice?.kind === 'success' ? notice.text : ''
}
